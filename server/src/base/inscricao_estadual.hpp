#pragma once

#include <string_view>

namespace balcao {

/// Check digits of an inscrição estadual (digits only) by the rule of its UF. True for a UF that does not exist: that is
/// for the rule about the UF to say. Pure, any thread.
bool is_valid_ie(std::string_view ie, std::string_view uf);

} // namespace balcao
