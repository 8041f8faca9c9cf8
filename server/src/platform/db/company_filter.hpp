#pragma once
// Verifies that statements on company tables filter by company.

#include <optional>
#include <span>
#include <string>

#include "platform/db/database.hpp"

namespace balcao::db {

/// A statement that may cross companies.
struct CrossCompanyQuery {
    std::string_view name;
    std::string_view reason;
};
std::span<CrossCompanyQuery const> cross_company_queries();

/// Reports a statement that reads or changes a company table without comparing its company column with a parameter
/// (`column = :param`, or with a column that is so compared), that inserts without naming that column, or that updates
/// on a conflict without it. A lexical check against mistakes, not against intent: each use of a table needs a
/// comparison after `where`, `and` or `on` that no `or` follows; it does not analyse conditions or kinds of join.
std::optional<std::string> company_filter_problem(Query query);

/// Throws std::logic_error for such a statement. Engines call it once per prepared statement.
void check_company_filter(Query const& query);

} // namespace balcao::db
