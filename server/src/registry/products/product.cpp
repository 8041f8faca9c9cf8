#include "registry/products/product.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "platform/base/documents.hpp"
#include "platform/base/text.hpp"
#include "platform/reference/tables.hpp"
#include "registry/products/product_checks.hpp"
#include "registry/products/tax_values.hpp"

namespace balcao::products {

namespace {

using reference::Table;

constexpr std::int64_t hundred_percent = 1'000'000;      // 100 %
constexpr std::int64_t any_rate = 9'999'999;             // three digits before the comma (TDec_0302a04)
constexpr std::int64_t most_units = 999'999'999'999'999; // eleven digits before the comma (TDec_1104v)
constexpr std::int64_t heaviest = 9'999'999'999;         // 999,999.9999 kg
constexpr std::int64_t most_money = 999'999'999'999'999; // thirteen digits before the comma (TDec_1302)
constexpr Rules up_to_hundred{.at_least = 0, .at_most = hundred_percent};
constexpr Rules any_percentage{.at_least = 0, .at_most = any_rate};
constexpr Rules units{.at_least = 0, .at_most = most_units};
constexpr Rules flag{.one_of = "S|N", .normalize = upper_ascii};
constexpr Rules unit_name{.max = 6, .nfe_text = true, .normalize = upper_ascii};
constexpr Rules cnpj{.normalize = normalize_cnpj, .check = check_cnpj};
constexpr Rules gtin{.normalize = normalize_gtin, .check = check_gtin};

constexpr Field fields[]{
    field<&Product::id>("id", {.read_only = true}),
    field<&Product::id_emit>("id_emit", {.read_only = true}),
    field<&Product::created_at>("created_at", {.read_only = true}),
    field<&Product::updated_at>("updated_at", {.read_only = true}),
    field<&Product::prod_cProd>("prod_cProd", {.required = true, .max = 60, .nfe_text = true}),
    field<&Product::prod_cEAN>("prod_cEAN", gtin),
    field<&Product::prod_xProd>("prod_xProd", {.required = true, .max = 120, .nfe_text = true}),
    field<&Product::prod_NCM>("prod_NCM", {.normalize = without_punctuation, .check = check_ncm}),
    field<&Product::prod_NVE_Opc>("prod_NVE_Opc", {.normalize = upper_without_punctuation, .check = check_nve}),
    field<&Product::prod_CEST_Opc>("prod_CEST_Opc", {.normalize = without_punctuation, .check = check_cest}),
    field<&Product::prod_EXTIPI>("prod_EXTIPI", {.normalize = without_punctuation, .check = check_extipi}),
    field<&Product::prod_CFOP>("prod_CFOP", {.normalize = without_punctuation, .check = check_cfop}),
    field<&Product::prod_uCOM>("prod_uCOM", unit_name),
    field<&Product::prod_qCOM>("prod_qCOM", units),
    field<&Product::prod_vUnCOM>("prod_vUnCOM", units),
    field<&Product::prod_vProd>("prod_vProd", {.at_least = 0, .at_most = most_money}),
    field<&Product::prod_cEANTrib>("prod_cEANTrib", gtin),
    field<&Product::prod_uTrib>("prod_uTrib", unit_name),
    field<&Product::prod_qTrib>("prod_qTrib", units),
    field<&Product::prod_vUnTrib>("prod_vUnTrib", units),
    field<&Product::prod_nFCI_Opc>("prod_nFCI_Opc", {.normalize = upper_ascii, .check = check_fci}),
    field<&Product::icms_pICMS>("icms_pICMS", up_to_hundred),
    field<&Product::icms_pRedBC>("icms_pRedBC", up_to_hundred),
    field<&Product::icms_modBC>("icms_modBC", {.at_least = 0, .at_most = 6}),
    field<&Product::icms_CST>("icms_CST", {.normalize = without_punctuation, .check = check_icms_cst}),
    field<&Product::icms_orig>("icms_orig", {.at_least = 0, .at_most = 8}),
    field<&Product::icms_pMVAST>("icms_pMVAST", any_percentage),
    field<&Product::pis_CST>("pis_CST", {.check = check_code<Table::cst_pis>}),
    field<&Product::pis_pPIS>("pis_pPIS", up_to_hundred),
    field<&Product::cofins_CST>("cofins_CST", {.check = check_code<Table::cst_cofins>}),
    field<&Product::cofins_pCOFINS>("cofins_pCOFINS", up_to_hundred),
    field<&Product::IPI_clEnq>("IPI_clEnq", {.max = 5, .nfe_text = true}),
    field<&Product::IPI_CNPJProd>("IPI_CNPJProd", cnpj),
    field<&Product::IPI_cEnq>("IPI_cEnq", {.check = check_code<Table::cenq>}),
    field<&Product::IPI_CST>("IPI_CST", {.check = check_code<Table::cst_ipi>}),
    field<&Product::IPI_pIPI>("IPI_pIPI", any_percentage),
    field<&Product::prod_indEscala>("prod_indEscala", flag),
    field<&Product::prod_CNPJFab>("prod_CNPJFab", cnpj),
    field<&Product::prod_cBenef>("prod_cBenef", {.nfe_text = true, .normalize = upper_ascii, .check = check_cbenef}),
    field<&Product::prod_sujST>("prod_sujST", flag),
    field<&Product::prod_ativo>("prod_ativo", flag),
    field<&Product::prod_rastro>("prod_rastro", flag),
    field<&Product::prod_nivelm>("prod_nivelm", units),
    field<&Product::prod_pesoL>("prod_pesoL", {.at_least = 0, .at_most = heaviest}),
    field<&Product::prod_alert>("prod_alert", flag),
    field<&Product::icms_pFCP>("icms_pFCP", up_to_hundred),
    field<&Product::icms_motDesICMS>("icms_motDesICMS", {.at_least = 1, .at_most = 90}),
    field<&Product::icms_indDeduzDeson>("icms_indDeduzDeson", flag),
    field<&Product::icms_modBCST>("icms_modBCST", {.at_least = 0, .at_most = 6}),
    field<&Product::icms_pRedBCST>("icms_pRedBCST", up_to_hundred),
    field<&Product::icms_pICMSST>("icms_pICMSST", up_to_hundred),
    field<&Product::icms_pFCPST>("icms_pFCPST", up_to_hundred),
    field<&Product::icms_pCredSN>("icms_pCredSN", up_to_hundred),
    field<&Product::icms_adRemICMSRet>("icms_adRemICMSRet", any_percentage),
    field<&Product::pis_vAliqProd>("pis_vAliqProd", units),
    field<&Product::cofins_vAliqProd>("cofins_vAliqProd", units),
    field<&Product::pis_cofins_excluiICMS>("pis_cofins_excluiICMS", flag),
    field<&Product::ibscbs_CST>("ibscbs_CST", {.check = check_code<Table::cst_ibscbs>}),
    field<&Product::ibscbs_cClassTrib>("ibscbs_cClassTrib", {.check = check_cclasstrib}),
    field<&Product::aprox_pFederal>("aprox_pFederal", any_percentage),
    field<&Product::aprox_pEstadual>("aprox_pEstadual", any_percentage),
    field<&Product::aprox_pMunicipal>("aprox_pMunicipal", any_percentage),
    field<&Product::deleted_at>("deleted_at", {.read_only = true}),
};

// Layout 4.00, motDesICMS of all the groups ICMS may have.
constexpr std::array<std::int64_t, 13> exemption_reasons{1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 90};

bool uses_csosn(std::int64_t crt) { return crt == 1 || crt == 4; }

// Only what the single fields left standing: the code exists in one of the two tables.
void check_against_crt(std::string const& cst, std::int64_t crt, std::vector<FieldProblem>& problems) {
    if (uses_csosn(crt) && cst.size() == 2) {
        problems.push_back(
            {"icms_CST", "A empresa é do Simples Nacional: use um CSOSN, que tem 3 números. Exemplo: 102."});
    }
    if (!uses_csosn(crt) && cst.size() == 3)
        problems.push_back({"icms_CST", "A empresa não usa CSOSN: use um CST, que tem 2 números. Exemplo: 00."});
}

std::optional<Money> total_of(Product const& product) {
    if (!product.prod_vUnCOM) return std::nullopt;
    // Beyond the layout's thirteen digits there is no total; check_total says so.
    auto const wide = detail::checked_multiply(product.prod_qCOM.raw(), product.prod_vUnCOM->raw());
    if (wide / 1'000'000 > most_money) return std::nullopt;
    return Money::from_raw(detail::divide_rounded(wide, 1'000'000, Rounding::half_up));
}

bool same_unit(Product const& product) { return product.prod_uTrib == product.prod_uCOM; }

void fill(Product& product, bool with_quantity) {
    if (!product.prod_vProd) product.prod_vProd = total_of(product);
    if (!product.prod_uTrib) product.prod_uTrib = product.prod_uCOM;
    if (!same_unit(product)) return;
    if (with_quantity) product.prod_qTrib = product.prod_qCOM;
    if (!product.prod_vUnTrib) product.prod_vUnTrib = product.prod_vUnCOM;
    if (!product.prod_cEANTrib) product.prod_cEANTrib = product.prod_cEAN;
}

bool is_given(boost::json::object const& json, std::string_view name) {
    auto const* const value = json.if_contains(name);
    return value != nullptr && !value->is_null() && !(value->is_string() && trim(value->get_string()).empty());
}

} // namespace

std::optional<Weight> weight_of(Quantity quantity, std::optional<UnitWeight> const& one) {
    if (!one || one->is_zero()) return std::nullopt;
    constexpr std::int64_t heaviest_load = 999'999'999'999; // 999,999,999.999 kg
    constexpr std::int64_t to_grams = 100'000;
    auto const exact = detail::checked_multiply(quantity.raw(), one->raw());
    if (exact / to_grams >= heaviest_load) return std::nullopt;
    return Weight::from_raw(detail::divide_rounded(exact, to_grams, Rounding::half_up));
}

Fields product_fields() { return fields; }

std::string to_json(Product const& product) {
    auto json = balcao::to_json(fields, product);
    json.back() = ',';
    return json + R"("fiscal_pendencies":)" + product.fiscal_pendencies.value_or("null") + R"(,"fiscal_warnings":)" +
           product.fiscal_warnings.value_or("null") + '}';
}

void check_between(Product const& product, std::int64_t crt, std::vector<FieldProblem>& problems) {
    if (product.prod_CEST_Opc && product.prod_NCM &&
        !reference::cest_fits_ncm(*product.prod_CEST_Opc, *product.prod_NCM)) {
        problems.push_back(
            {"prod_CEST_Opc", "Este CEST não é para o NCM " + *product.prod_NCM + ". Escolha um da lista."});
    }
    if (product.icms_CST) check_against_crt(*product.icms_CST, crt, problems);
    if (product.icms_motDesICMS &&
        std::ranges::find(exemption_reasons, *product.icms_motDesICMS) == exemption_reasons.end())
        problems.push_back({"icms_motDesICMS", "Escolha um dos motivos da lista."});
    if (product.ibscbs_cClassTrib) {
        if (!product.ibscbs_CST) problems.push_back({"ibscbs_CST", "Escolha o CST desta classificação."});
        else if (!reference::cclasstrib_fits_cst(*product.ibscbs_cClassTrib, *product.ibscbs_CST)) {
            problems.push_back({"ibscbs_cClassTrib",
                                "Esta classificação não é do CST " + *product.ibscbs_CST + ". Escolha uma da lista."});
        }
    }
    if (product.prod_vUnCOM && !total_of(product))
        problems.push_back({"prod_vUnCOM", "Quantidade vezes valor passa de 9.999.999.999.999,99. Confira os dois."});
}

Product read_product(boost::json::object json, std::int64_t crt, std::vector<FieldProblem>& problems) {
    json.erase("fiscal_pendencies"); // read only
    json.erase("fiscal_warnings");
    auto product = read_entity<Product>(fields, json, problems);
    check_between(product, crt, problems);
    fill(product, !is_given(json, "prod_qTrib"));
    return product;
}

Product read_product_onto(Product const& stored, boost::json::object const& json, std::int64_t crt,
                          std::vector<FieldProblem>& problems) {
    auto product = stored;
    std::vector<FieldProblem> found;
    detail::read_json(fields, json, &product, found);
    // What is required is there already.
    std::erase_if(found, [&](FieldProblem const& problem) {
        return (problem.field == "prod_cProd" || problem.field == "prod_xProd") && !is_given(json, problem.field);
    });
    std::ranges::move(found, std::back_inserter(problems));
    check_between(product, crt, problems);
    follow_changes(stored, product);
    fill(product, false);
    return product;
}

void follow_changes(Product const& before, Product& after) {
    if (before.prod_vProd && before.prod_vProd == total_of(before) && after.prod_vProd == before.prod_vProd)
        after.prod_vProd = total_of(after);
    if (!same_unit(before)) return;
    if (after.prod_uTrib == before.prod_uTrib) after.prod_uTrib = after.prod_uCOM;
    if (!same_unit(after)) return;
    auto const follow = [&](auto member, auto source) {
        if (before.*member == before.*source && after.*member == before.*member) after.*member = after.*source;
    };
    follow(&Product::prod_qTrib, &Product::prod_qCOM);
    follow(&Product::prod_vUnTrib, &Product::prod_vUnCOM);
    follow(&Product::prod_cEANTrib, &Product::prod_cEAN);
}

} // namespace balcao::products
