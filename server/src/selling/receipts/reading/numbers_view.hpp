#pragma once
// What became of the numbers of a company, for people who look after them.

#include <optional>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::receipts {

/// The contract's schema Numbers; nullopt when there is no such company.
std::optional<std::string> numbers_json(db::Connection& connection, auth::CompanyScope const& scope,
                                        std::string_view ambiente, Instant now);

} // namespace balcao::receipts
