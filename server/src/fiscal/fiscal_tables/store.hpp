#pragma once
// What of the SQL only this module writes.

#include "fiscal/fiscal_tables/fiscal_tables.hpp"

namespace balcao::fiscal_tables {

std::string_view text(Kind kind);
/// Returns the revision that the change makes.
std::int64_t store_change(db::Transaction& transaction, Change const& change, std::optional<UserId> user);
/// False for one that does not stand.
bool store_undone(db::Transaction& transaction, Uuid id, Instant now);

} // namespace balcao::fiscal_tables
