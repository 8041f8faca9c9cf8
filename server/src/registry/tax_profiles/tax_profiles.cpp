#include "registry/tax_profiles/tax_profiles.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/db/entity.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/products/changes.hpp"

namespace balcao::tax_profiles {

namespace {

using auth::Answer;

constexpr std::string_view all_path = "/api/companies/{id}/tax-profiles";
constexpr std::string_view one_path = "/api/companies/{id}/tax-profiles/{fid}";
constexpr std::string_view id_parameter = "fid";

std::string const columns = db::columns(tax_profile_fields()) + ", valores";
std::string const find_sql = "select " + columns + " from perfil_fiscal where emitente_id = :emitente_id and id = :id";
db::Query const find_row{"tax_profiles_find", find_sql};
std::string const list_sql =
    "select " + columns + " from perfil_fiscal where emitente_id = :emitente_id order by padrao desc, nome limit :most";
db::Query const list_rows{"tax_profiles_list", list_sql};
std::string const insert_sql = "insert into perfil_fiscal (emitente_id, valores, " +
                               db::column_names(tax_profile_fields()) + ") values (:emitente_id, :valores, " +
                               db::placeholders(tax_profile_fields()) + ")";
db::Query const insert_row{"tax_profiles_insert", insert_sql};
std::string const update_sql = "update perfil_fiscal set valores = :valores, " +
                               db::assignments(tax_profile_fields(), {"id", "created_at"}) +
                               " where emitente_id = :emitente_id and id = :id";
db::Query const update_row{"tax_profiles_update", update_sql};
constexpr db::Query delete_row{"tax_profiles_delete",
                               "delete from perfil_fiscal where emitente_id = :emitente_id and id = :id"};
constexpr db::Query leave_default{"tax_profiles_leave_default", R"sql(
    update perfil_fiscal set padrao = 'N', version = version + 1, updated_at = :now
    where emitente_id = :emitente_id and padrao = 'S' and id <> :id)sql"};

TaxProfile read_row(db::Row const& row) {
    auto profile = db::read_row<TaxProfile>(tax_profile_fields(), row);
    auto const json = json::parse_object(row.text(static_cast<int>(tax_profile_fields().size()))).value();
    // What a rule of today would refuse is shown, and told when it is saved.
    std::vector<FieldProblem> problems;
    profile.valores = read_entity<products::Product>(products::tax_fields(), json, problems);
    return profile;
}

void write(db::Transaction& transaction, auth::CompanyScope const& scope, db::Query const& query,
           TaxProfile const& profile) {
    auto const valores = balcao::to_json(products::tax_fields(), profile.valores);
    auto params = db::params(tax_profile_fields(), profile);
    params.emplace_back("emitente_id", scope.id());
    params.emplace_back("valores", valores);
    transaction.execute(query, params);
}

// Only one is the default, and its name is its own.
Result<void> save(auth::Write const& call, auth::CompanyScope const& scope, db::Query const& query,
                  TaxProfile const& profile) {
    if (profile.padrao == "S") {
        call.db.execute(leave_default, {{"emitente_id", scope.id()}, {"id", profile.id}, {"now", profile.updated_at}});
    }
    try {
        write(call.db, scope, query, profile);
    } catch (db::UniqueViolation const& error) {
        if (error.constraint() != "perfil_fiscal_nome") throw;
        return invalid({{"nome", "Já existe um perfil fiscal com este nome. Digite outro."}});
    }
    return {};
}

void note(auth::Write const& call, auth::CompanyScope const& scope, records::Services const& services,
          std::string_view action, std::string_view what, TaxProfile const& profile, std::string details) {
    records::note(call, services,
                  {.topic = "tax-profiles",
                   .action = action,
                   .description = fmt::format("{} o perfil fiscal {}", what, profile.nome),
                   .company = scope.id(),
                   .entity = profile.id.uuid(),
                   .version = profile.version,
                   .details = std::move(details)});
}

Result<TaxProfile> read_body(auth::WriteCall& call, auth::CompanyScope const& scope) {
    auto const taxation = products::taxation_of(call.db, scope);
    if (!taxation) return not_found();
    return read_tax_profile(BALCAO_TRY(json::parse_object(call.request.body)), taxation->crt);
}

Result<TaxProfile> find_current(auth::WriteCall& call, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(records::id_in_path<TaxProfileId>(call.request, id_parameter));
    auto const if_match = BALCAO_TRY(http::if_match(call.request));
    auto found = find(call.db, scope, id);
    if (!found) return not_found();
    BALCAO_TRY(records::check_current(call.db, if_match,
                                      {.topic = "tax-profiles",
                                       .id = id.uuid(),
                                       .version = found->version,
                                       .what = "este perfil fiscal",
                                       .json = to_json(*found)}));
    return *std::move(found);
}

Answer list(db::Connection& connection, auth::CompanyScope const& scope) {
    auto const taxation = products::taxation_of(connection, scope);
    if (!taxation) return not_found();
    std::string items, suggestions;
    for (auto const& profile : find_all(connection, scope)) items += (items.empty() ? "" : ",") + to_json(profile);
    if (items.empty()) {
        for (auto const& profile : suggested_for(*taxation))
            suggestions += (suggestions.empty() ? "" : ",") + suggestion_json(profile);
    }
    return http::json(200, fmt::format(R"({{"items":[{}],"sugestoes":[{}]}})", items, suggestions));
}

Answer create_typed(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    auto typed = BALCAO_TRY(read_body(call, scope));
    auto const profile = BALCAO_TRY(create(call, scope, services, std::move(typed)));
    return records::answer(201, to_json(profile), profile.version);
}

Answer update(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    auto profile = BALCAO_TRY(read_body(call, scope));
    auto const before = BALCAO_TRY(find_current(call, scope));
    profile.id = before.id;
    profile.created_at = before.created_at;
    profile.updated_at = services.clock.now();
    profile.version = before.version + 1;
    BALCAO_TRY(save(call, scope, update_row, profile));
    json::ObjectWriter details;
    details.raw("antes", to_json(before));
    details.raw("depois", to_json(profile));
    note(call, scope, services, "tax_profile_update", "Salvou", profile, details.take());
    return records::answer(200, to_json(profile), profile.version);
}

Answer remove(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    auto const before = BALCAO_TRY(find_current(call, scope));
    call.db.execute(delete_row, {{"emitente_id", scope.id()}, {"id", before.id}});
    note(call, scope, services, "tax_profile_delete", "Excluiu", before, to_json(before));
    return records::no_content();
}

Answer preview(auth::ReadCall& call, auth::CompanyScope const& scope, Instant now) {
    auto const id = BALCAO_TRY(records::id_in_path<TaxProfileId>(call.request, id_parameter));
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    for (auto const& member : body)
        if (member.key() != "ids") problems.push_back({std::string(member.key()), "Este campo não existe."});
    auto const ids = products::read_ids(body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const profile = find(call.db, scope, id);
    if (!profile) return not_found();
    auto const proposed =
        BALCAO_TRY(products::propose(call.db, products::Products(scope), ids, now, [&](products::Product& product) {
            products::put_tax_values(profile->valores, product);
        }));
    return http::json(200, products::to_json(proposed));
}

} // namespace

std::optional<TaxProfile> find(db::Connection& connection, auth::CompanyScope const& scope, TaxProfileId id) {
    return connection.first(find_row, {{"emitente_id", scope.id()}, {"id", id}}, read_row);
}

std::vector<TaxProfile> find_all(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.all(list_rows, {{"emitente_id", scope.id()}, {"most", most_profiles}}, read_row);
}

Result<TaxProfile> create(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                          TaxProfile profile) {
    auto const others = find_all(write.db, scope).size();
    if (static_cast<std::int64_t>(others) >= most_profiles)
        return invalid(fmt::format("O máximo é {} perfis. Exclua um que não usa mais.", most_profiles));
    profile.id = TaxProfileId::make();
    profile.created_at = profile.updated_at = services.clock.now();
    BALCAO_TRY(save(write, scope, insert_row, profile));
    note(write, scope, services, "tax_profile_create", "Cadastrou", profile, to_json(profile));
    return profile;
}

void add_tax_profiles_routes(auth::Gate& gate, records::Services services) {
    gate.route({.pattern = std::string(all_path), .who = auth::Who::operador},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) { return list(call.db, scope); });
    gate.route({.method = http::Method::post,
                .pattern = std::string(all_path),
                .who = auth::Who::gerente,
                .is_repeatable = true},
               [services](auth::WriteCall& call, auth::CompanyScope const& scope) {
                   return create_typed(call, scope, services);
               });
    gate.route({.pattern = std::string(one_path), .who = auth::Who::operador},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const id = BALCAO_TRY(records::id_in_path<TaxProfileId>(call.request, id_parameter));
                   auto const profile = find(call.db, scope, id);
                   if (!profile) return not_found();
                   return records::answer(200, to_json(*profile), profile->version);
               });
    gate.route(
        {.method = http::Method::put, .pattern = std::string(one_path), .who = auth::Who::gerente},
        [services](auth::WriteCall& call, auth::CompanyScope const& scope) { return update(call, scope, services); });
    gate.route(
        {.method = http::Method::del, .pattern = std::string(one_path), .who = auth::Who::gerente},
        [services](auth::WriteCall& call, auth::CompanyScope const& scope) { return remove(call, scope, services); });
    gate.route({.method = http::Method::post, .pattern = std::string(one_path) + "/preview", .who = auth::Who::gerente},
               [services](auth::ReadCall& call, auth::CompanyScope const& scope) {
                   return preview(call, scope, services.clock.now());
               });
}

} // namespace balcao::tax_profiles
