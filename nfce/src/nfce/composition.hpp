#pragma once

#include "nfce/problem.hpp"
#include "nfce/taxes.hpp"

#include <optional>
#include <string_view>

/// How the amounts of a receipt are put together on its fiscal date: the one place that the reform of 2027 changes.
/// Which taxes are mandatory on a date, and the rates of the law, are rows of reference-data/nfce-parametros.csv
/// (ibscbs_obrigatorio_crt, pIBSUF, pIBSMun, pCBS). Dates are "AAAA-MM-DD" of dhEmi in its own offset. Pure, any
/// thread.
namespace balcao::nfce {

/// What differs between dates. Asked for once a receipt.
struct Composition {
    bool price_contains_ibscbs = false; ///< from 2027 (NT 2026.008)
};
Composition composition_on(std::string_view date);

/// vProd + vFrete + vSeg + vOutro − vDesc of an item: the value taxes start from, on every date.
Money operation_value(Prod const& prod);

/// vBC of IBS and CBS, in cents. `rates` is the sum of the effective rates of the three taxes, in percent.
/// To 2026: operation value less vPIS, vCOFINS, vICMS, vFCP and vICMSMono (reference c7).
/// From 2027 the same, less IBS and CBS themselves, which the price then contains (NT 2026.008): divided by 1 + rates.
Money ibscbs_base(Composition composition, Prod const& prod, IcmsAmounts const& icms, Money vPIS, Money vCOFINS,
                  Decimal<4> rates);

/// vItem, and what the item adds to vNFTot. IBS and CBS are never added: to 2026 by rule VB01-10, from 2027 because
/// vProd contains them.
Money item_total(Prod const& prod, IcmsAmounts const& icms);

/// vNF from the sums of ICMSTot and the exempt ICMS that is taken off. The same on every date, as vProd is.
Money vNF_of(IcmsTot const& sums, Money vICMSDesonDeduzida);

/// Last day whose rules are published and built into the program. Readiness and bell warn `rules_notice_days` ahead.
std::string_view rules_known_until();
inline constexpr int rules_notice_days = 60;

/// In produção a receipt dated later is refused, before a number is taken: a Problem at "nota.dhEmi" that says what to
/// do. Homologação (tpAmb 2) goes on by the newest rules.
std::optional<Problem> rules_ended(int tpAmb, std::string_view date);

} // namespace balcao::nfce
