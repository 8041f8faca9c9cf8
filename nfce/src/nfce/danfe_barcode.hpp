#pragma once

#include <string>
#include <string_view>

namespace balcao::nfce::danfe {

/// A text of printable ASCII in Code 128: the widths of bar, gap, bar … in modules, one digit each, from the start code
/// to the stop code with the check symbol between. Pairs of digits are in subset C, which a key without letters has
/// alone; subset B carries what is no pair, such as the letters of a CNPJ.
std::string code128(std::string_view text);

} // namespace balcao::nfce::danfe
