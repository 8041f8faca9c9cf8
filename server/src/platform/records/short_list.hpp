#pragma once
// Short lists of a company (stations, perfis fiscais): shown whole, each entry with a name that no other one has and a
// part that is stored as JSON beside its columns.

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/object.hpp>
#include <fmt/format.h>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/db/entity.hpp"
#include "platform/http/etag.hpp"
#include "platform/records/record_routes.hpp"
#include "platform/records/records.hpp"

namespace balcao::records {

struct ShortListText {
    events::Topic topic;         // of events: "tax-profiles"
    std::string_view name;       // of statements and audit codes: "tax_profile": tax_profile_create
    std::string_view table;      // its names are unique by the constraint `<table>_nome`
    std::string_view part;       // the column and JSON member of the part
    std::string_view order;      // "padrao desc, nome"
    std::string_view thing;      // "o perfil fiscal", as in "Cadastrou o perfil fiscal Revenda"
    std::string_view this_thing; // "este perfil fiscal"
    std::string_view name_taken; // sentences
    std::string_view too_many;
    std::int64_t most = 0;
};

/// A kind of entries. An entry has id, nome, created_at, updated_at and version.
template <class Kind>
concept ShortListKind = requires(typename Kind::Entry& entry, boost::json::object const& part) {
    { Kind::text } -> std::convertible_to<ShortListText>;
    { Kind::fields() } -> std::same_as<Fields>; // all but the part
    { Kind::part_json(entry) } -> std::same_as<std::string>;
    { Kind::read_part(entry, part) } -> std::same_as<void>; // as it is stored
};

/// The contract's schema of an entry: its fields and its part.
template <ShortListKind Kind>
std::string entry_json(typename Kind::Entry const& entry) {
    auto out = balcao::to_json(Kind::fields(), entry);
    out.pop_back();
    return out + fmt::format(R"(,"{}":{}}})", Kind::text.part, Kind::part_json(entry));
}

/// Reads what was typed: every broken rule at once, those of the part as `part.field`. `missing`: the sentence when
/// there is no part. `read_part(entry, part, problems)` checks it.
template <ShortListKind Kind>
Result<typename Kind::Entry> read_entry(boost::json::object json, std::string_view missing, auto const& read_part) {
    constexpr ShortListText const& text = Kind::text;
    boost::json::value part;
    if (auto const* const value = json.if_contains(text.part)) part = *value;
    json.erase(text.part);
    std::vector<FieldProblem> problems, in_part;
    auto entry = read_entity<typename Kind::Entry>(Kind::fields(), json, problems);
    if (part.is_object()) read_part(entry, part.get_object(), in_part);
    else problems.push_back({std::string(text.part), std::string(missing)});
    for (auto& problem : in_part)
        problems.push_back({fmt::format("{}.{}", text.part, problem.field), std::move(problem.message)});
    if (!problems.empty()) return invalid(std::move(problems));
    return entry;
}

template <ShortListKind Kind>
class ShortList {
public:
    using Entry = typename Kind::Entry;
    using Id = decltype(Entry::id);

    static std::optional<Entry> find(db::Connection& connection, auth::CompanyScope const& scope, Id id) {
        static Statement const statement("find", selected() + " and id = :id");
        return connection.first(statement.query(), {{"emitente_id", scope.id()}, {"id", id}}, read_row);
    }

    static std::vector<Entry> find_all(db::Connection& connection, auth::CompanyScope const& scope) {
        static Statement const statement("list", fmt::format("{} order by {} limit :most", selected(), text.order));
        return connection.all(statement.query(), {{"emitente_id", scope.id()}, {"most", text.most}}, read_row);
    }

    /// `[…]`
    static std::string list_json(db::Connection& connection, auth::CompanyScope const& scope) {
        std::string items;
        for (auto const& entry : find_all(connection, scope))
            items += (items.empty() ? "" : ",") + entry_json<Kind>(entry);
        return '[' + items + ']';
    }

    /// The entry that the path names, if the caller has seen it as it is.
    static Result<Entry> find_current(auth::WriteCall& call, auth::CompanyScope const& scope,
                                      std::string_view id_parameter) {
        auto const id = BALCAO_TRY(id_in_path<Id>(call.request, id_parameter));
        auto const if_match = BALCAO_TRY(http::if_match(call.request));
        auto found = find(call.db, scope, id);
        if (!found) return not_found();
        BALCAO_TRY(check_current(call.db, if_match,
                                 {.topic = text.topic,
                                  .id = id.uuid(),
                                  .version = found->version,
                                  .what = std::string(text.this_thing),
                                  .json = entry_json<Kind>(*found)}));
        return *std::move(found);
    }

