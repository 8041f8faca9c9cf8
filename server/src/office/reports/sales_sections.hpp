#pragma once
// The parts of Vendas that name its records: clients and products.

#include <string>

#include "office/reports/reports.hpp"
#include "platform/base/json.hpp"

namespace balcao::reports {

/// `por_cliente`, the highest value first.
std::string clients_of_sales_json(db::Connection& connection, auth::CompanyScope const& scope,
                                  Question const& question);
/// `por_produto` and `produtos`.
void write_products_of_sales(json::ObjectWriter& writer, db::Connection& connection, auth::CompanyScope const& scope,
                             Question const& question);

} // namespace balcao::reports
