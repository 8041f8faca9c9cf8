#pragma once
// Names for what the sums know by its key.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "office/reports/period.hpp"
#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"

namespace balcao::reports {

std::map<Uuid, std::string> operator_names(db::Connection& connection, std::vector<Uuid> const& ids);

struct ProductName {
    std::string description, code;
    std::optional<std::string> unit{};
};
std::map<std::string, ProductName> product_names(db::Connection& connection, auth::CompanyScope const& scope,
                                                 std::vector<std::string> const& ids);
/// Of a client's key: a person's name, a CPF as it is printed, or the name that an order has.
std::map<std::string, std::string> client_names(db::Connection& connection, std::vector<std::string> const& keys);

std::string period_json(Period const& period);

} // namespace balcao::reports
