#pragma once
// Names for people of what a browser says of itself.

#include <string>
#include <string_view>

namespace balcao::auth {

/// "Chrome no Windows" from a User-Agent; "Aparelho desconhecido" when it tells nothing.
std::string device_name(std::string_view user_agent);

} // namespace balcao::auth
