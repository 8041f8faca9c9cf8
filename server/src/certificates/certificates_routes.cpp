#include "certificates/certificates_routes.hpp"

#include <memory>

#include "audit/audit.hpp"
#include "auth/attempts.hpp"
#include "auth/own_password.hpp"
#include "base/json.hpp"
#include "certificates/certificates_store.hpp"
#include "companies/companies_store.hpp"
#include "http/etag.hpp"

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

    auth::Answer put(http::Request const& request, auth::Caller const& caller, auth::CompanyScope const& scope) {
        auto const if_match = http::if_match(request);
        if (!if_match) return fail(if_match.error());
        auto const object = json::parse_object(request.body);
        if (!object) return fail(object.error());
        auto const key = caller.user.to_string();
        if (auto const seconds = refused_.wait(key)) return auth::too_many_attempts("Erro no Upload", *seconds);

        auto const opened = open(*object, scope);
        if (!opened) {
            if (opened.error().kind == FailureKind::invalid) {
                refused_.count(key);
                note_refusal(caller, scope, opened.error().detail);
            }
            return fail(opened.error());
        }
        refused_.forget(key);
        return services_.database.write([&](db::Transaction& transaction) -> auth::Answer {
            auth::WriteCall call{request, caller, transaction};
            auto const stored =
                certificates::put(call, scope, services_.records, services_.secrets, *if_match, *opened);
            if (!stored) return fail(stored.error());
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
        auto input = read_input(json);
        if (!input) return fail(input.error());
        return open_certificate(services_.database, scope, services_.secrets, services_.records.clock.now(),
                                *std::move(input));
    }

    void note_refusal(auth::Caller const& caller, auth::CompanyScope const& scope, std::string const& why) {
        services_.database.write([&](db::Transaction& transaction) {
            auto const is_first = !find(transaction, scope);
            audit::write(transaction, services_.records.clock.now(),
                         {.action = is_first ? "certificate_upload" : "certificate_update",
                          .description = "Certificado digital recusado: " + why,
                          .user = caller.user,
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
    gate.read_company(pattern, [services](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
        return Upload::answer(call.db, scope, services.records.clock.now());
    });
    auto const upload = std::make_shared<Upload>(services);
    gate.signed_in_company(http::Method::put, pattern, auth::Who::signed_in, http::Lane::hash,
                           [upload](http::Request const& request, auth::Caller const& caller,
                                    auth::CompanyScope const& scope) { return upload->put(request, caller, scope); },
                           {.limit = body_limit});
    gate.write_company(http::Method::del, pattern, auth::Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const if_match = http::if_match(call.request);
                           if (!if_match) return fail(if_match.error());
                           if (auto const removed = remove(call, scope, services.records, *if_match); !removed)
                               return fail(removed.error());
                           return records::no_content();
                       });
}

} // namespace balcao::certificates
