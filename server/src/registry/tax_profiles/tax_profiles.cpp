#include "registry/tax_profiles/tax_profiles.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/products/changes.hpp"
#include "registry/tax_profiles/tax_profile_kind.hpp"

namespace balcao::tax_profiles {

namespace {

using auth::Answer;

constexpr std::string_view all_path = "/api/companies/{id}/tax-profiles";
constexpr std::string_view one_path = "/api/companies/{id}/tax-profiles/{fid}";
constexpr std::string_view id_parameter = "fid";

using Profiles = records::ShortList<TaxProfileKind>;

constexpr db::Query leave_default{"tax_profiles_leave_default", R"sql(
    update perfil_fiscal set padrao = 'N', version = version + 1, updated_at = :now
    where emitente_id = :emitente_id and padrao = 'S' and id <> :id)sql"};

// Only one is the default.
void take_default(db::Transaction& transaction, auth::CompanyScope const& scope, TaxProfile const& profile,
                  Instant now) {
    if (profile.padrao == "S")
        transaction.execute(leave_default, {{"emitente_id", scope.id()}, {"id", profile.id}, {"now", now}});
}

Result<TaxProfile> read_body(auth::WriteCall& call, auth::CompanyScope const& scope) {
    auto const taxation = products::taxation_of(call.db, scope);
    if (!taxation) return not_found();
    return read_tax_profile(BALCAO_TRY(json::parse_object(call.request.body)), taxation->crt);
}

Answer list(db::Connection& connection, auth::CompanyScope const& scope) {
    auto const taxation = products::taxation_of(connection, scope);
    if (!taxation) return not_found();
    auto const items = Profiles::list_json(connection, scope);
    std::string suggestions;
    if (items == "[]") {
        for (auto const& profile : suggested_for(*taxation))
            suggestions += (suggestions.empty() ? "" : ",") + suggestion_json(profile);
    }
    return http::json(200, fmt::format(R"({{"items":{},"sugestoes":[{}]}})", items, suggestions));
}

Answer create_typed(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    auto typed = BALCAO_TRY(read_body(call, scope));
    auto const profile = BALCAO_TRY(create(call, scope, services, std::move(typed)));
    return records::answer(201, to_json(profile), profile.version);
}

Answer update(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    auto typed = BALCAO_TRY(read_body(call, scope));
    auto const before = BALCAO_TRY(Profiles::find_current(call, scope, id_parameter));
    typed.id = before.id;
    take_default(call.db, scope, typed, services.clock.now());
    auto const profile = BALCAO_TRY(Profiles::update(call, scope, services, before, std::move(typed)));
    return records::answer(200, to_json(profile), profile.version);
}

Answer remove(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    Profiles::remove(call, scope, services, BALCAO_TRY(Profiles::find_current(call, scope, id_parameter)));
    return records::no_content();
}

bool is_classified(TaxProfile const& profile) {
    return profile.valores.ibscbs_CST && profile.valores.ibscbs_cClassTrib;
}

Answer preview(auth::ReadCall& call, auth::CompanyScope const& scope, Instant now) {
    auto const id = BALCAO_TRY(records::id_in_path<TaxProfileId>(call.request, id_parameter));
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    bool only_ibscbs = false;
    for (auto const& [name, value] : body) {
        if (name == "so_ibscbs" && value.is_bool()) only_ibscbs = value.get_bool();
        else if (name == "so_ibscbs") problems.push_back({std::string(name), "Use true ou false."});
        else if (name != "ids") problems.push_back({std::string(name), "Este campo não existe."});
    }
    auto const ids = products::read_ids(body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const profile = find(call.db, scope, id);
    if (!profile) return not_found();
    auto const& values = profile->valores;
    if (only_ibscbs && !is_classified(*profile)) {
        return invalid({{"so_ibscbs", "Este perfil não tem CST e cClassTrib de IBS e CBS. Complete o perfil ou escolha "
                                      "outro."}});
    }
    auto const proposed =
        BALCAO_TRY(products::propose(call.db, products::Products(scope), ids, now, [&](products::Product& product) {
            if (!only_ibscbs) return products::put_tax_values(values, product);
            product.ibscbs_CST = values.ibscbs_CST;
            product.ibscbs_cClassTrib = values.ibscbs_cClassTrib;
        }));
    return http::json(200, products::to_json(proposed));
}

} // namespace

std::optional<TaxProfile> find(db::Connection& connection, auth::CompanyScope const& scope, TaxProfileId id) {
    return Profiles::find(connection, scope, id);
}

Counts count(db::Connection& connection, auth::CompanyScope const& scope) {
    auto const profiles = Profiles::find_all(connection, scope);
    return {.all = std::ssize(profiles),
            .unclassified = std::ranges::count_if(profiles, [](auto const& one) { return !is_classified(one); }),
            .with_approximate_taxes = std::ranges::count_if(
                profiles, [](auto const& one) { return products::approximate_taxes(one.valores).has_value(); })};
}

Result<TaxProfile> create(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                          TaxProfile profile) {
    take_default(write.db, scope, profile, services.clock.now());
    return Profiles::create(write, scope, services, std::move(profile));
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
