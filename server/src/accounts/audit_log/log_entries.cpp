#include "accounts/audit_log/log_entries.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "platform/base/json.hpp"

namespace balcao::audit_log {

namespace {

constexpr std::int64_t most_counted = 1000;
constexpr std::int64_t exported_at_once = 1000;
constexpr std::string_view brasilia = "America/Sao_Paulo";
constexpr std::string_view newest_first = "order by l.created_at desc, l.id desc";

constexpr db::Query company_time_zone{"audit_time_zone", "select fuso_horario from emitente where id = :emitente_id"};

// The filter as SQL.
struct Conditions {
    std::string where = "1 = 1";
    db::Params params{};

    explicit Conditions(LogFilter const& filter) {
        if (filter.visible.company) add("l.company_id = :company_id", "company_id", filter.visible.company->id());
        else if (!filter.visible.is_everything) where += " and 1 = 0";
        if (filter.user) add("l.user_id = :user_id", "user_id", *filter.user);
        if (!filter.action.empty()) add("l.action_type = :action", "action", filter.action);
        // In words, so that the indexes of what was no success are known to hold it.
        if (filter.resultado == "success") where += " and l.resultado = 'success'";
        else if (!filter.resultado.empty()) {
            add("l.resultado = :resultado", "resultado", filter.resultado);
            where += " and l.resultado <> 'success'";
        }
        if (filter.from) add("l.created_at >= :from", "from", *filter.from);
        if (filter.to) add("l.created_at < :to", "to", *filter.to);
    }

    template <class Value>
    void add(std::string_view condition, std::string_view name, Value const& value) {
        where.append(" and ").append(condition);
        params.emplace_back(name, value);
    }
};

// PostgreSQL plans each time: how many rows one person or one code has decides.
void run(db::Connection& connection, std::string_view name, std::string const& sql, db::Params const& params,
         std::function<void(db::Row const&)> const& row) {
    connection.run({name, sql, true}, params, row);
}

// Names are looked up for these rows alone. `rows`: a select of `action_logs l`.
std::string with_names(std::string_view rows) {
    return fmt::format(R"sql(
        select l.id, l.created_at, l.action_type, l.description, l.resultado, l.user_id, u.full_name, u.email,
            l.company_id, e.razao_social, l.target_user_id, t.full_name, t.email, d.details
        from ({}) as l
        left join users u on u.id = l.user_id
        left join users t on t.id = l.target_user_id
        left join emitente e on e.id = l.company_id
        left join action_log_details d on d.action_log_id = l.id
        {})sql",
                       rows, newest_first);
}

std::optional<Named> user_at(db::Row const& row, int column) {
    if (row.is_null(column)) return std::nullopt;
    if (row.is_null(column + 1)) return Named{.id = row.uuid(column), .name = "Conta excluída"};
    return Named{
        .id = row.uuid(column), .name = row.get<std::string>(column + 1), .email = row.get<std::string>(column + 2)};
}

LogEntry read_entry(db::Row const& row) {
    LogEntry entry{.id = row.uuid(0),
                   .created_at = row.get<Instant>(1),
                   .action = row.get<std::string>(2),
                   .description = row.get<std::string>(3),
                   .resultado = row.get<std::string>(4),
                   .user = user_at(row, 5),
                   .target_user = user_at(row, 10),
                   .details = row.get<std::optional<std::string>>(13)};
    if (!row.is_null(8)) {
        entry.company =
            Named{.id = row.uuid(8), .name = row.get<std::optional<std::string>>(9).value_or("Empresa excluída")};
    }
    return entry;
}

void write_user(json::ObjectWriter& writer, std::string_view name, std::optional<Named> const& user) {
    if (!user) {
        writer.null(name);
        return;
    }
    json::ObjectWriter named;
    named.text("id", user->id.to_string());
    named.text("full_name", user->name);
    named.text("email", user->email);
    writer.raw(name, named.take());
}

std::string to_json(LogEntry const& entry) {
    json::ObjectWriter writer;
    writer.text("id", entry.id.to_string());
    writer.text("created_at", entry.created_at.to_iso());
    writer.text("action_type", entry.action);
    writer.text("description", entry.description);
    writer.text("resultado", entry.resultado);
    write_user(writer, "user", entry.user);
    if (entry.company) {
        json::ObjectWriter company;
        company.text("id", entry.company->id.to_string());
        company.text("razao_social", entry.company->name);
        writer.raw("company", company.take());
    } else {
        writer.null("company");
    }
    write_user(writer, "target_user", entry.target_user);
    if (entry.details) writer.raw("details", *entry.details);
    else writer.null("details");
    return writer.take();
}

} // namespace

records::ListPage list(db::Connection& connection, LogFilter const& filter, std::int64_t offset, std::int64_t limit) {
    Conditions conditions(filter);
    records::ListPage page;
    // In the list's order: the index that gives the page gives the count, too.
    auto const counted = fmt::format("select count(*) from (select 1 from action_logs l where {} {} limit {}) as found",
                                     conditions.where, newest_first, most_counted + 1);
    run(connection, "audit_count", counted, conditions.params,
        [&](db::Row const& row) { page.total = row.integer(0); });
    page.total_exact = page.total <= most_counted;
    page.total = std::min(page.total, most_counted);

    auto const rows = fmt::format("select l.* from action_logs l where {} {} limit :limit offset :offset",
                                  conditions.where, newest_first);
    conditions.params.emplace_back("limit", limit);
    conditions.params.emplace_back("offset", offset);
    run(connection, "audit_page", with_names(rows), conditions.params,
        [&](db::Row const& row) { page.items.push_back(to_json(read_entry(row))); });
    return page;
}

std::int64_t count(db::Connection& connection, LogFilter const& filter) {
    Conditions const conditions(filter);
    std::int64_t total = 0;
    run(connection, "audit_total", "select count(*) from action_logs l where " + conditions.where, conditions.params,
        [&](db::Row const& row) { total = row.integer(0); });
    return total;
}

void each(db::Connection& connection, LogFilter const& filter, std::function<void(LogEntry const&)> const& row) {
    Conditions first(filter);
    auto next = first;
    next.where += " and (l.created_at, l.id) < (:last_at, :last_id)";
    std::vector<LogEntry> batch;
    do {
        auto& conditions = batch.empty() ? first : next;
        auto params = conditions.params;
        params.emplace_back("limit", exported_at_once);
        if (!batch.empty()) {
            params.emplace_back("last_at", batch.back().created_at);
            params.emplace_back("last_id", batch.back().id);
        }
        auto const rows =
            fmt::format("select l.* from action_logs l where {} {} limit :limit", conditions.where, newest_first);
        batch.clear();
        run(connection, "audit_export", with_names(rows), params,
            [&](db::Row const& found) { batch.push_back(read_entry(found)); });
        for (auto const& entry : batch) row(entry);
    } while (std::ssize(batch) == exported_at_once);
}

std::string time_zone_of(db::Connection& connection, auth::VisibleCompanies const& visible) {
    std::optional<std::string> zone;
    if (visible.company)
        zone = connection.scalar<std::string>(company_time_zone, {{"emitente_id", visible.company->id()}});
    return zone.value_or(std::string(brasilia));
}

} // namespace balcao::audit_log
