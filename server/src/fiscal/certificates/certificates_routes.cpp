#include "fiscal/certificates/certificates.hpp"

#include <memory>

#include "fiscal/certificates/certificates_store.hpp"
#include "platform/audit/audit.hpp"
#include "platform/auth/attempts.hpp"
#include "platform/auth/gate.hpp"
#include "platform/auth/own_password.hpp"
#include "platform/auth/recent_password.hpp"
#include "platform/base/json.hpp"
#include "platform/http/etag.hpp"
#include "platform/records/answers.hpp"

namespace balcao::certificates {

namespace {

// A file of the largest size in base64, and the rest of the form.
constexpr std::size_t body_limit = 128 * 1024;

// Opening a file is work on purpose, and a refusal is a row of the audit log: both are slowed down for who tries often.
constexpr int free_refusals = 30;

class Upload {
public:
    explicit Upload(CertificateServices services)
        : services_(services), refused_(services.records.clock, free_refusals) {}

    auth::Answer put(http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
        auto const is_recent = services_.database.read([&](db::Connection& connection) {
            return auth::is_password_recent(connection, actor, services_.records.clock.now());
        });
        if (!is_recent) return auth::password_needed(request);
        auto const if_match = BALCAO_TRY(http::if_match(request));
        auto const object = BALCAO_TRY(json::parse_object(request.body));
        auto const key = actor.user.to_string();
        if (auto const seconds = refused_.wait(key)) return auth::too_many_attempts("Erro no Upload", *seconds);

        auto const opened = open(object, scope);
        if (!opened) {
            if (opened.error().kind == FailureKind::invalid) {
                refused_.count(key);
                note_refusal(actor, scope, opened.error().detail);
            }
            return fail(opened.error());
        }
        refused_.forget(key);
        return services_.database.write([&](db::Transaction& transaction) -> auth::Answer {
            auth::Write const write{transaction, actor};
            auto const stored =
                BALCAO_TRY(certificates::put(write, scope, services_.records, services_.secrets, if_match, *opened));
            return answer(transaction, scope, services_.records.clock.now());
        });
    }

    static auth::Answer answer(db::Connection& connection, auth::CompanyScope const& scope, Instant now) {
        auto const company = companies::find(connection, scope);
        if (!company) return not_found();
        auto const stored = find(connection, scope);
        return records::answer(200, to_json(stored, company->company, now), stored ? stored->version : 0);
    }

private:
    Result<OpenedCertificate> open(boost::json::object const& json, auth::CompanyScope const& scope) {
        auto input = BALCAO_TRY(read_input(json));
        return open_certificate(services_.database, scope, services_.secrets, services_.icp_brasil,
                                services_.records.clock.now(), std::move(input));
    }

    void note_refusal(auth::Actor const& actor, auth::CompanyScope const& scope, std::string const& why) {
        services_.database.write([&](db::Transaction& transaction) {
            auto const is_first = !find(transaction, scope);
            audit::write(transaction, services_.records.clock.now(),
                         {.action = is_first ? "certificate_upload" : "certificate_update",
                          .description = "Certificado digital recusado: " + why,
                          .user = actor.user,
                          .company = scope.id(),
                          .outcome = audit::Outcome::error});
        });
    }

    CertificateServices services_;
    auth::Attempts refused_; // by user
};

} // namespace

void add_certificates_routes(auth::Gate& gate, CertificateServices services) {
    constexpr auto pattern = "/api/companies/{id}/certificate";
    gate.route({.pattern = pattern, .who = auth::Who::gerente},
               [services](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   return Upload::answer(call.db, scope, services.records.clock.now());
               });
    auto const upload = std::make_shared<Upload>(services);
    gate.route({.method = http::Method::put,
                .pattern = pattern,
                .who = auth::Who::gerente,
                .lane = http::Lane::hash,
                .body = {.limit = body_limit}},
               [upload](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
                   return upload->put(request, actor, scope);
               });
    gate.route({.method = http::Method::del, .pattern = pattern, .who = auth::Who::gerente},
               [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   auto const if_match = BALCAO_TRY(http::if_match(call.request));
                   BALCAO_TRY(remove(call, scope, services.records, if_match));
                   return records::no_content();
               });
}

} // namespace balcao::certificates
