#pragma once
// Receipts of a day by series and group (`nfce_dia`), kept as changes that are only appended, so tills share no row.

#include "platform/auth/access.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

/// Counts a new nota to the day of its dhEmi, in the group of its state. Nothing for states that belong to no group.
void add_to_day(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota);
/// The same nota before and after a change.
void move_in_days(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& before, Nota const& after);

/// Whether changes wait to be added up whose day ended more than a day ago.
bool has_days_to_fold(db::Connection& connection, Instant now);
/// Makes one row of each group of them, some groups a call. Of all companies.
void fold_days(db::Transaction& transaction, Instant now);

} // namespace balcao::receipts
