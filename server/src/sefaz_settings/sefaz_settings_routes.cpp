#include "sefaz_settings/sefaz_settings_routes.hpp"

#include <utility>

#include "audit/audit.hpp"
#include "base/json.hpp"
#include "companies/companies_store.hpp"
#include "http/etag.hpp"
#include "http/problem.hpp"
#include "sefaz_settings/tech_resp.hpp"

namespace balcao::sefaz_settings {

namespace {

void note_wrong_password(db::Database& database, Clock const& clock, auth::Caller const& caller,
                         auth::CompanyScope const& scope) {
    database.write([&](db::Transaction& transaction) {
        audit::write(transaction, clock.now(),
                     {.action = "secret_reveal",
                      .description = "Quis ver o CSC, mas a senha não conferiu",
                      .user = caller.user,
                      .company = scope.id(),
                      .outcome = audit::Outcome::error});
    });
}

auth::Answer reveal(db::Database& database, SettingsServices const& services, auth::OwnPassword& own_password,
                    http::Request const& request, auth::Caller const& caller, auth::CompanyScope const& scope) {
    auto const object = json::parse_object(request.body);
    if (!object) return fail(object.error());
    auto const input = read_reveal(*object);
    if (!input) return fail(input.error());
    auto const hash = own_password.check(caller, input->password, "password");
    if (!hash) {
        if (hash.error().kind == FailureKind::invalid)
            note_wrong_password(database, services.records.clock, caller, scope);
        return fail(hash.error());
    }
    return database.write([&](db::Transaction& transaction) -> auth::Answer {
        auth::WriteCall call{request, caller, transaction};
        auto const csc = reveal_csc(call, scope, services, input->ambiente);
        if (!csc) return fail(csc.error());
        json::ObjectWriter writer;
        writer.text("csc", csc->reveal());
        auto response = http::json(200, writer.take());
        response.headers.emplace_back("Cache-Control", "no-store");
        return response;
    });
}

} // namespace

void add_sefaz_settings_routes(auth::Gate& gate, db::Database& database, SettingsServices services,
                               auth::OwnPassword& own_password) {
    gate.read_company("/api/companies/{id}/sefaz-settings",
                      [services](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                          if (!companies::find(call.db, scope)) return not_found();
                          auto const settings = find_settings(call.db, scope);
                          return records::answer(200, to_json(settings, scope, services), settings.version);
                      });

    gate.write_company(http::Method::put, "/api/companies/{id}/sefaz-settings", auth::Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const if_match = http::if_match(call.request);
                           if (!if_match) return fail(if_match.error());
                           auto const object = json::parse_object(call.request.body);
                           if (!object) return fail(object.error());
                           auto const input = read_settings(*object);
                           if (!input) return fail(input.error());
                           auto const settings = put_settings(call, scope, services, *if_match, *input);
                           if (!settings) return fail(settings.error());
                           return records::answer(200, to_json(*settings, scope, services), settings->version);
                       });

    gate.signed_in_company(
        http::Method::post, "/api/companies/{id}/sefaz-settings/reveal", auth::Who::admin, http::Lane::hash,
        [&database, services, &own_password](http::Request const& request, auth::Caller const& caller,
                                             auth::CompanyScope const& scope) {
            return reveal(database, services, own_password, request, caller, scope);
        });

    gate.read_company("/api/companies/{id}/tech-resp",
                      [](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                          if (!call.caller.is_admin()) return forbidden();
                          if (!companies::find(call.db, scope)) return not_found();
                          auto const stored = find_tech_resp(call.db, scope);
                          return records::answer(200, to_json(stored), stored.version);
                      });

    gate.write_company(http::Method::put, "/api/companies/{id}/tech-resp", auth::Who::admin,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const if_match = http::if_match(call.request);
                           if (!if_match) return fail(if_match.error());
                           auto const object = json::parse_object(call.request.body);
                           if (!object) return fail(object.error());
                           auto const input = read_tech_resp(*object);
                           if (!input) return fail(input.error());
                           auto const stored = put_tech_resp(call, scope, services, *if_match, *input);
                           if (!stored) return fail(stored.error());
                           return records::answer(200, to_json(*stored), stored->version);
                       });
}

} // namespace balcao::sefaz_settings
