#pragma once
// Values of many products at once: prices, and what a perfil fiscal gives. First proposed, so that somebody sees old
// and new, then applied exactly so; applying the old ones undoes it. Whoever saved a product meanwhile is not
// overwritten.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/records/records.hpp"
#include "registry/products/products.hpp"

namespace balcao::products {

inline constexpr std::size_t most_in_changes = 1'000;

/// The member `ids` of a body: 1 to most_in_changes different ones. Empty when a problem was added.
std::vector<Uuid> read_ids(boost::json::object const& body, std::vector<FieldProblem>& problems);

/// A product that would be another; `pendencies`: what it would lack then.
struct Proposed {
    StoredProduct before;
    Product after;
    std::vector<FieldProblem> pendencies;
};

/// What `change` would make of these, in the order of their codes; those that it leaves as they are too. Fails when one
/// of them does not exist or lies in the bin. Changes nothing.
Result<std::vector<Proposed>> propose(db::Connection& connection, Products const& products, std::span<Uuid const> ids,
                                      Instant now, std::function<void(Product&)> const& change);
/// The contract's schema ProductChangesPreview.
std::string to_json(std::vector<Proposed> const& proposed);

/// `POST /api/companies/{id}/products/changes` and `…/products/prices/preview`.
void add_changes_routes(auth::Gate& gate, records::Services services);

} // namespace balcao::products
