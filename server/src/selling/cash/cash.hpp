#pragma once
// The till: sessions of stations (tables `caixa_sessao`, `caixa_movimento`, `caixa_contagem`), and the movements of
// sales. Each movement raises its session's `movimentos` in its own transaction, and a closed session accepts none: so
// a sale and a closing exclude each other on both engines.

#include <optional>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "registry/stations/stations.hpp"
#include "selling/cash/amounts.hpp"
#include "selling/figures/figures.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::cash {

using sales::SessaoId;
using stations::StationId;

/// The open session of the station in that environment.
std::optional<SessaoId> find_open(db::Connection& connection, auth::CompanyScope const& scope,
                                  std::string_view ambiente, StationId station);

/// `till_closed`: a session is needed and none is open. `to`: the purpose ("vender").
std::unexpected<Failure> no_open_till(std::string_view to);

/// Adds an issued sale's movements to its session, if it has one; `till_closed` if that was closed meanwhile. Call
/// after writing the sale.
Result<void> take_payment(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale,
                          Instant now);

/// Pays a refund for returned goods out of the session, `valor` > 0. `till_closed` if it was closed meanwhile.
struct PaidBack {
    SessaoId sessao;
    std::string_view ambiente;
    sales::VendaId venda;
    Money valor;
    std::string motivo;
    UserId user;
};
Result<void> pay_back(db::Transaction& transaction, auth::CompanyScope const& scope, PaidBack const& paid, Instant now);

/// What tills took and gave back on a day, of the sums of reports.
void add_figures_of_day(db::Connection& connection, auth::CompanyScope const& scope, std::string_view day,
                        figures::Changes& changes);

/// Reverses a sale's movements in the session now open at its station, or else the next one opened there. Never
/// refused.
void give_back(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale, Instant now);

} // namespace balcao::cash
