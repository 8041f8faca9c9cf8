#pragma once
// Which certificates a company may use, and what is told of them. Pure, any thread.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "nfce/certificate.hpp"
#include "platform/base/result.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"

namespace balcao::certificates {

inline constexpr std::size_t most_file_bytes = 64 * 1024;

/// The form.
struct CertificateInput {
    std::string file_name;
    std::optional<Secret> pfx; // the file's bytes; nullopt: the stored file
    Secret password;
};
/// The titles and sentences of the specification (sections 5 and 8).
Result<CertificateInput> read_input(boost::json::object const& json);

/// Why the file or its password is no good.
Failure refusal(nfce::CertificateError error, std::string_view pfx);
/// Why the company may not use it, if so. Dates are told in `time_zone`.
std::optional<Failure> refusal(nfce::CertificateFacts const& facts, std::string_view company_cnpj, Instant now,
                               std::string_view time_zone);
Failure no_stored_file();
/// `sentence`: why it does not serve in produção, where the company is.
Failure not_for_production(std::string_view sentence);

/// Same first eight characters: branches of one company.
bool same_root(std::string_view cnpj, std::string_view other);
/// What to know of a certificate that is kept: whose it is, when not of this very CNPJ.
std::optional<std::string> notice(std::string_view certificate_cnpj, std::string_view company_cnpj);

/// valido, vence_em_breve (from 30 days before the end) or vencido.
std::string_view situacao(Instant valid_to, Instant now);
/// Whole days, negative after the end.
std::int64_t dias_restantes(Instant valid_to, Instant now);

} // namespace balcao::certificates
