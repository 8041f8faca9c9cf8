#pragma once

#include <string_view>

namespace balcao {

/// Check digits of an inscrição estadual (digits only) by the rule its UF has published. Beginnings that some UFs
/// assign (AC 01, MS 28 …) are not asked for: they grow without notice, and a wrong refusal would stop a registration.
/// True for a UF that does not exist: that is for the rule about the UF to say. Pure, any thread.
bool is_valid_ie(std::string_view ie, std::string_view uf);

} // namespace balcao
