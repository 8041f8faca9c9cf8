#pragma once
// What the bell tells administrators of the PostgreSQL that this server works with.

#include <vector>

#include "app/health.hpp"
#include "office/notifications/notifications.hpp"

namespace balcao::app {

/// `allows_async`: the operator knows that it may lose something (BALCAO_ALLOW_ASYNC).
std::vector<notifications::Notification> database_notices(Health::Report const& report, bool allows_async, Instant now);

} // namespace balcao::app
