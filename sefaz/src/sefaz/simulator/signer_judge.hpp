#pragma once
// Whose certificate signed a message.

#include <cstdint>
#include <optional>
#include <string_view>

#include "nfce/xml_document.hpp"
#include "sefaz/simulator/answer_writing.hpp"
#include "sefaz/simulator/services.hpp"

namespace balcao::sefaz::simulator {

/// The signature over the one element of that name: 297 and 298, its certificate's CNPJ and dates (292, 213, 291), and,
/// of a company that was registered so, its issuer: 293 (names the simulator's authority and is not signed by it), 295
/// (another one's). nullopt when all is well.
std::optional<Code> signer_fault(Inquiry const& inquiry, nfce::XmlDocument const& document,
                                 std::string_view signed_name, std::string_view CNPJ);
/// The issuer alone.
std::optional<Code> issuer_fault(Inquiry const& inquiry, nfce::XmlDocument const& document, std::string_view CNPJ);

} // namespace balcao::sefaz::simulator
