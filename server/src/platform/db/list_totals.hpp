#pragma once
// Exact totals of lists, kept in the transaction that changes the list: what a total was (table `contagens`) and what
// happened to it since (`contagens_mudancas`). On PostgreSQL a row that everybody changes would make all transactions
// wait for each other and run again; SQLite has one writer and changes the total itself.

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

/// A company's totals of `table` by status; without those that were never counted.
std::map<std::string, std::int64_t> list_totals(Connection& connection, Uuid company_or_nil, std::string_view table);
/// One of them; 0 when nothing was ever counted.
std::int64_t list_total(Connection& connection, Uuid company_or_nil, std::string_view table, std::string_view status);

/// Adds up what happened since the last time, so that reading stays quick. Every few seconds, in the background.
void add_up_list_totals(Database& database);

} // namespace balcao::db
