#pragma once

#include "nfce/certificate.hpp"

#include <string>
#include <string_view>

/// XMLDSig as SEFAZ takes it: enveloped, C14N 1.0, RSA-SHA1, X509Certificate only.
namespace balcao::nfce {

inline constexpr std::string_view nfe_namespace = "http://www.portalfiscal.inf.br/nfe";

/// Base64 of the SHA-1 of an element in canonical form. `start_tag` is the tag as it stands alone (with its inherited
/// xmlns), `rest` everything after the document's own start tag up to and including the end tag.
std::string digest_value(std::string_view start_tag, std::string_view rest);

/// The complete Signature element, to be put behind the element that carries `id`.
std::string signature_element(std::string_view id, std::string_view digest_value, Certificate const& certificate);

/// The Signature's SignedInfo alone, in canonical form: what the RSA signature covers.
std::string canonical_signed_info(std::string_view id, std::string_view digest_value);

} // namespace balcao::nfce
