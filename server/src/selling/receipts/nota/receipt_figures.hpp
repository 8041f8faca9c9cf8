#pragma once
// What a receipt adds to the sums of reports (selling/figures), from its sale and its signed XML.

#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "selling/figures/figures.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

/// `times`: 1 for a receipt that comes into its state, -1 for one that leaves it. Nothing unless it is authorised or
/// cancelled.
void add_figures(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota, std::int64_t times,
                 figures::Changes& changes);
/// Moves the sums with a change of the nota.
void move_figures(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& before, Nota const& after);

/// Those of all receipts whose dhEmi is on this day, in their own offset.
void add_figures_of_day(db::Connection& connection, auth::CompanyScope const& scope, std::string_view day,
                        figures::Changes& changes);
/// The day of the company's first receipt.
std::optional<std::string> first_day(db::Connection& connection, auth::CompanyScope const& scope);

} // namespace balcao::receipts
