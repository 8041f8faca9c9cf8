#pragma once

#include <string_view>

namespace balcao::app {

/// The commit this program was built from, 12 hexadecimal digits; empty: not known.
extern std::string_view const commit;

} // namespace balcao::app
