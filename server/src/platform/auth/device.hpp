#pragma once
// Device names from User-Agent.

#include <string>
#include <string_view>

namespace balcao::auth {

/// "Chrome no Windows"; "Aparelho desconhecido" for an unknown User-Agent.
std::string device_name(std::string_view user_agent);

} // namespace balcao::auth
