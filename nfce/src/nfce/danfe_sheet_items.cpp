#include "nfce/danfe_sheet_text.hpp"
#include "nfce/rules_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace balcao::nfce::danfe {

namespace {

/// What the table of items shows of an ICMS group; a group without the member has no value.
struct IcmsShown {
    std::optional<Valor> vBC, vICMS, vBCST, vICMSST;
    std::optional<Written<4>> pICMS;
};

void show(IcmsShown& shown, St const& st) {
    shown.vBCST = st.vBCST;
    shown.vICMSST = st.vICMSST;
}
void show(IcmsShown& shown, std::optional<St> const& st) {
    if (st) show(shown, *st);
}

template <class Group>
void show(IcmsShown& shown, Group const& group) {
    if constexpr (requires { group.vICMS; }) {
        shown.vBC = group.vBC;
        shown.vICMS = group.vICMS;
        shown.pICMS = group.pICMS;
    }
    if constexpr (requires { group.proprio; }) {
        if (group.proprio) show(shown, *group.proprio);
    }
    if constexpr (requires { group.st; }) show(shown, group.st);
}

IcmsShown shown_of(Icms const& icms) {
    IcmsShown shown;
    std::visit([&](auto const& group) { show(shown, group); }, icms);
    return shown;
}

class ItemWriter {
public:
    ItemWriter(Sheet& sheet, Nfce const& nfce, bool by_reform) : s_(sheet), n_(nfce), by_reform_(by_reform) {}

    void write() {
        bool const simples = n_.emit.CRT == 1 || n_.emit.CRT == 4;
        std::vector<IcmsShown> icms;
        for (auto const& det : n_.det) icms.push_back(shown_of(det.icms));
        bool const discount = std::ranges::any_of(n_.det, [](Det const& det) { return det.prod.vDesc.has_value(); });
        bool const st = std::ranges::any_of(icms, [](IcmsShown const& shown) { return shown.vICMSST.has_value(); });
        bool const reform =
            by_reform_ && std::ranges::any_of(n_.det, [](Det const& det) { return det.ibscbs.has_value(); });

        auto& columns = s_.columns;
        columns = {{"CÓDIGO", 14},         {"DESCRIÇÃO DOS PRODUTOS / SERVIÇOS", 0},
                   {"NCM/SH", 11, centre}, {simples ? "O/CSOSN" : "O/CST", simples ? 9.0 : 8.0, centre},
                   {"CFOP", 7, centre},    {"UN", 7, centre},
                   {"QUANT.", 12, right},  {"VALOR UNIT.", 13, right}};
        if (discount) columns.push_back({"VALOR DESC.", 11, right});
        columns.push_back({"VALOR TOTAL", 13, right});
        columns.push_back({"B. CÁLC. ICMS", 13, right});
        columns.push_back({"VALOR ICMS", 12, right});
        if (st) {
            columns.push_back({"B. CÁLC. ICMS ST", 13, right});
            columns.push_back({"VALOR ICMS ST", 12, right});
        }
        columns.push_back({"VALOR IPI", 10, right});
        columns.push_back({"ALÍQ. ICMS", 8, right});
        columns.push_back({"ALÍQ. IPI", 7, right});
        if (reform) {
            s_.second_columns = {{"CLASSIF. TRIB. IBS/CBS", 0}, {"B. CÁLC. IBS/CBS", 25, right},
                                 {"ALÍQ. IBS UF", 21, right},   {"VALOR IBS UF", 24, right},
                                 {"ALÍQ. IBS MUN.", 21, right}, {"VALOR IBS MUN.", 24, right},
                                 {"ALÍQ. CBS", 21, right},      {"VALOR CBS", 24, right}};
        }
        for (std::size_t i = 0; i < n_.det.size(); ++i) item(n_.det[i], icms[i], discount, st);
    }

private:
    void item(Det const& det, IcmsShown const& icms, bool discount, bool st) {
        auto const& prod = det.prod;
        int const origin = std::visit([](auto const& group) { return group.orig; }, det.icms);
        auto const code = std::to_string(origin) + rules::icms_code(det.icms).code;
        std::optional<Valor> vIPI;
        std::optional<Written<4>> pIPI;
        if (auto const* trib = det.ipi ? std::get_if<IpiTrib>(&det.ipi->group) : nullptr) {
            vIPI = trib->vIPI;
            if (auto const* by_value = std::get_if<IpiTrib::PorValor>(&trib->base)) pIPI = by_value->pIPI;
        }
        auto& [fields, second] = s_.items.emplace_back();
        fields = {prod.cProd,
                  description(det),
                  prod.NCM,
                  code,
                  prod.CFOP,
                  prod.uCom,
                  decimal_text(prod.qCom.value, 0),
                  decimal_text(prod.vUnCom.value, 2)};
        if (discount) fields.push_back(text(prod.vDesc));
        for (auto const& value : {std::optional(prod.vProd), icms.vBC, icms.vICMS}) fields.push_back(text(value));
        if (st)
            for (auto const& value : {icms.vBCST, icms.vICMSST}) fields.push_back(text(value));
        fields.push_back(text(vIPI));
        fields.push_back(rate(icms.pICMS));
        fields.push_back(rate(pIPI));
        if (!by_reform_ || !det.ibscbs) return;
        second = {det.ibscbs->cClassTrib};
        if (!det.ibscbs->gIBSCBS) return;
        auto const& g = *det.ibscbs->gIBSCBS;
        second.push_back(text(g.vBC));
        for (auto const* tax : {&g.gIBSUF, &g.gIBSMun, &g.gCBS}) {
            second.push_back(rate(tax->gRed ? tax->gRed->pAliqEfet : tax->p));
            second.push_back(text(tax->v));
        }
    }

    static std::string description(Det const& det) {
        auto const& prod = det.prod;
        auto out = prod.xProd;
        if (prod.uTrib != prod.uCom || prod.vUnTrib.value != prod.vUnCom.value) {
            out += fmt::format("\nUnidade tributável: {} {} x {}", decimal_text(prod.qTrib.value, 0), prod.uTrib,
                               decimal_text(prod.vUnTrib.value, 2));
        }
        for (auto const& lot : prod.rastro) {
            out += fmt::format("\nLote {} Qtde {} Fab. {} Val. {}", lot.nLote, decimal_text(lot.qLote.value, 0),
                               date_text(lot.dFab), date_text(lot.dVal));
        }
        if (det.infAdProd) out += "\n" + *det.infAdProd;
        return out;
    }

    Sheet& s_;
    Nfce const& n_;
    bool const by_reform_;
};

} // namespace

void add_items(Sheet& sheet, Nfce const& nfce, bool by_reform) { ItemWriter(sheet, nfce, by_reform).write(); }

} // namespace balcao::nfce::danfe
