#include "nfce/rules_report.hpp"
#include "nfce/taxes.hpp"
#include "platform/base/documents.hpp"

#include <algorithm>
#include <array>

/// The items: what is sold, codes, quantities and amounts.
namespace balcao::nfce::rules {

namespace {

template <std::size_t N>
bool is_one_of(std::string_view text, std::array<std::string_view, N> const& list) {
    return std::ranges::find(list, text) != list.end();
}

/// CST 10 30 60 70, CSOSN 201 202 203 500, and 90 or 900 with ST need a CEST.
bool needs_cest(Icms const& icms) {
    constexpr std::array<std::string_view, 8> always{"10", "30", "60", "70", "201", "202", "203", "500"};
    auto const code = icms_code(icms).code;
    return is_one_of(code, always) || ((code == "90" || code == "900") && !amounts_of(icms).vICMSST.is_zero());
}

void check_codes(Report& r, Det const& det, std::string const& at) {
    auto const& prod = det.prod;
    if (prod.cEAN.empty()) r.add(42, at + "/prod/cEAN");
    else r.add_if(!is_valid_cean(prod.cEAN), 43, at + "/prod/cEAN");
    r.add_if(!is_valid_cean(prod.cEANTrib), 44, at + "/prod/cEANTrib");
    if (!is_all_digits(prod.NCM, 8)) r.add(45, at + "/prod/NCM");
    else {
        r.add_if(!r.tables.ncm_in_force(prod.NCM, r.date) && !(r.nfce.emit.CRT == 4 && prod.NCM == "00000000"), 46,
                 at + "/prod/NCM");
    }
    if (!prod.cest) {
        r.add_if(needs_cest(det.icms), 47, at + "/prod/CEST");
    } else {
        r.add_if(!r.tables.cest_fits(prod.cest->CEST, prod.NCM), 48, at + "/prod/CEST");
        r.add_if(prod.cest->indEscala == "N" && !prod.cest->CNPJFab, 49, at + "/prod/CNPJFab");
    }
}

/// round(quantity · unit value); nullopt when even that is beyond the layout.
std::optional<Money> product_value(Written<4> const& quantity, Written<10> const& unit) {
    try {
        return cents(1, quantity.value, unit.value);
    } catch (std::overflow_error const&) {
        return std::nullopt;
    }
}

void check_amounts(Report& r, Prod const& prod, std::string const& at) {
    auto const malformed = [](auto const& number, int places) {
        return number.value.raw() < 0 || number.places > places;
    };
    auto const add_225 = [&](int rule, std::string field) {
        r.add(rule, std::move(field), std::string(rule_text(rule).sentence), 225);
    };
    if (malformed(prod.qCom, 4)) {
        r.add(53, at + "/prod/qCom",
              prod.qCom.places > 4 ? "Quantidade deve ter no máximo 4 casas decimais."
                                   : std::string(rule_text(53).sentence),
              225);
    } else {
        r.add_if(prod.qCom.value.is_zero(), 53, at + "/prod/qCom");
    }
    if (malformed(prod.vUnCom, 10)) add_225(54, at + "/prod/vUnCom");
    auto const differs = [&](auto const& quantity, auto const& unit) {
        auto const value = product_value(quantity, unit);
        return !value || off_by_more_than_a_cent(*value, prod.vProd.value);
    };
    r.add_if(differs(prod.qCom, prod.vUnCom), 55, at + "/prod/vProd");
    r.add_if(differs(prod.qTrib, prod.vUnTrib), 56, at + "/prod/vProd");
    r.add_if(value_or_zero(prod.vDesc) > prod.vProd.value, 57, at + "/prod/vDesc");
    r.add_if((prod.CFOP == "5656" || prod.CFOP == "5667") && !prod.comb, 59, at + "/prod/comb");
    for (auto const& lot : prod.rastro) r.add_if(lot.dVal < lot.dFab, 119, at + "/prod/rastro");
}

} // namespace

void check_goods(Report& r) {
    auto const& items = r.nfce.det;
    r.add_if(items.empty() || items.size() > 990, 39, "det");
    r.add_if(!items.empty() && r.modelo.fixed_first_item && r.nfce.ide.tpAmb == 2 &&
                 items.front().prod.xProd != homologacao_produto,
             41, "det[1]/prod/xProd");
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto const at = item_path(i);
        check_codes(r, items[i], at);
        check_amounts(r, items[i].prod, at);
    }
}

} // namespace balcao::nfce::rules
