#include "nfce/composition.hpp"
#include "nfce/rules_report.hpp"
#include "nfce/taxes.hpp"
#include "nfce/totals.hpp"

/// ICMSTot against the items.
namespace balcao::nfce::rules {

void check_totals(Report& r) {
    auto const& given = r.nfce.total.icmsTot;
    auto const total = total_of(r.nfce.det);
    auto const& sums = total.icmsTot;
    const struct {
        Valor IcmsTot::* member;
        std::string_view name;
        int cStat;
    } fields[] = {{&IcmsTot::vBC, "vBC", 531},
                  {&IcmsTot::vICMS, "vICMS", 532},
                  {&IcmsTot::vICMSDeson, "vICMSDeson", 795},
                  {&IcmsTot::vFCP, "vFCP", 861},
                  {&IcmsTot::vBCST, "vBCST", 533},
                  {&IcmsTot::vST, "vST", 534},
                  {&IcmsTot::vFCPST, "vFCPST", 862},
                  {&IcmsTot::vFCPSTRet, "vFCPSTRet", 859},
                  {&IcmsTot::vProd, "vProd", 564},
                  {&IcmsTot::vFrete, "vFrete", 535},
                  {&IcmsTot::vSeg, "vSeg", 536},
                  {&IcmsTot::vDesc, "vDesc", 537},
                  {&IcmsTot::vII, "vII", 601},
                  {&IcmsTot::vIPI, "vIPI", 538},
                  {&IcmsTot::vIPIDevol, "vIPIDevol", 863},
                  {&IcmsTot::vPIS, "vPIS", 602},
                  {&IcmsTot::vCOFINS, "vCOFINS", 603},
                  {&IcmsTot::vOutro, "vOutro", 604}};
    auto const report = [&r](std::string_view name, int cStat) {
        r.add(92, fmt::format("total/ICMSTot/{}", name), fmt::format("Total {} difere da soma dos itens.", name),
              cStat);
    };
    for (auto const& [member, name, cStat] : fields)
        if ((given.*member).value != (sums.*member).value) report(name, cStat);
    const struct {
        std::optional<MonoTot> IcmsTot::* member;
        std::string_view quantity, amount;
        int quantity_cStat, amount_cStat;
    } pairs[] = {{&IcmsTot::mono, "qBCMono", "vICMSMono", 700, 967},
                 {&IcmsTot::monoRet, "qBCMonoRet", "vICMSMonoRet", 744, 969}};
    for (auto const& [member, quantity, amount, quantity_cStat, amount_cStat] : pairs) {
        auto const has = (given.*member).value_or(MonoTot{});
        auto const want = (sums.*member).value_or(MonoTot{});
        if (has.qBC.value != want.qBC.value) report(quantity, quantity_cStat);
        if (has.vICMS.value != want.vICMS.value) report(amount, amount_cStat);
    }
    auto const has = given.ufDest.value_or(UfDestTot{}), want = sums.ufDest.value_or(UfDestTot{});
    if (has.vFCPUFDest.value != want.vFCPUFDest.value) report("vFCPUFDest", 798);
    if (has.vICMSUFDest.value != want.vICMSUFDest.value) report("vICMSUFDest", 799);
    if (has.vICMSUFRemet.value != want.vICMSUFRemet.value) report("vICMSUFRemet", 800);
    Money deducted;
    for (auto const& det : r.nfce.det) deducted += amounts_of(det.icms).vICMSDesonDeduzida;
    r.add_if(given.vNF.value != vNF_of(given, deducted), 93, "total/ICMSTot/vNF");
    r.add_if(given.vTotTrib && given.vTotTrib->value != value_or_zero(sums.vTotTrib), 94, "total/ICMSTot/vTotTrib");
}

} // namespace balcao::nfce::rules
