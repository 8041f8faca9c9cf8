#pragma once
// Which PostgreSQL has everything that was acknowledged (platform/db/standing.hpp): what the operator says of it.

#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::db {

/// Writes to the database to prove that it takes it, and raises its mark.
void touch(Database& database, Instant now);

/// Somebody says that this PostgreSQL is the right one, whatever it has: from now on all servers take it and refuse the
/// others. It must be of this version. Throws Error with a sentence.
void accept(Options const& options, Instant now);

/// The next PostgreSQL is taken as it is: one was deliberately put in the place of another. Throws Error with a
/// sentence.
void forget_mark(Options const& options);

} // namespace balcao::db
