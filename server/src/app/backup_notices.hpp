#pragma once
// What the bell tells administrators of the daily backups.

#include <vector>

#include "backups/backups.hpp"
#include "notifications/notifications.hpp"

namespace balcao::app {

std::vector<notifications::Notification> backup_notices(backups::DailyBackups::Status const& status, Instant now);

} // namespace balcao::app
