#pragma once
// Sale settings of a company (table `vender_config`).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

#include "platform/auth/access.hpp"
#include "platform/base/decimal.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::sale_settings {

/// Account that a Pix is paid to.
struct Pix {
    std::string chave;
    std::string nome;   // at most 25 characters
    std::string cidade; // at most 15
};

/// A card acquirer (credenciadora).
struct Credenciadora {
    std::string nome;
    std::string cnpj;
};

struct SaleSettings {
    std::int64_t contingencia_apos_s = 10;                     // how long a clerk waits for SEFAZ, 5 to 30 seconds
    std::string exige_caixa = "N";                             // S, N: no sale without an open till
    Decimal<2> desconto_operador = Decimal<2>::from_units(5);  // largest discount of an operador, percent
    std::string operador_cancela = "N";                        // S, N: an operador may cancel receipts
    std::string inutilizar_auto = "S";                         // S, N: abandoned numbers are voided at night
    std::string imprimir_sempre = "S";                         // S, N
    std::int64_t vias_contingencia = 2;                        // copies printed of an offline receipt, 1 or 2
    std::int64_t ind_pres = 1;                                 // how a sale begins: 1 counter, 4 delivery
    std::string nfe_por_email = "N";                           // S, N: an NF-e goes to its client once authorised
    std::int64_t qr = 2;                                       // version of the QR code; 3 needs no CSC
    std::vector<std::string> padroes_balanca{"2CCCCCCPPPPPD"}; // of labels, first match wins; see pattern_problem
    std::optional<Pix> pix{};
    std::vector<Credenciadora> credenciadoras{};
};

/// The sentence for an invalid scale label pattern. Valid: 13 places; digits that begin with 2, then C (code), then P
/// (weight in g) or V (price in cents), then D (check digit).
std::optional<std::string> pattern_problem(std::string_view pattern);

/// Defaults before the first save.
SaleSettings find_sale_settings(db::Connection& connection, auth::CompanyScope const& scope);

/// Sets exige_caixa with the company's first till: from now on no sale without one.
void demand_till(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services);

/// Parses the form and reports every broken rule. Absent members have their default.
Result<SaleSettings> read_sale_settings(boost::json::object json);
/// The contract's schema SaleSettings.
std::string to_json(SaleSettings const& settings);

/// GET and PUT /api/companies/{id}/sale-settings. An operador reads what the counter needs, and saves nothing.
void add_sale_settings_routes(auth::Gate& gate, records::Services services);

} // namespace balcao::sale_settings
