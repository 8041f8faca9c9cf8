#pragma once
// E-mails that an older version of the program stored, brought into the form that is compared
// (platform/base/email.hpp).

#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {

/// Where two accounts turn out to have the same e-mail, who has it in that form already keeps it, else the older
/// account; the other one gets a number behind its name, and administrators are told of it.
void normalize_emails(db::Transaction& transaction, Instant now);

} // namespace balcao::auth
