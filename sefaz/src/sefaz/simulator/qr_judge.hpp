#pragma once
// What SEFAZ asks of the QR code of a receipt.

#include <optional>
#include <string_view>

#include "nfce/model.hpp"
#include "nfce/xml_document.hpp"
#include "sefaz/simulator/answer_writing.hpp"
#include "sefaz/simulator/registration.hpp"

namespace balcao::sefaz::simulator {

/// Its version (398), its parameters (396, 445, 474), whether they say what the receipt says (397), and the signature
/// of an offline one of version 3 (583). `digest`: of the receipt, Base64.
std::optional<Code> qr_fault(nfce::Nfce const& nfce, nfce::XmlDocument const& document, std::string_view digest);
/// Whether the code of version 2 was made with a CSC of the company: 796, 462, 463, 464.
std::optional<Code> csc_fault(nfce::Nfce const& nfce, std::vector<Registration::Csc> const& registered);

} // namespace balcao::sefaz::simulator
