#pragma once
// Throwing away what was practised.

#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

/// Takes all of the company out that belongs to the simulator: sales, notas with their documents and exchanges, and
/// what waits in the queue for them. Numbers go on (numbers::account_as_earlier). A run that is under way commits
/// nothing more. Documents of other environments cannot go: the database itself refuses that.
void forget_practice(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, UserId user);

} // namespace balcao::receipts
