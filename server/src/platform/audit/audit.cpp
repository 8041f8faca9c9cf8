#include "platform/audit/audit.hpp"

namespace balcao::audit {

namespace {

constexpr db::Query insert_entry{"audit_insert", R"sql(
    insert into action_logs (id, user_id, action_type, description, company_id, target_user_id, created_at, resultado)
    values (:id, :user_id, :action_type, :description, :company_id, :target_user_id, :created_at, :resultado))sql"};

constexpr db::Query insert_details{"audit_insert_details", R"sql(
    insert into action_log_details (action_log_id, details) values (:action_log_id, :details))sql"};

std::string_view name_of(Outcome outcome) {
    switch (outcome) {
    case Outcome::success: return "success";
    case Outcome::error: return "error";
    case Outcome::processing: return "processing";
    }
    std::unreachable();
}

} // namespace

void write(db::Transaction& transaction, Instant now, Entry const& entry) {
    auto const id = Uuid::make();
    transaction.execute(insert_entry, {{"id", id},
                                       {"user_id", entry.user},
                                       {"action_type", entry.action},
                                       {"description", entry.description},
                                       {"company_id", entry.company},
                                       {"target_user_id", entry.target_user},
                                       {"created_at", now},
                                       {"resultado", name_of(entry.outcome)}});
    if (!entry.details.empty())
        transaction.execute(insert_details, {{"action_log_id", id}, {"details", entry.details}});
}

} // namespace balcao::audit
