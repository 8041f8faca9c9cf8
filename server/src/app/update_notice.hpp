#pragma once
// Says in the bell that an update failed and the version before runs on.

#include <filesystem>
#include <vector>

#include "office/notifications/notifications.hpp"

namespace balcao::app {

/// The package leaves `atualizacao.falhou` in the data folder, the version on its first line, and removes it after the
/// next update that works. Empty without that file.
std::vector<notifications::Notification> update_notices(std::filesystem::path const& data_folder);

} // namespace balcao::app
