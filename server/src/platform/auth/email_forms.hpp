#pragma once
// Normalises e-mails stored by older versions (platform/base/email.hpp).

#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {

/// If two accounts turn out to have one e-mail, the one already normalised keeps it, else the older; the other gets a
/// number in its address, and administrators are notified.
void normalize_emails(db::Transaction& transaction, Instant now);

} // namespace balcao::auth
