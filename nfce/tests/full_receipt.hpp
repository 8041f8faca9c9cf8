#pragma once

#include "nfce/model.hpp"

#include <string>

namespace balcao::nfce::test {

/// The receipt of a golden vector with every optional group an NFC-e may have filled.
Nfce full_receipt(std::string const& vector = "v03");

/// Written and signed as it is, QR code version 2; empty when no XML can carry it.
std::string signed_xml(Nfce const& nfce);

} // namespace balcao::nfce::test
