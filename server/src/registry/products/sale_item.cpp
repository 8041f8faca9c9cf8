#include "registry/products/sale_item.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "nfce/tables.hpp"
#include "platform/base/documents.hpp"

namespace balcao::products {

namespace {

template <class... Codes>
bool is_one_of(std::string_view code, Codes... codes) {
    return ((code == codes) || ...);
}

std::optional<nfce::Written<4>> rate(std::optional<Decimal<4>> const& value) {
    return value.transform([](Decimal<4> percent) { return nfce::Written<4>(percent); });
}

std::optional<int> code(std::optional<std::int64_t> const& value) {
    return value.transform([](std::int64_t number) { return static_cast<int>(number); });
}

template <class T>
void require(std::optional<T> const& value, std::string_view field, std::string_view name,
             std::vector<FieldProblem>& problems) {
    if (!value)
        problems.push_back({std::string(field), fmt::format("falta {}. Preencha no cadastro do produto.", name)});
}

void check_presence(Product const& product, Taxation const& taxation, std::vector<FieldProblem>& problems) {
    require(product.prod_NCM, "prod_NCM", "o NCM", problems);
    require(product.prod_CFOP, "prod_CFOP", "o CFOP", problems);
    require(product.prod_uCOM, "prod_uCOM", "a unidade", problems);
    require(product.icms_orig, "icms_orig", "a origem da mercadoria", problems);
    require(product.icms_CST, "icms_CST", taxation.is_simples() ? "o CSOSN do ICMS" : "o CST do ICMS", problems);
    if (taxation.is_simples()) return;
    require(product.pis_CST, "pis_CST", "o CST do PIS", problems);
    require(product.cofins_CST, "cofins_CST", "o CST da COFINS", problems);
}

// What a receipt of modelo 65 cannot sell, or not one from here.
void check_kind(Product const& product, Taxation const& taxation, std::string_view date,
                std::vector<FieldProblem>& problems) {
    auto const cst = product.icms_CST.value_or("");
    auto const ncm = product.prod_NCM.value_or("");
    if (is_one_of(cst, "02", "15", "53", "61") ||
        taxation.tables->listed("icms_monofasico_ncm", taxation.uf, date, ncm)) {
        problems.push_back(
            {"prod_NCM", "combustível precisa dos dados da bomba na nota e não pode ser vendido por aqui."});
    }
    if (is_one_of(cst, "10", "30", "70", "201", "202", "203") || product.icms_pICMSST) {
        problems.push_back({"icms_CST",
                            "o ICMS por substituição seria cobrado nesta venda, o que não vale para NFC-e. Se ele já "
                            "foi recolhido, use CST 60 ou CSOSN 500."});
    }
    if (product.IPI_pIPI && !product.IPI_pIPI->is_zero()) {
        problems.push_back({"IPI_pIPI", "tem IPI, que a NFC-e não leva. Retire o IPI do cadastro ou venda com NF-e "
                                        "modelo 55."});
    }
}

// The taxable unit as the product relates it to the commercial one: a box of 12 is sold by the box, taxed by the piece.
void set_taxable(nfce::Prod& prod, Product const& product, Sold const& sold) {
    prod.uTrib = product.prod_uTrib.value_or(prod.uCom);
    prod.cEANTrib = product.prod_cEANTrib.value_or(prod.uTrib == prod.uCom ? prod.cEAN : std::string(sem_gtin));
    prod.qTrib = prod.qCom;
    prod.vUnTrib = prod.vUnCom;
    if (prod.uTrib == prod.uCom || product.prod_qCOM.is_zero()) return;
    auto const factor = divide<8>(product.prod_qTrib, product.prod_qCOM, Rounding::half_up);
    auto const quantity = rounded_product<4>(Rounding::half_up, 1, sold.quantidade, factor);
    if (quantity.is_zero()) return;
    auto const value = rounded_product<2>(Rounding::half_up, 1, sold.quantidade, sold.valor);
    prod.qTrib = quantity;
    prod.vUnTrib = divide<10>(value, quantity, Rounding::half_up);
}

nfce::Prod prod_of(Product const& product, Sold const& sold) {
    nfce::Prod prod;
    prod.cProd = product.prod_cProd;
    prod.cEAN = product.prod_cEAN.value_or(std::string(sem_gtin));
    prod.xProd = product.prod_xProd;
    prod.NCM = product.prod_NCM.value_or("");
    if (product.prod_CEST_Opc) {
        prod.cest = nfce::Cest{.CEST = *product.prod_CEST_Opc, .indEscala = {}, .CNPJFab = {}};
        // Only who names the manufacturer declares goods as not made at relevant scale.
        if (product.prod_CNPJFab) {
            prod.cest->indEscala = product.prod_indEscala;
            prod.cest->CNPJFab = product.prod_CNPJFab;
        }
    }
    prod.cBenef = product.prod_cBenef;
    prod.CFOP = product.prod_CFOP.value_or("");
    prod.uCom = product.prod_uCOM.value_or("");
    prod.qCom = sold.quantidade;
    prod.vUnCom = Decimal<10>::from_raw(sold.valor.raw() * (Decimal<10>::scale / Decimal<4>::scale));
    if (!sold.desconto.is_zero()) prod.vDesc = nfce::Valor(sold.desconto);
    set_taxable(prod, product, sold);
    return prod;
}

nfce::IcmsFacts icms_of(Product const& product, bool simples) {
    nfce::IcmsFacts icms;
    icms.orig = static_cast<int>(product.icms_orig.value_or(0));
    icms.simples = simples;
    icms.code = product.icms_CST.value_or("");
    icms.modBC = code(product.icms_modBC);
    icms.motDesICMS = code(product.icms_motDesICMS);
    if (product.icms_indDeduzDeson) icms.indDeduzDeson = *product.icms_indDeduzDeson == "S" ? 1 : 0;
    icms.pRedBC = rate(product.icms_pRedBC);
    icms.pICMS = rate(product.icms_pICMS);
    icms.pFCP = rate(product.icms_pFCP);
    icms.pCredSN = rate(product.icms_pCredSN);
    return icms;
}

nfce::ContributionFacts contribution(std::optional<std::string> const& cst, std::optional<Decimal<4>> const& percent,
                                     std::optional<Decimal<4>> const& per_unit, Product const& product,
                                     nfce::Prod const& prod) {
    nfce::ContributionFacts facts;
    facts.CST = cst.value_or("49"); // other operations: with zeros
    facts.p = rate(percent);
    facts.excluiICMS = product.pis_cofins_excluiICMS == "S";
    if (per_unit) {
        facts.vAliqProd = rate(per_unit);
        facts.qBCProd = prod.qTrib;
    }
    return facts;
}

// Rates of that date; a reduction comes from the classification. Without a rate there is no group to be written.
std::optional<nfce::IbsCbsFacts> ibscbs_of(Product const& product, Taxation const& taxation, std::string_view date,
                                           int tpAmb, std::vector<FieldProblem>& problems) {
    if (!product.ibscbs_CST || !product.ibscbs_cClassTrib) return std::nullopt;
    auto const demand = nfce::ibscbs_demand(*taxation.tables, taxation.uf, static_cast<int>(taxation.crt), date, tpAmb);
    if (!demand.by_law && !demand.by_sefaz) return std::nullopt;
    nfce::IbsCbsFacts facts{.CST = *product.ibscbs_CST, .cClassTrib = *product.ibscbs_cClassTrib, .rates = {}};
    auto const cst = taxation.tables->ibscbs_cst(facts.CST);
    if (!cst || !cst->gIBSCBS) return facts;
    if (!demand.rates) return std::nullopt;
    facts.rates = demand.rates;
    auto const classification = taxation.tables->class_trib(facts.cClassTrib);
    if (!cst->gRed || !classification) return facts;
    if (classification->pRedIBS != classification->pRedCBS) {
        problems.push_back({"ibscbs_cClassTrib",
                            fmt::format("a classificação {} reduz IBS e CBS de formas diferentes, o que a NFC-e daqui "
                                        "não calcula. Venda com NF-e modelo 55.",
                                        facts.cClassTrib)});
        return facts;
    }
    auto const reduction = Decimal<4>::parse(classification->pRedIBS);
    if (reduction) facts.rates->pRedAliq = nfce::Written<4>(*reduction);
    return facts;
}

struct Place {
    std::string_view name; // last part of a path of the library
    std::string_view field;
};

constexpr auto goods_fields = std::to_array<Place>({
    {"cProd", "prod_cProd"},
    {"cEAN", "prod_cEAN"},
    {"xProd", "prod_xProd"},
    {"NCM", "prod_NCM"},
    {"CEST", "prod_CEST_Opc"},
    {"indEscala", "prod_indEscala"},
    {"CNPJFab", "prod_CNPJFab"},
    {"cBenef", "prod_cBenef"},
    {"CFOP", "prod_CFOP"},
    {"uCom", "prod_uCOM"},
    {"cEANTrib", "prod_cEANTrib"},
    {"uTrib", "prod_uTrib"},
    {"qTrib", "prod_qTrib"},
    {"vUnTrib", "prod_vUnTrib"},
});
constexpr auto icms_fields = std::to_array<Place>({
    {"orig", "icms_orig"},
    {"modBC", "icms_modBC"},
    {"pRedBC", "icms_pRedBC"},
    {"pICMS", "icms_pICMS"},
    {"pFCP", "icms_pFCP"},
    {"motDesICMS", "icms_motDesICMS"},
    {"vICMSDeson", "icms_motDesICMS"},
    {"indDeduzDeson", "icms_indDeduzDeson"},
    {"pCredSN", "icms_pCredSN"},
});

template <std::size_t N>
std::string_view find_in(std::array<Place, N> const& places, std::string_view name, std::string_view otherwise) {
    auto const* const at = std::ranges::find(places, name, &Place::name);
    return at == places.end() ? otherwise : at->field;
}

} // namespace

nfce::SaleItem to_sale_item(Product const& product, Sold const& sold, Taxation const& taxation, std::string_view date,
                            int tpAmb, std::vector<FieldProblem>& problems) {
    check_presence(product, taxation, problems);
    check_kind(product, taxation, date, problems);
    nfce::SaleItem item;
    try {
        item.prod = prod_of(product, sold);
    } catch (std::overflow_error const&) {
        // Only a taxable unit can do that: the sale's own amounts are bounded.
        problems.push_back({"prod_qTrib", "o valor da unidade tributável passa do que a nota leva."});
    }
    item.icms = icms_of(product, taxation.is_simples());
    item.pis = contribution(product.pis_CST, product.pis_pPIS, product.pis_vAliqProd, product, item.prod);
    item.cofins =
        contribution(product.cofins_CST, product.cofins_pCOFINS, product.cofins_vAliqProd, product, item.prod);
    item.ibscbs = ibscbs_of(product, taxation, date, tpAmb, problems);
    return item;
}

std::optional<nfce::ApproximateTaxes> approximate_taxes(Product const& product) {
    auto const& [federal, estadual, municipal] =
        std::tie(product.aprox_pFederal, product.aprox_pEstadual, product.aprox_pMunicipal);
    if (!federal && !estadual && !municipal) return std::nullopt;
    return nfce::ApproximateTaxes{.federal = federal.value_or(Rate{}),
                                  .estadual = estadual.value_or(Rate{}),
                                  .municipal = municipal.value_or(Rate{}),
                                  .fonte = "cálculo da empresa"};
}

std::optional<std::string> whole_or_none(std::vector<nfce::SaleItem>& items, nfce::IbsCbsDemand const& demand) {
    if (demand.by_sefaz) {
        if (demand.rates) return std::nullopt;
        return "A SEFAZ exige IBS e CBS nesta nota, e a alíquota desta data ainda não está nas tabelas fiscais do "
               "Balcão. Um administrador informa a alíquota da CBS (pCBS) em Tabelas fiscais.";
    }
    if (std::ranges::any_of(items, [](nfce::SaleItem const& item) { return !item.ibscbs; }))
        for (auto& item : items) item.ibscbs.reset();
    return std::nullopt;
}

std::string field_at(std::string_view path) {
    auto const has = [&](std::string_view group) { return path.contains(group); };
    auto const name = path.substr(path.find_last_of("./") + 1);
    bool const classifies = name == "cClassTrib";
    if (has("IBSCBS") || has("ibscbs")) return classifies ? "ibscbs_cClassTrib" : "ibscbs_CST";
    if (has("COFINS") || has("cofins")) {
        if (name == "vAliqProd") return "cofins_vAliqProd";
        return name == "p" || name == "pCOFINS" ? "cofins_pCOFINS" : "cofins_CST";
    }
    if (has("PIS") || has("pis")) {
        if (name == "vAliqProd") return "pis_vAliqProd";
        return name == "p" || name == "pPIS" ? "pis_pPIS" : "pis_CST";
    }
    if (has("ICMS") || has("icms")) return std::string(find_in(icms_fields, name, "icms_CST"));
    return std::string(find_in(goods_fields, name, {}));
}

} // namespace balcao::products
