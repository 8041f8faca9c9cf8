#pragma once
// Checks that statements on company tables keep to one company.

#include <optional>
#include <span>
#include <string>

#include "db/database.hpp"

namespace balcao::db {

/// A statement that rightly crosses companies.
struct CrossCompanyQuery {
    std::string_view name;
    std::string_view reason;
};
std::span<CrossCompanyQuery const> cross_company_queries();

/// What is wrong when a statement reads or writes a company's table without binding its company column to a parameter
/// (`column = :param`, or joined with a column that is so bound) or inserts without naming that column. Conditions
/// count when every row must meet them: those under NOT or on one side of an OR do not.
std::optional<std::string> company_filter_problem(Query query);

/// Throws std::logic_error for such a statement. Engines ask once for each statement they prepare.
void check_company_filter(Query const& query);

} // namespace balcao::db
