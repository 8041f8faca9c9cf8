#pragma once
// Exact totals of lists, maintained in the transaction that changes the list: a base (table `contagens`) and changes
// since (`contagens_mudancas`). On PostgreSQL one shared row would make all transactions conflict; SQLite has one
// writer and updates the base.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "platform/base/ids.hpp"
#include "platform/db/database.hpp"

namespace balcao::db {

/// Adds `delta` to the total of a company's `table` in `status`. Totals of the installation have the nil company.
void change_list_total(Transaction& transaction, Uuid company_or_nil, std::string_view table, std::string_view status,
                       int delta);

/// Totals of `table` by status; statuses never counted are absent.
std::map<std::string, std::int64_t> list_totals(Connection& connection, Uuid company_or_nil, std::string_view table);
/// One of them; 0 if never counted.
std::int64_t list_total(Connection& connection, Uuid company_or_nil, std::string_view table, std::string_view status);

/// Merges changes into the base, so that reading stays fast. Run it every few seconds in the background.
void add_up_list_totals(Database& database);

} // namespace balcao::db
