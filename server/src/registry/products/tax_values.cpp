#include "registry/products/tax_values.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace balcao::products {

namespace {

constexpr auto names = std::to_array<std::string_view>({
    "prod_CFOP",
    "prod_sujST",
    "icms_orig",
    "icms_CST",
    "icms_modBC",
    "icms_pRedBC",
    "icms_pICMS",
    "icms_pFCP",
    "icms_motDesICMS",
    "icms_indDeduzDeson",
    "icms_modBCST",
    "icms_pMVAST",
    "icms_pRedBCST",
    "icms_pICMSST",
    "icms_pFCPST",
    "icms_pCredSN",
    "icms_adRemICMSRet",
    "pis_CST",
    "pis_pPIS",
    "pis_vAliqProd",
    "pis_cofins_excluiICMS",
    "cofins_CST",
    "cofins_pCOFINS",
    "cofins_vAliqProd",
    "IPI_CST",
    "IPI_pIPI",
    "IPI_cEnq",
    "ibscbs_CST",
    "ibscbs_cClassTrib",
    "aprox_pFederal",
    "aprox_pEstadual",
    "aprox_pMunicipal",
});

} // namespace

Fields tax_fields() {
    static auto const fields = [] {
        std::vector<Field> found;
        for (auto const name : names) {
            auto const all = product_fields();
            auto const at = std::ranges::find(all, name, &Field::name);
            if (at == all.end()) throw std::logic_error("no field of a product: " + std::string(name));
            found.push_back(*at);
        }
        return found;
    }();
    return fields;
}

Product read_tax_values(boost::json::object const& json, std::int64_t crt, std::vector<FieldProblem>& problems) {
    auto values = read_entity<Product>(tax_fields(), json, problems);
    check_between(values, crt, problems);
    return values;
}

void put_tax_values(Product const& values, Product& product) {
    auto const origin = product.icms_orig;
    for (auto const& field : tax_fields()) field.set(&product, field.get(&values));
    if (!values.icms_orig) product.icms_orig = origin;
}

} // namespace balcao::products
