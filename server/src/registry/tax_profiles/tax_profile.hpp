#pragma once
// A perfil fiscal (table `perfil_fiscal`): a named set of tax values that products are given. Fields and rules.

#include <cstdint>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "registry/products/products.hpp"
#include "registry/products/tax_values.hpp"

namespace balcao::tax_profiles {

struct TaxProfileId : Id<TaxProfileId> {
    using Id::Id;
};

struct TaxProfile {
    TaxProfileId id;
    std::string nome;
    std::string padrao = "N"; // S: what new products begin with; at most one
    Instant created_at;
    Instant updated_at;
    std::int64_t version = 1;

    products::Product valores{}; // only products::tax_fields() of it
};

/// Every broken rule at once, those of the values at `valores.…`. `crt`: the company's.
Result<TaxProfile> read_tax_profile(boost::json::object json, std::int64_t crt);
/// The contract's schema TaxProfile.
std::string to_json(TaxProfile const& profile);

/// Good ones for a company that has none, the first as its default: without id and dates.
std::vector<TaxProfile> suggested_for(products::Taxation const& taxation);
/// The contract's schema TaxProfileInput.
std::string suggestion_json(TaxProfile const& profile);

} // namespace balcao::tax_profiles
