#pragma once

#include "nfce/certificate.hpp"
#include "nfce/model.hpp"
#include "nfce/problem.hpp"
#include "nfce/qr.hpp"

#include <expected>
#include <string>

namespace balcao::nfce {

/// A signed receipt. `xml` is the document: one line, no declaration; send and keep exactly these bytes.
struct SignedDocument {
    std::string xml;
    std::string chave;
    std::string digest_value; ///< Base64; SEFAZ answers it as digVal
    InfNFeSupl supplement;
};

/// The addresses that go into infNFeSupl, as in the table of the UF.
struct ConsultationUrls {
    std::string qrCode, urlChave;
    friend bool operator==(ConsultationUrls const&, ConsultationUrls const&) = default;
};

/// Writes infNFe in one pass, digests, makes the QR code (of an NFC-e; an NF-e needs neither `qr` nor `urls`), signs
/// and assembles; `nfce.infNFeSupl` is not read. Writes what it is given; a Problem comes back only for what no XML
/// could carry (a sign, control characters, letters outside Latin-1, too many decimals) or when the key does not have
/// its 44 characters.
std::expected<SignedDocument, Problem> write_signed(Nfce const& nfce, QrVersion const& qr, ConsultationUrls const& urls,
                                                    Certificate const& certificate);

} // namespace balcao::nfce
