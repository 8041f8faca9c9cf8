#pragma once
// A stored value that only the right key opens (table `secret_check`).

#include <optional>

#include "platform/db/database.hpp"
#include "platform/secrets/secrets.hpp"

namespace balcao::secrets {

/// nullopt: no key was used with this database.
std::optional<db::Blob> stored_check(db::Connection& connection);
bool opens_check(Secrets const& secrets, db::BlobView check);
/// Binds these secrets to the database. An existing value stays unless `replace`.
void store_check(db::Transaction& transaction, Secrets const& secrets, bool replace);

} // namespace balcao::secrets
