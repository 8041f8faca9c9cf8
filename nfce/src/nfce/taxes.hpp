#pragma once

#include "nfce/sale.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace balcao::nfce {

/// The one rounding of the library: half away from zero to cents.
template <int... Places>
Money cents(std::int64_t divisor, Decimal<Places>... factors) {
    return rounded_product<2>(Rounding::HalfUp, divisor, factors...);
}

/// value · percent / 100, in cents.
inline Money percent_of(Money value, const Written<4>& percent) { return cents(100, value, percent.value); }

/// vProd + vFrete + vSeg + vOutro − vDesc of an item: the value taxes start from.
Money operation_value(const Prod& prod);

/// The amounts of an ICMS group that other taxes and the totals ask for; zero where the group has none.
struct IcmsAmounts {
    Money vBC, vICMS, vICMSDeson, vICMSDesonDeduzida, vFCP, vBCST, vICMSST, vFCPST, vFCPSTRet, vICMSMono, vICMSMonoRet;
    Decimal<4> qBCMono, qBCMonoRet;
};
IcmsAmounts amounts_of(const Icms& icms);

/// vPIS or vCOFINS.
Money amount_of(const Contribuicao& contribution);

/// Where a group of an item stands in the input. Put together on demand: most groups are without fault.
struct InputGroup {
    std::size_t item; ///< from 0
    std::string_view name;
    /// "itens.1.icms.pICMS".
    std::string field(std::string_view member) const;
};

/// ICMS of an item.
std::expected<Icms, Problems> compute_icms(const IcmsFacts& facts, const Prod& prod, const InputGroup& group);
std::expected<Contribuicao, Problems> compute_contribution(const ContributionFacts& facts, const Prod& prod, Money vICMS,
                                                           const InputGroup& group);
/// IBS and CBS: base = operation value less the item's other taxes, as the law has it for 2026.
IbsCbs compute_ibscbs(const IbsCbsFacts& facts, const Prod& prod, const IcmsAmounts& icms, Money vPIS, Money vCOFINS);

/// What the item adds to vNFTot (2025 and 2026: IBS and CBS are not added).
Money item_total(const Prod& prod, const IcmsAmounts& icms);

} // namespace balcao::nfce
