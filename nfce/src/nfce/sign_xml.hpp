#pragma once

#include "nfce/certificate.hpp"
#include "nfce/xml_document.hpp"

#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace balcao::nfce {

/// Which of the signable elements the document has: "infNFe", "infEvento" or "infInut".
std::optional<std::string_view> signed_element_of(XmlDocument const& document);

/// Signs an unsigned NFe, evento or inutNFe whatever program wrote it: the Signature goes before the end tag of the
/// element around the signed one, all other bytes stay. The error is a sentence in Portuguese.
std::expected<std::string, std::string> sign_xml(std::string_view xml, Certificate const& certificate);

} // namespace balcao::nfce
