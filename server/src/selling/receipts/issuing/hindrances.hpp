#pragma once
// Why a company can issue nothing now, whatever is sold: told before somebody tries, and when somebody does.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

/// The sentence about a series without a number left.
std::string used_up(std::int64_t serie);

/// What bars receipts of this series in an environment: the series itself, and what SEFAZ refuses the company until
/// somebody puts it right. Sentences that say who does what.
std::vector<std::string> series_hindrances(db::Connection& connection, auth::CompanyScope const& scope,
                                           std::string_view ambiente, std::int64_t serie, Instant now);

/// All that would refuse any sale of the company, its certificate included; empty while it can issue.
std::vector<std::string> find_hindrances(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                                         std::string_view ambiente);

/// SEFAZ answers the company's questions only later (656): until when, and what to do meanwhile.
std::optional<std::string> overuse_notice(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                                          std::string_view ambiente);

} // namespace balcao::receipts
