#include "platform/security_notices/security_notices.hpp"

#include <optional>

namespace balcao::security_notices {

namespace {

constexpr db::Query insert_notice{"security_notices_insert", R"sql(
    insert into aviso_seguranca (id, tipo, user_id, emitente_id, texto, em)
    values (:id, :tipo, :user_id, :emitente_id, :texto, :em))sql"};

constexpr db::Query delete_old{"security_notices_delete_old", "delete from aviso_seguranca where em < :since"};

void insert(db::Transaction& transaction, Instant now, std::optional<UserId> person, std::optional<CompanyId> company,
            std::string_view type, std::string const& text) {
    transaction.execute(insert_notice, {{"id", Uuid::make()},
                                        {"tipo", type},
                                        {"user_id", person},
                                        {"emitente_id", company},
                                        {"texto", text},
                                        {"em", now}});
}

} // namespace

void tell_person(db::Transaction& transaction, Instant now, UserId person, std::string_view type,
                 std::string const& text) {
    insert(transaction, now, person, std::nullopt, type, text);
}

void tell_administrators(db::Transaction& transaction, Instant now, std::string_view type, std::string const& text) {
    insert(transaction, now, std::nullopt, std::nullopt, type, text);
}

void tell_gerentes(db::Transaction& transaction, Instant now, CompanyId company, std::string_view type,
                   std::string const& text) {
    insert(transaction, now, std::nullopt, company, type, text);
}

void drop_old(db::Database& database, Instant now) {
    database.write([&](db::Transaction& transaction) { transaction.execute(delete_old, {{"since", now - told_for}}); });
}

} // namespace balcao::security_notices
