#include "app/commit.hpp"

namespace balcao::app {

std::string_view const commit = BALCAO_COMMIT;

} // namespace balcao::app
