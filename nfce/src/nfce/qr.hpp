#pragma once

#include "nfce/certificate.hpp"
#include "nfce/model.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// The QR code's content, and the hash of the responsible program (reference c11, c12).
namespace balcao::nfce {

/// QR version 2: hashed with the company's security code. `idCSC` as registered, leading zeros allowed ("000001").
struct QrV2 {
    std::string CSC, idCSC;
    friend bool operator==(QrV2 const&, QrV2 const&) = default;
};
/// QR version 3: no code; offline receipts carry a signature instead.
struct QrV3 {
    friend bool operator==(QrV3 const&, QrV3 const&) = default;
};
using QrVersion = std::variant<QrV2, QrV3>;

/// What of the receipt goes into the QR code.
struct QrFacts {
    std::string chave;
    int tpAmb = 2;
    bool offline = false;             ///< tpEmis 9
    std::string day;                  ///< two digits, of dhEmi; offline only
    std::string vNF;                  ///< as in the XML; offline only
    std::string digest_value;         ///< Base64, offline version 2 only
    std::optional<PersonId> consumer; ///< offline version 3 only
};
QrFacts qr_facts(Nfce const& nfce, std::string_view digest_value);

/// The parameter p: fields separated by '|'. `certificate` signs offline version 3.
std::string qr_parameter(QrFacts const& facts, QrVersion const& version, Certificate const& certificate);

/// `base` + "?p=" + parameter; a base that already ends in "?p=" is kept.
std::string qr_url(std::string_view base, std::string_view parameter);

/// Base64 of the SHA-1 of CSRT followed by the key.
std::string hash_csrt(std::string_view csrt, std::string_view chave);

} // namespace balcao::nfce
