#include "nfce/composition.hpp"

#include "nfce/tables.hpp"

#include <fmt/format.h>

namespace balcao::nfce {

namespace {

Money value_or_zero(std::optional<Valor> const& value) { return value ? value->value : Money{}; }

/// "2026-12-31" as "31/12/2026".
std::string printed_date(std::string_view date) {
    return fmt::format("{}/{}/{}", date.substr(8, 2), date.substr(5, 2), date.substr(0, 4));
}

} // namespace

Composition composition_on(std::string_view date) {
    return {.price_contains_ibscbs = tables::allowed("preco_contem_ibscbs", "*", date)};
}

Money operation_value(Prod const& prod) {
    return prod.vProd.value + value_or_zero(prod.vFrete) + value_or_zero(prod.vSeg) + value_or_zero(prod.vOutro) -
           value_or_zero(prod.vDesc);
}

Money ibscbs_base(Composition composition, Prod const& prod, IcmsAmounts const& icms, Money vPIS, Money vCOFINS,
                  Decimal<4> rates) {
    auto const net = operation_value(prod) - icms.vICMS - icms.vFCP - vPIS - vCOFINS - icms.vICMSMono;
    if (!composition.price_contains_ibscbs) return net;
    // net · 100 / (100 + rates), rounded once.
    auto const divisor = Decimal<4>::from_units(100) + rates;
    return cents(divisor.raw(), net, Decimal<4>::from_raw(100 * Decimal<4>::scale * Decimal<4>::scale));
}

Money item_total(Prod const& prod, IcmsAmounts const& icms) {
    return operation_value(prod) + icms.vICMSST + icms.vFCPST - icms.vICMSDesonDeduzida;
}

Money vNF_of(IcmsTot const& sums, Money vICMSDesonDeduzida) {
    auto const reten = sums.monoReten ? sums.monoReten->vICMS.value : Money{};
    return sums.vProd.value - sums.vDesc.value - vICMSDesonDeduzida + sums.vST.value + sums.vFCPST.value + reten +
           sums.vFrete.value + sums.vSeg.value + sums.vOutro.value;
}

std::string_view rules_known_until() {
    static auto const day = tables::parameter("regras_conhecidas_ate", "*", "2018-01-01");
    return day;
}

std::optional<Problem> rules_ended(int tpAmb, std::string_view date) {
    if (tpAmb != 1 || date <= rules_known_until()) return std::nullopt;
    return Problem{.rule = 0,
                   .cStat = 0,
                   .field = "nota.dhEmi",
                   .message = fmt::format("Esta versão do programa conhece as regras fiscais até {}. Instale a versão "
                                          "nova para emitir em produção.",
                                          printed_date(rules_known_until()))};
}

} // namespace balcao::nfce
