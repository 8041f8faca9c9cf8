#pragma once

#include "nfce/sale.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace balcao::nfce {

struct Composition;

/// The one rounding of the library: half away from zero to cents.
template <int... Places>
Money cents(std::int64_t divisor, Decimal<Places>... factors) {
    return rounded_product<2>(Rounding::half_up, divisor, factors...);
}

/// value · percent / 100, in cents.
inline Money percent_of(Money value, Written<4> const& percent) { return cents(100, value, percent.value); }

/// The amounts of an ICMS group that other taxes and the totals ask for; zero where the group has none.
struct IcmsAmounts {
    Money vBC, vICMS, vICMSDeson, vICMSDesonDeduzida, vFCP, vBCST, vICMSST, vFCPST, vFCPSTRet, vICMSMono, vICMSMonoRet;
    Decimal<4> qBCMono, qBCMonoRet;
};
IcmsAmounts amounts_of(Icms const& icms);

/// The same of an item, with what stands beside its ICMS.
struct ItemAmounts : IcmsAmounts {
    Money vIPI, vIPIDevol, vFCPUFDest, vICMSUFDest, vICMSUFRemet;
};
ItemAmounts amounts_of(Det const& det);

/// vPIS or vCOFINS.
Money amount_of(Contribuicao const& contribution);

/// Where a group of an item stands in the input. Put together on demand: most groups are without fault.
struct InputGroup {
    std::size_t item; ///< from 0
    std::string_view name;
    /// "itens.1.icms.pICMS".
    std::string field(std::string_view member) const;
};

/// What ICMS starts from. A final consumer's IPI is part of the base, and of that of the ST always.
struct IcmsBases {
    Money operation, st;
};
/// ICMS of an item.
std::expected<Icms, Problems> compute_icms(IcmsFacts const& facts, Prod const& prod, IcmsBases const& bases,
                                           InputGroup const& group);
/// IPI of an item: on the operation's value, or on the quantity of the taxable unit.
std::expected<Ipi, Problems> compute_ipi(IpiFacts const& facts, Prod const& prod, InputGroup const& group);
/// What is due to the UF of destination, on the full value of the operation. `pICMSInter`: of interstate_rate.
IcmsUfDest compute_icms_uf_dest(IcmsUfDestRates const& rates, std::string_view pICMSInter, Money base);
std::expected<Contribuicao, Problems> compute_contribution(ContributionFacts const& facts, Prod const& prod,
                                                           Money vICMS, InputGroup const& group);
/// IBS and CBS of an item, from the base of composition.hpp.
IbsCbs compute_ibscbs(IbsCbsFacts const& facts, Composition composition, Prod const& prod, ItemAmounts const& amounts,
                      Money vPIS, Money vCOFINS);

} // namespace balcao::nfce
