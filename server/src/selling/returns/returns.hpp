#pragma once
// Returned goods (tables `devolucao`, `devolucao_item`): a refund in money or store credit, and the NF-e of entry that
// the law requires, which is issued from here (receipts/issuing) or elsewhere: its data, and whether it is missing.

#include <optional>
#include <string>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/decimal.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "registry/stations/stations.hpp"
#include "selling/figures/figures.hpp"
#include "selling/receipts/returnable/returnable.hpp"
#include "selling/sales/shares.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::returns {

using sales::Quantity;

using ReturnId = receipts::DevolucaoId;

inline constexpr std::string_view in_money = "dinheiro";
inline constexpr std::string_view as_credit = "credito";

struct Return {
    ReturnId id;
    std::string ambiente;
    sales::VendaId venda_id;
    receipts::NotaId nfce_id;
    std::int64_t serie = 0; // these two of the nota
    std::int64_t numero = 0;
    std::string motivo;
    std::string destino; // in_money or as_credit
    Money total;
    std::optional<stations::StationId> estacao_id;
    std::optional<sales::SessaoId> sessao_id; // the till that paid back
    std::optional<std::string> nfe_chave;     // of the authorised NF-e of entry; empty: still missing
    std::optional<Instant> nfe_em;            // when it was authorised, or its key was typed
    // Of the last one that was issued from here.
    std::optional<receipts::NotaId> nfe_id{};
    std::optional<std::int64_t> nfe_serie{};
    std::optional<std::int64_t> nfe_numero{};
    std::optional<std::string> nfe_estado{};
    UserId user_id;
    std::string usuario; // full name
    Instant created_at;
};
struct ReturnedItem {
    std::int64_t ordem = 0; // of the sale's item, from 0
    Quantity quantidade;
    Money valor;
};

/// What the goods that came back on a day take off the sums of reports.
void add_figures_of_day(db::Connection& connection, auth::CompanyScope const& scope, std::string_view day,
                        figures::Changes& changes);

struct Services {
    receipts::Wire const& wire;
};
/// /api/companies/{id}/returns… and /api/companies/{id}/receipts/{rid}/returnable; copies `services`. Only a gerente
/// takes goods back.
void add_returns_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::returns
