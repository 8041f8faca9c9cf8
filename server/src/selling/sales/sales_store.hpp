#pragma once
// What of the SQL of sales only this room uses.

#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::sales {

/// State, name in the queue, operator and time of a draft; its version goes up by one from that in `sale`.
void set_state(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale);

} // namespace balcao::sales
