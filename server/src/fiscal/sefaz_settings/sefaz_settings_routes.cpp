#include "fiscal/sefaz_settings/sefaz_settings.hpp"

#include <string_view>
#include <utility>

#include "fiscal/sefaz_settings/tech_resp.hpp"
#include "platform/audit/audit.hpp"
#include "platform/auth/gate.hpp"
#include "platform/auth/recent_password.hpp"
#include "platform/base/json.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::sefaz_settings {

namespace {

void note_wrong_password(db::Database& database, Clock const& clock, auth::Actor const& actor,
                         auth::CompanyScope const& scope) {
    database.write([&](db::Transaction& transaction) {
        audit::write(transaction, clock.now(),
                     {.action = "secret_reveal",
                      .description = "Quis ver o CSC, mas a senha não conferiu",
                      .user = actor.user,
                      .company = scope.id(),
                      .outcome = audit::Outcome::error});
    });
}

auth::Answer reveal(db::Database& database, SettingsServices const& services, auth::OwnPassword& own_password,
                    http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    auto const input = BALCAO_TRY(read_reveal(object));
    auto const hash = own_password.check(actor, input.password, "password");
    if (!hash) {
        if (hash.error().kind == FailureKind::invalid)
            note_wrong_password(database, services.records.clock, actor, scope);
        return fail(hash.error());
    }
    return database.write([&](db::Transaction& transaction) -> auth::Answer {
        auth::Write const write{transaction, actor};
        auto const csc = BALCAO_TRY(reveal_csc(write, scope, services, input.ambiente));
        json::ObjectWriter writer;
        writer.text("csc", csc.reveal());
        auto response = http::json(200, writer.take());
        response.headers.emplace_back("Cache-Control", "no-store");
        return response;
    });
}

// Only an administrator may; whoever else tries is told so.
bool goes_live(db::Connection& connection, auth::Actor const& actor, auth::CompanyScope const& scope,
               SettingsInput const& input) {
    return actor.is_admin() && input.ambiente == producao && find_settings(connection, scope).ambiente != producao;
}

// Opening the certificate takes tenths of a second, so it comes before the transaction.
auth::Answer put(auth::Gate& gate, db::Database& database, SettingsServices const& services,
                 http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
    auto const if_match = BALCAO_TRY(http::if_match(request));
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    auto const stored = database.read([&](db::Connection& connection) { return find_settings(connection, scope); });
    auto const input = BALCAO_TRY(read_settings(
        object, [&](std::string_view ambiente) { return stored.of(ambiente).csc_encrypted.has_value(); }));
    auto const must_ask = database.read([&](db::Connection& connection) {
        return goes_live(connection, actor, scope, input) &&
               !auth::is_password_recent(connection, actor, services.records.clock.now());
    });
    if (must_ask) return auth::password_needed(request);
    auto why_not = input.ambiente == producao ? why_not_producao(scope, services) : std::nullopt;
    if (input.ambiente == producao && !why_not && services.why_not_database)
        why_not = database.read(services.why_not_database);
    return database.write([&](db::Transaction& transaction) -> auth::Answer {
        auto const who = actor.is_admin() ? auth::Who::admin : auth::Who::gerente;
        auto const still = BALCAO_TRY(gate.ask_again(transaction, request, who));
        auth::Write const write{transaction, actor};
        auto const settings = BALCAO_TRY(put_settings(write, still, services, if_match, input, why_not));
        return records::answer(200, to_json(settings, still, services), settings.version);
    });
}

} // namespace

void add_sefaz_settings_routes(auth::Gate& gate, db::Database& database, SettingsServices services,
                               auth::OwnPassword& own_password) {
    gate.route({.pattern = "/api/companies/{id}/sefaz-settings", .who = auth::Who::gerente},
               [services](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   if (!companies::find(call.db, scope)) return not_found();
                   auto const settings = find_settings(call.db, scope);
                   return records::answer(200, to_json(settings, scope, services), settings.version);
               });

    gate.route({.method = http::Method::put,
                .pattern = "/api/companies/{id}/sefaz-settings",
                .who = auth::Who::gerente,
                .lane = http::Lane::hash},
               [&gate, &database, services](http::Request const& request, auth::Actor const& actor,
                                            auth::CompanyScope const& scope) {
                   return put(gate, database, services, request, actor, scope);
               });

    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/sefaz-settings/reveal",
                .who = auth::Who::admin,
                .lane = http::Lane::hash},
               [&database, services, &own_password](http::Request const& request, auth::Actor const& actor,
                                                    auth::CompanyScope const& scope) {
                   return reveal(database, services, own_password, request, actor, scope);
               });

    gate.route({.pattern = "/api/companies/{id}/tech-resp", .who = auth::Who::admin},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   if (!companies::find(call.db, scope)) return not_found();
                   auto const stored = find_tech_resp(call.db, scope);
                   return records::answer(200, to_json(stored), stored.version);
               });

    gate.route({.method = http::Method::put, .pattern = "/api/companies/{id}/tech-resp", .who = auth::Who::admin},
               [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   auto const if_match = BALCAO_TRY(http::if_match(call.request));
                   auto const object = BALCAO_TRY(json::parse_object(call.request.body));
                   auto const input = BALCAO_TRY(read_tech_resp(object));
                   auto const stored = BALCAO_TRY(put_tech_resp(call, scope, services, if_match, input));
                   return records::answer(200, to_json(stored), stored.version);
               });
}

} // namespace balcao::sefaz_settings
