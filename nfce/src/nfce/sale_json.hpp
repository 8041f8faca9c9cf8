#pragma once

#include "nfce/problem.hpp"
#include "nfce/sale.hpp"

#include <expected>
#include <string_view>

namespace balcao::nfce {

/// Reads a sale in the input format of the command line (nfce/README.md). All faults at once, each with its
/// path ("itens.1.qCom"): wrong types, missing, unknown and repeated fields. `json` is at most 16 MiB.
std::expected<Sale, Problems> read_sale(std::string_view json);

} // namespace balcao::nfce
