#pragma once

#include "nfce/certificate.hpp"
#include "nfce/model.hpp"
#include "nfce/problem.hpp"

#include <expected>
#include <optional>
#include <string>
#include <string_view>

/// Another version of a receipt that was signed before: same goods, values, payments and people, whatever the products
/// have become since. Pure, any thread.
namespace balcao::nfce {

/// What the new version says of itself. Everything else stays as it was signed.
struct Reissue {
    int nNF = 0;
    std::string cNF; ///< 8 digits
    int tpEmis = 1;  ///< 1 normal, 6 SVC-AN, 7 SVC-RS, 9 offline
    DateTime dhEmi;
    std::optional<DateTime> dhCont; ///< with tpEmis 6, 7 and 9, together with xJust
    std::optional<std::string> xJust;
    std::optional<std::string> CSRT; ///< needed when the receipt carries a hashCSRT, which depends on the key
};

/// The receipt of a signed NFe with these changes and the key they make; infNFeSupl is empty, since the QR code is made
/// when it is signed. To be judged with check() and signed with write_signed(), as one that compute() made.
/// Refused: a document that cannot be read, whose signature does not hold, or of which this program would not write
/// every byte as it was; changes that make no key; a CSRT that is missing.
std::expected<Nfce, Problems> reissue(std::string_view signed_nfe, Reissue const& change);

/// The same signed NFe with a new signature and not one other byte changed, for a certificate that expired before the
/// receipt was sent: key, digest and QR code stay (in an offline QR code version 3 also the signature of the old
/// certificate, as printed). Whether `certificate` may sign for the issuer is check_signer's question.
std::expected<std::string, Problem> sign_again(std::string_view signed_nfe, Certificate const& certificate);

} // namespace balcao::nfce
