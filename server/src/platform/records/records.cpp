#include "platform/records/records.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "platform/audit/audit.hpp"
#include "platform/base/json.hpp"
#include "platform/http/etag.hpp"

namespace balcao::records {

namespace {

constexpr std::size_t most_in_bulk = 1000;

constexpr db::Query who_saved{"records_who_saved", R"sql(
    select u.full_name, e.created_at from saida_eventos e join users u on u.id = e.made_by
    where e.topic = :topic and e.version = :version and coalesce(e.entity_id, e.company_id) = :id
    order by e.seq desc limit 1)sql"};

std::string_view done(BulkAction action) {
    switch (action) {
    case BulkAction::remove: return "Excluiu";
    case BulkAction::restore: return "Restaurou";
    case BulkAction::activate: return "Ativou";
    case BulkAction::deactivate: return "Desativou";
    }
    std::unreachable();
}

std::optional<BulkAction> bulk_action(std::string_view name, bool with_state) {
    if (name == "delete") return BulkAction::remove;
    if (name == "restore") return BulkAction::restore;
    if (with_state && name == "activate") return BulkAction::activate;
    if (with_state && name == "deactivate") return BulkAction::deactivate;
    return std::nullopt;
}

} // namespace

Result<void> check_version(std::string_view if_match, std::int64_t version, std::string_view what,
                           std::string current_json) {
    if (http::etag_matches(if_match, version)) return {};
    return fail({.kind = FailureKind::stale,
                 .title = "Outra pessoa salvou " + std::string(what),
                 .detail = "O que você digitou continua aqui. Compare com o que foi salvo e escolha.",
                 .current_json = std::move(current_json),
                 .current_etag = http::etag(version)});
}

Result<void> check_current(db::Connection& connection, std::string_view if_match, Current current) {
    auto checked = check_version(if_match, current.version, current.what, std::move(current.json));
    if (checked) return checked;
    auto failure = std::move(checked).error();
    connection.run(who_saved, {{"topic", current.topic.word()}, {"id", current.id}, {"version", current.version}},
                   [&](db::Row const& row) {
                       failure.changed_by = row.get<std::string>(0);
                       failure.changed_at = row.get<Instant>(1).to_iso();
                   });
    return fail(std::move(failure));
}

void note(db::Transaction& transaction, UserId user, Services const& services, Change change) {
    services.events.publish(transaction, {.topic = change.topic,
                                          .company = change.company,
                                          .entity = change.entity,
                                          .version = change.version,
                                          .made_by = user});
    audit::write(transaction, services.clock.now(),
                 {.action = change.action,
                  .description = std::move(change.description),
                  .user = user,
                  .company = change.company,
                  .target_user = change.target_user,
                  .details = std::move(change.details)});
}

void note(auth::Write const& write, Services const& services, Change change) {
    if (auto const& session_of = write.actor.session_of; !session_of.empty())
        change.description += fmt::format(" (por PIN, na sessão de {})", session_of);
    note(write.db, write.actor.user, services, std::move(change));
}

Result<void> check_restorable(Instant deleted_at, Instant now) {
    if (now - deleted_at <= kept_in_bin) return {};
    return invalid("Já passaram mais de " + std::to_string(kept_in_bin.count()) +
                   " dias desde a exclusão. Cadastre de novo.");
}

std::string id_list_json(std::vector<Uuid> const& ids) {
    std::string list = "[";
    for (auto const& id : ids) {
        if (list.size() > 1) list += ',';
        json::append_string(list, id.to_string());
    }
    return list += ']';
}

Result<Bulk> read_bulk(std::string_view body, bool with_state) {
    auto const object = BALCAO_TRY(json::parse_object(body));
    Bulk bulk;
    std::vector<FieldProblem> problems;
    for (auto const& member : object) {
        if (member.key() != "action" && member.key() != "ids")
            problems.push_back({std::string(member.key()), "Este campo não existe."});
    }

    auto const* const name = object.if_contains("action");
    auto const action =
        name != nullptr && name->is_string() ? bulk_action(name->get_string(), with_state) : std::nullopt;
    if (action) bulk.action = *action;
    else problems.push_back({"action", "Escolha uma das ações possíveis."});

    auto const* const ids = object.if_contains("ids");
    if (ids == nullptr || !ids->is_array() || ids->get_array().empty() || ids->get_array().size() > most_in_bulk) {
        problems.push_back({"ids", "Escolha de 1 a " + std::to_string(most_in_bulk) + " registros."});
        return invalid(std::move(problems));
    }
    for (auto const& id : ids->get_array()) {
        auto const read = id.is_string() ? Uuid::parse(id.get_string()) : std::nullopt;
        if (read) bulk.ids.push_back(*read);
        else problems.push_back({"ids", "Um dos registros escolhidos não existe."});
    }
    std::ranges::sort(bulk.ids);
    auto const repeated = std::ranges::unique(bulk.ids);
    bulk.ids.erase(repeated.begin(), repeated.end());
    if (!problems.empty()) return invalid(std::move(problems));
    return bulk;
}

void note_bulk(auth::Write const& write, Services const& services, BulkAction action, BulkOutcome const& outcome,
               RecordWords const& words, std::optional<CompanyId> company) {
    auto const count = outcome.changed.size();
    if (count == 0) return;
    json::ObjectWriter details;
    details.raw("ids", id_list_json(outcome.changed));
    if (!outcome.deactivated.empty()) details.raw(words.many_deactivated, id_list_json(outcome.deactivated));
    note(write, services,
         {.topic = words.topic,
          .action = action == BulkAction::remove ? words.deleted_code : words.updated_code,
          .description = fmt::format("{} {} {}", done(action), count, count == 1 ? words.one : words.many),
          .company = company,
          .details = details.take()});
}

} // namespace balcao::records
