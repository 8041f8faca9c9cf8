#pragma once
// Changes that somebody else could have made (security_notices/security_notices.hpp), as notifications.

#include <vector>

#include "auth/access.hpp"
#include "base/time.hpp"
#include "db/database.hpp"
#include "notifications/notifications.hpp"

namespace balcao::notifications {

/// Adds the newest of those that are this person's, its companies' and, for an administrator, the installation's.
void add_security_notices(db::Connection& connection, auth::Actor const& actor, Instant now,
                          std::vector<Notification>& found);

} // namespace balcao::notifications
