#pragma once
// What can be done with budgets and orders, each with its audit row and event in the caller's transaction.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "auth/gate.hpp"
#include "base/result.hpp"
#include "budgets/budget.hpp"
#include "records/records.hpp"

namespace balcao::budgets {

/// A budget as read, with what is wrong with it so far: more is found once other records are looked at, and all of it
/// is told at once.
struct TypedBudget {
    Budget budget;
    std::vector<FieldProblem> problems{};
};

/// Takes the next number. What the server fills in: client's name and delivery address, the seller, the products'
/// descriptions, units and prices, totals, installments; data_venda of an order is today in the company's time zone
/// unless it was typed.
Result<StoredBudget> create(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                            TypedBudget typed);

/// Replaces all but the number. `if_match`: the header. Fails when stale and for what is in the bin. An item may keep a
/// product, and the budget its client, that went into the bin meanwhile. The seller stays when none was typed, and so
/// does the date of an order.
Result<StoredBudget> update(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                            BudgetId id, std::string_view if_match, TypedBudget typed);

/// Into the bin, items and all. Fails when stale.
Result<void> remove(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                    BudgetId id, std::string_view if_match);

/// Out of the bin; nothing happens to one that is not in it.
Result<StoredBudget> restore(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                             BudgetId id);

/// A new Orçamento of today with the same content and the next number.
Result<StoredBudget> duplicate(auth::WriteCall& call, auth::CompanyScope const& scope,
                               records::Services const& services, BudgetId id);

/// All or none, one audit row. Fails when one of them does not exist.
Result<records::BulkOutcome> change_many(auth::WriteCall& call, auth::CompanyScope const& scope,
                                         records::Services const& services, records::Bulk const& bulk);

/// The last ones by data_orcamento outside the bin, as the contract's BudgetSummary; nothing is counted.
std::vector<std::string> latest(db::Connection& connection, auth::CompanyScope const& scope, std::int64_t limit);

/// Removes for good what was too long in the bin; for a periodic task.
void empty_bin(db::Database& database, Instant now);

} // namespace balcao::budgets
