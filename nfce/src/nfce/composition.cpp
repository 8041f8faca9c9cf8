#include "nfce/composition.hpp"

#include <string>

namespace balcao::nfce {

namespace {

Money value_or_zero(std::optional<Valor> const& value) { return value ? value->value : Money{}; }

} // namespace

Composition composition_on(Tables const& tables, std::string_view date) {
    return {.price_contains_ibscbs = tables.allowed("preco_contem_ibscbs", "*", date),
            .pis_cofins = tables.parameter("pis_cofins", "*", date)};
}

IbsCbsDemand ibscbs_demand(Tables const& tables, std::string_view uf, int crt, std::string_view date, int tpAmb) {
    IbsCbsDemand demand;
    auto const wanted_by = [&](Reach reach) -> Parameter const* {
        auto const* const row = tables.find_parameter("ibscbs_obrigatorio_crt", uf, date, tpAmb, reach);
        return row != nullptr && has_word(row->value, std::to_string(crt)) ? row : nullptr;
    };
    demand.by_sefaz = wanted_by(Reach::sefaz) != nullptr;
    if (auto const* const law = wanted_by(Reach::lei)) {
        demand.by_law = true;
        demand.by_law_since = law->since;
    }
    auto const rate = [&](std::string_view name) { return Written<4>::parse(tables.parameter(name, uf, date, tpAmb)); };
    auto const pIBSUF = rate("pIBSUF"), pIBSMun = rate("pIBSMun"), pCBS = rate("pCBS");
    if (pIBSUF && pIBSMun && pCBS)
        demand.rates = IbsCbsRates{.pIBSUF = *pIBSUF, .pIBSMun = *pIBSMun, .pCBS = *pCBS, .pRedAliq = {}};
    return demand;
}

Money operation_value(Prod const& prod) {
    return prod.vProd.value + value_or_zero(prod.vFrete) + value_or_zero(prod.vSeg) + value_or_zero(prod.vOutro) -
           value_or_zero(prod.vDesc);
}

Money ibscbs_base(Composition composition, Prod const& prod, ItemAmounts const& amounts, Money vPIS, Money vCOFINS,
                  Decimal<4> rates) {
    auto const net = operation_value(prod) - amounts.vICMS - amounts.vFCP - vPIS - vCOFINS - amounts.vICMSMono -
                     amounts.vICMSUFDest - amounts.vFCPUFDest;
    if (!composition.price_contains_ibscbs) return net;
    // net · 100 / (100 + rates), rounded once.
    auto const divisor = Decimal<4>::from_units(100) + rates;
    return cents(divisor.raw(), net, Decimal<4>::from_raw(100 * Decimal<4>::scale * Decimal<4>::scale));
}

Money item_total(Prod const& prod, ItemAmounts const& amounts) {
    return operation_value(prod) + amounts.vICMSST + amounts.vFCPST - amounts.vICMSDesonDeduzida + amounts.vIPI +
           amounts.vIPIDevol;
}

Money vNF_of(IcmsTot const& sums, Money vICMSDesonDeduzida) {
    auto const reten = sums.monoReten ? sums.monoReten->vICMS.value : Money{};
    return sums.vProd.value - sums.vDesc.value - vICMSDesonDeduzida + sums.vST.value + sums.vFCPST.value + reten +
           sums.vFrete.value + sums.vSeg.value + sums.vOutro.value + sums.vIPI.value + sums.vIPIDevol.value;
}

std::string_view rules_known_until(Tables const& tables) {
    return tables.parameter("regras_conhecidas_ate", "*", "9999-12-31");
}

} // namespace balcao::nfce
