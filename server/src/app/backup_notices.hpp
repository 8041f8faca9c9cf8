#pragma once
// What the bell tells administrators of the daily backups.

#include <vector>

#include "office/backups/backups.hpp"
#include "office/notifications/notifications.hpp"

namespace balcao::app {

std::vector<notifications::Notification> backup_notices(backups::DailyBackups::Status const& status, Instant now);

} // namespace balcao::app
