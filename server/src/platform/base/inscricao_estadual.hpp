#pragma once

#include <string_view>

namespace balcao {

/// Verifies the check digits of an inscrição estadual (digits only) by the rule that its UF has published. Prefixes
/// that some UFs assign (AC 01, MS 28 …) are not checked: they grow without notice. True for an unknown UF, which
/// another rule reports. Pure, any thread.
bool is_valid_ie(std::string_view ie, std::string_view uf);

} // namespace balcao
