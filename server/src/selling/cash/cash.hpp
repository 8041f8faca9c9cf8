#pragma once
// The till: sessions of stations (tables `caixa_sessao`, `caixa_movimento`, `caixa_contagem`), and what sales move in
// them. Each movement raises its session's `movimentos` in the transaction of its cause, and a session that is closed
// takes none: so a sale and a closing exclude each other on both engines.

#include <optional>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "registry/stations/stations.hpp"
#include "selling/cash/amounts.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::cash {

using sales::SessaoId;
using stations::StationId;

/// The session that is open at the station in that environment.
std::optional<SessaoId> find_open(db::Connection& connection, auth::CompanyScope const& scope,
                                  std::string_view ambiente, StationId station);

/// `till_closed`: none is open where one is needed. `to`: what it has to be opened for ("vender").
std::unexpected<Failure> no_open_till(std::string_view to);

/// What an issued sale moves, in its session; nothing of one that has none. `till_closed` when that was closed
/// meanwhile. After the sale is written.
Result<void> take_payment(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale,
                          Instant now);

/// Cash that somebody gets for goods of that sale that came back, out of the session; `valor` above zero. `till_closed`
/// when it was closed meanwhile.
struct PaidBack {
    SessaoId sessao;
    std::string_view ambiente;
    sales::VendaId venda;
    Money valor;
    std::string motivo;
    UserId user;
};
Result<void> pay_back(db::Transaction& transaction, auth::CompanyScope const& scope, PaidBack const& paid, Instant now);

/// A sale is undone: what it moved goes out of the session that is open now at its station, or else of the next one
/// opened there. Never refused.
void give_back(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale, Instant now);

} // namespace balcao::cash
