#pragma once
// The tax values of a product as a set of their own: what a perfil fiscal (tax_profiles) gives to products.

#include <cstdint>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

#include "registry/products/product.hpp"

namespace balcao::products {

/// Those of product_fields() that say how goods are taxed, whatever they are: CFOP, ICMS, PIS, COFINS, IPI, IBS and
/// CBS, approximate taxes. Not what belongs to the goods: NCM, CEST, benefit, maker.
Fields tax_fields();

/// Reads and checks the values as typed, by the product's own rules. Appends every broken one. Of the product answered
/// only tax_fields() mean something.
Product read_tax_values(boost::json::object const& json, std::int64_t crt, std::vector<FieldProblem>& problems);

/// Gives the product all tax values of the other, those that are empty too: nothing of another kind of taxation stays
/// behind. An origin that is empty leaves the product's, which belongs to the goods.
void put_tax_values(Product const& values, Product& product);

/// Rules between fields of a product of a company of this CRT; part of read_product.
void check_between(Product const& product, std::int64_t crt, std::vector<FieldProblem>& problems);

} // namespace balcao::products