    /// `invalid` when there are too many, or one of that name.
    static Result<Entry> create(auth::Write const& write, auth::CompanyScope const& scope, Services const& services,
                                Entry entry) {
        if (static_cast<std::int64_t>(find_all(write.db, scope).size()) >= text.most)
            return invalid(fmt::format(fmt::runtime(text.too_many), text.most));
        entry.id = Id::make();
        entry.created_at = entry.updated_at = services.clock.now();
        static Statement const statement(
            "insert",
            fmt::format("insert into {} (emitente_id, {}, {}) values (:emitente_id, :{}, {})", text.table, text.part,
                        db::column_names(Kind::fields()), text.part, db::placeholders(Kind::fields())));
        BALCAO_TRY(save(write.db, scope, statement.query(), entry));
        note(write, scope, services, "create", "Cadastrou", entry, entry_json<Kind>(entry));
        return entry;
    }

    /// `entry` takes the place of `before`.
    static Result<Entry> update(auth::Write const& write, auth::CompanyScope const& scope, Services const& services,
                                Entry const& before, Entry entry) {
        entry.id = before.id;
        entry.created_at = before.created_at;
        entry.updated_at = services.clock.now();
        entry.version = before.version + 1;
        static Statement const statement(
            "update",
            fmt::format("update {} set {} = :{}, {} where emitente_id = :emitente_id and id = :id", text.table,
                        text.part, text.part, db::assignments(Kind::fields(), {"id", "created_at"})));
        BALCAO_TRY(save(write.db, scope, statement.query(), entry));
        json::ObjectWriter details;
        details.raw("antes", entry_json<Kind>(before));
        details.raw("depois", entry_json<Kind>(entry));
        note(write, scope, services, "update", "Salvou", entry, details.take());
        return entry;
    }

    static void remove(auth::Write const& write, auth::CompanyScope const& scope, Services const& services,
                       Entry const& entry) {
        static Statement const statement(
            "delete", fmt::format("delete from {} where emitente_id = :emitente_id and id = :id", text.table));
        write.db.execute(statement.query(), {{"emitente_id", scope.id()}, {"id", entry.id}});
        note(write, scope, services, "delete", "Excluiu", entry, entry_json<Kind>(entry));
    }

private:
    static constexpr ShortListText const& text = Kind::text;

    struct Statement {
        Statement(std::string_view verb, std::string statement)
            : name(fmt::format("{}_{}", text.name, verb)), sql(std::move(statement)) {}
        db::Query query() const { return {.name = name, .sql = sql}; }
        std::string name, sql;
    };

    static std::string selected() {
        return fmt::format("select {}, {} from {} where emitente_id = :emitente_id", db::columns(Kind::fields()),
                           text.part, text.table);
    }

    static Entry read_row(db::Row const& row) {
        auto entry = db::read_row<Entry>(Kind::fields(), row);
        Kind::read_part(entry, json::parse_object(row.text(static_cast<int>(Kind::fields().size()))).value());
        return entry;
    }

    static Result<void> save(db::Transaction& transaction, auth::CompanyScope const& scope, db::Query const& query,
                             Entry const& entry) {
        auto const part = Kind::part_json(entry);
        auto params = db::params(Kind::fields(), entry);
        params.emplace_back("emitente_id", scope.id());
        params.emplace_back(text.part, part);
        try {
            transaction.execute(query, params);
        } catch (db::UniqueViolation const& error) {
            if (error.constraint() != fmt::format("{}_nome", text.table)) throw;
            return invalid(std::vector<FieldProblem>{{"nome", std::string(text.name_taken)}});
        }
        return {};
    }

    static void note(auth::Write const& write, auth::CompanyScope const& scope, Services const& services,
                     std::string_view verb, std::string_view did, Entry const& entry, std::string details) {
        auto const action = fmt::format("{}_{}", text.name, verb);
        records::note(write, services,
                      {.topic = text.topic,
                       .action = action,
                       .description = fmt::format("{} {} {}", did, text.thing, entry.nome),
                       .company = scope.id(),
                       .entity = entry.id.uuid(),
                       .version = entry.version,
                       .details = std::move(details)});
    }
};

} // namespace balcao::records
