#pragma once
// Returns as the contract tells them.

#include <string>

#include "selling/returns/returning.hpp"

namespace balcao::returns {

/// The contract's schema ReturnSummary.
std::string summary_json(Return const& made);
/// Return: with its items and its credit.
std::string detail_json(db::Connection& connection, auth::CompanyScope const& scope, Return const& made);
/// Returnable.
std::string returnable_json(db::Connection& connection, auth::CompanyScope const& scope,
                            receipts::Returnable const& found);

} // namespace balcao::returns
