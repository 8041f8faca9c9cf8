#pragma once
// Checks that statements on company tables keep to one company.

#include <optional>
#include <span>
#include <string>

#include "platform/db/database.hpp"

namespace balcao::db {

/// A statement that rightly crosses companies.
struct CrossCompanyQuery {
    std::string_view name;
    std::string_view reason;
};
std::span<CrossCompanyQuery const> cross_company_queries();

/// What is wrong when a statement reads or changes a company's table without comparing its company column with a
/// parameter
/// (`column = :param`, or with a column that is so compared), inserts without naming that column, or changes rows on a
/// conflict that the column is no part of. It is a check of words, for mistakes, not for intent: each use of a table
/// needs a comparison after `where`, `and` or `on` that no `or` follows; it does not look into the logic of a condition
/// or the kind of a join.
std::optional<std::string> company_filter_problem(Query query);

/// Throws std::logic_error for such a statement. Engines ask once for each statement they prepare.
void check_company_filter(Query const& query);

} // namespace balcao::db
