#pragma once
// Changes that somebody else could have made (platform/security_notices/security_notices.hpp), as notifications.

#include <vector>

#include "office/notifications/notifications.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::notifications {

/// Adds the newest of those that are this person's, its companies' and, for an administrator, the installation's.
void add_security_notices(db::Connection& connection, auth::Actor const& actor, Instant now,
                          std::vector<Notification>& found);

} // namespace balcao::notifications
