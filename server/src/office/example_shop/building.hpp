#pragma once
// Makes the made-up shop. For example_shop/ alone.

#include <optional>
#include <string>
#include <string_view>

#include "office/example_shop/example_shop.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"

namespace balcao::example_shop {

/// Key of the job that makes it.
inline constexpr std::string_view building_key = "loja_exemplo";

/// Makes the company and the job that makes the rest; goes on with one that failed. Nothing happens while one is under
/// way or there. Refused where there is a company, and without a simulator.
Result<void> start(auth::Write const& write, Services const& services);
/// Why `start` would refuse, if it would.
std::optional<std::string> hindrance(db::Connection& connection, Services const& services);

/// A job lets the simulator forget the company, whose receipts are gone.
void forget_in_simulator(db::Transaction& transaction, Services const& services, std::string_view cnpj);

/// Tells open browsers how far it is.
void publish(db::Transaction& transaction, Services const& services);

} // namespace balcao::example_shop
