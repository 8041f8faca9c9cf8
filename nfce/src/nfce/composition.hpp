#pragma once

#include "nfce/tables.hpp"
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
    /// What becomes of PIS and COFINS that a product's classification would charge (CST 01 to 03): "produto", they are
    /// charged; "sem", their groups are left out; a CST, they carry it without values (from 2027, by inference).
    std::string_view pis_cofins = "produto"; ///< a view of the tables
};
Composition composition_on(Tables const& tables, std::string_view date);

/// vProd + vFrete + vSeg + vOutro − vDesc of an item: the value taxes start from, on every date.
Money operation_value(Prod const& prod);

/// vBC of IBS and CBS, in cents. `rates` is the sum of the effective rates of the three taxes, in percent.
/// To 2026: operation value less vPIS, vCOFINS, vICMS, vFCP, vICMSMono and what is due to the UF of destination
/// (reference c7; UB16). IPI is no part of the operation value.
/// From 2027 the same, less IBS and CBS themselves, which the price then contains (NT 2026.008): divided by 1 + rates.
Money ibscbs_base(Composition composition, Prod const& prod, ItemAmounts const& amounts, Money vPIS, Money vCOFINS,
                  Decimal<4> rates);

/// vItem, and what the item adds to vNFTot. IBS, CBS and IS are never added: to 2026 by rule VB01-10, from 2027 because
/// vProd contains them (NT 2026.008).
/// IPI, and IPI given back, stand beside vProd and are added.
Money item_total(Prod const& prod, ItemAmounts const& amounts);

/// vNF from the sums of ICMSTot and the exempt ICMS that is taken off. The same on every date: NT 2026.008 does not
/// speak of W16, and since vNF sums vProd, that of 2027 contains IBS, CBS and IS (an inference).
Money vNF_of(IcmsTot const& sums, Money vICMSDesonDeduzida);

/// What is known of the group of IBS and CBS in receipts of an issuer (UF, CRT) on a day.
struct IbsCbsDemand {
    bool by_sefaz = false;            ///< a receipt without it is refused in this environment (UB12-10, 1115)
    bool by_law = false;              ///< it has to be there, though SEFAZ does not refuse a receipt without it
    std::string_view by_law_since;    ///< the row's day, a view of the tables
    std::optional<IbsCbsRates> rates; ///< none: a rate of that day is not known
};
IbsCbsDemand ibscbs_demand(Tables const& tables, std::string_view uf, int crt, std::string_view date, int tpAmb);

/// Last day whose rules were published when the tables were made. Later receipts go on by the newest rules, SEFAZ
/// judges them; readiness and bell warn `rules_notice_days` ahead and from then on.
std::string_view rules_known_until(Tables const& tables);
inline constexpr int rules_notice_days = 60;

} // namespace balcao::nfce
