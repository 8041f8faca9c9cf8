#include "nfce/composition.hpp"
#include "nfce/rules_report.hpp"
#include "nfce/taxes.hpp"
#include "nfce/totals.hpp"

#include <algorithm>

/// IBS and CBS.
namespace balcao::nfce::rules {

namespace {

/// One of gIBSUF, gIBSMun, gCBS with what the rules know of it.
struct Tax {
    TributoRtc const& group;
    std::string_view group_name, rate_name;
    int rate_rule, amount_cStat;
    std::string_view reduction; ///< percentage of the table
};

Decimal<4> percent(std::string_view text) { return Decimal<4>::parse(text).value(); }

void check_tax(Report& r, Tax const& tax, IbsCbsCst const& cst, ClassTrib const& clazz, Money base,
               std::string const& at) {
    auto const path = fmt::format("{}/gIBSCBS/{}", at, tax.group_name);
    auto const law =
        clazz.gTribRegular ? std::string_view("0") : r.tables.parameter(tax.rate_name, r.uf, r.date, r.nfce.ide.tpAmb);
    // A year whose rate is not in the table yet is left to SEFAZ; a return carries the rates of what it takes back.
    if (r.nfce.ide.finNFe != 4 && !law.empty() && tax.group.p.value != percent(law)) {
        std::string printed(law);
        std::ranges::replace(printed, '.', ',');
        while (printed.contains(',') && (printed.ends_with('0') || printed.ends_with(','))) printed.pop_back();
        auto const name = tax.rate_rule == 83 ? "do IBS estadual" : tax.rate_rule == 84 ? "do IBS municipal" : "da CBS";
        r.add(tax.rate_rule, fmt::format("{}/{}", path, tax.rate_name),
              fmt::format("Alíquota {} deve ser {} %.", name, printed), rule_text(tax.rate_rule).cStat);
    }
    auto effective = tax.group.p.value;
    if (auto const& red = tax.group.gRed) {
        if (!cst.gRed) r.add(86, path + "/gRed", "Redução de alíquota não se aplica a esta classificação.", 1032);
        else r.add_if(red->pRedAliq.value != percent(tax.reduction), 87, path + "/gRed/pRedAliq");
        effective = rounded_product<4>(Rounding::half_up, 100, tax.group.p.value,
                                       Decimal<4>::from_units(100) - red->pRedAliq.value);
        r.add_if(red->pAliqEfet.value != effective, 88, path + "/gRed/pAliqEfet");
        effective = red->pAliqEfet.value;
    } else {
        r.add_if(cst.gRed, 86, path + "/gRed");
    }
    if (off_by_more_than_a_cent(percent_of(base, effective), tax.group.v.value))
        r.add(89, path, std::string(rule_text(89).sentence), tax.amount_cStat);
}

void check_item(Report& r, Det const& det, std::string const& at) {
    auto const& group = *det.ibscbs;
    auto const cst = r.tables.ibscbs_cst(group.CST);
    auto const clazz = r.tables.class_trib(group.cClassTrib);
    r.add_if(!cst, 78, at + "/CST");
    bool const in_force = clazz && clazz->dIniVig <= r.date && (clazz->dFimVig.empty() || r.date <= clazz->dFimVig);
    if (!in_force) r.add(79, at + "/cClassTrib");
    r.add_if(!group.cClassTrib.starts_with(group.CST), 80, at + "/cClassTrib");
    if (in_force && !((*clazz).*r.modelo.class_trib))
        r.add(81, at + "/cClassTrib", fmt::format("Classificação não permitida em {}.", r.modelo.name), 1025);
    if (cst && cst->gIBSCBS != group.gIBSCBS.has_value())
        r.add(82, at + "/gIBSCBS", std::string(rule_text(82).sentence), cst->gIBSCBS ? 1022 : 1021);
    if (!cst || !clazz || !group.gIBSCBS) return;
    auto const& g = *group.gIBSCBS;
    check_tax(r, {g.gIBSUF, "gIBSUF", "pIBSUF", 83, 1041, clazz->pRedIBS}, *cst, *clazz, g.vBC.value, at);
    check_tax(r, {g.gIBSMun, "gIBSMun", "pIBSMun", 84, 1052, clazz->pRedIBS}, *cst, *clazz, g.vBC.value, at);
    check_tax(r, {g.gCBS, "gCBS", "pCBS", 85, 1069, clazz->pRedCBS}, *cst, *clazz, g.vBC.value, at);
    if (g.vIBS.value != g.gIBSUF.v.value + g.gIBSMun.v.value)
        r.add(89, at + "/gIBSCBS/vIBS", std::string(rule_text(89).sentence), 1150);
}

/// UB12-10 spares returns and complements of documents that were issued before 2027 (NT 2025.002 v1.52).
bool is_spared(Nfce const& nfce) {
    constexpr std::string_view first_month = "2701"; // AAMM of a key
    if (nfce.ide.finNFe != 2 && nfce.ide.finNFe != 4) return false;
    std::vector<std::string_view> keys;
    for (auto const& reference : nfce.ide.nfref)
        if (auto const* const electronic = std::get_if<RefNFe>(&reference)) keys.push_back(electronic->chave);
    for (auto const& item : nfce.det)
        if (item.referenciado) keys.push_back(item.referenciado->chaveAcesso);
    return !keys.empty() && std::ranges::all_of(keys, [&](std::string_view key) {
        return key.size() == 44 && key.substr(2, first_month.size()) < first_month;
    });
}

} // namespace

void check_ibscbs(Report& r) {
    auto const& items = r.nfce.det;
    bool const any = std::ranges::any_of(items, [](Det const& det) { return det.ibscbs.has_value(); });
    bool const demanded = r.context.ibscbs_demanded.value_or(
        ibscbs_demand(r.tables, r.uf, r.nfce.emit.CRT, r.date, r.nfce.ide.tpAmb).by_sefaz);
    // A receipt has it in all of its items or in none: vNFTot sums vItem, which stands with it.
    bool const required = any || (demanded && !is_spared(r.nfce));
    Money sum_of_items; // of items whose total is written, as SEFAZ adds it up
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto const at = item_path(i);
        r.add_if(required && !items[i].ibscbs, 77, at + "/imposto/IBSCBS");
        if (items[i].ibscbs) check_item(r, items[i], at + "/imposto/IBSCBS");
        if (!items[i].vItem) continue;
        auto const total = item_total(items[i].prod, amounts_of(items[i]));
        r.add_if(items[i].vItem->value != total, 90, at + "/vItem");
        sum_of_items += total;
    }
    if (value_or_zero(r.nfce.total.vNFTot) != sum_of_items)
        r.add(91, "total/vNFTot", "Total da nota com IBS/CBS difere da soma dos itens.", 1094);
    auto const& sums = r.nfce.total.ibsCbsTot;
    if (any && !sums) return r.add(91, "total/IBSCBSTot");
    if (!any && sums) return r.add(91, "total/IBSCBSTot", "Total de IBS/CBS informado sem itens com IBS/CBS.", 1118);
    if (!any) return;
    auto const expected = total_of(items);
    auto const& want = *expected.ibsCbsTot;
    bool const same = sums->vBCIBSCBS.value == want.vBCIBSCBS.value &&
                      (!sums->gIBS || (sums->gIBS->gIBSUF.v.value == want.gIBS->gIBSUF.v.value &&
                                       sums->gIBS->gIBSMun.v.value == want.gIBS->gIBSMun.v.value &&
                                       sums->gIBS->vIBS.value == want.gIBS->vIBS.value)) &&
                      (!sums->gCBS || sums->gCBS->vCBS.value == want.gCBS->vCBS.value);
    if (!same) r.add(91, "total/IBSCBSTot", "Total de IBS/CBS difere da soma dos itens.", 1076);
}

} // namespace balcao::nfce::rules
