#pragma once
// The stored value that only the right key opens (table `secret_check`).

#include <optional>

#include "platform/db/database.hpp"
#include "platform/secrets/secrets.hpp"

namespace balcao::secrets {

/// nullopt: no key was ever used with this database.
std::optional<db::Blob> stored_check(db::Connection& connection);
bool opens_check(Secrets const& secrets, db::BlobView check);
/// Makes these secrets the ones of the database. A check that is there already stays, unless `replace`.
void store_check(db::Transaction& transaction, Secrets const& secrets, bool replace);

} // namespace balcao::secrets
