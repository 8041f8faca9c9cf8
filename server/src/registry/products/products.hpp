#pragma once
// The products of a company.

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/db/record_list.hpp"
#include "platform/records/list_query.hpp"
#include "platform/records/records.hpp"
#include "registry/products/fiscal_pendencies.hpp"
#include "registry/products/product.hpp"

namespace balcao::auth {
class Gate;
}
namespace balcao::http {
struct Request;
}

namespace balcao::products {

/// Nothing for an unknown company.
std::optional<Taxation> taxation_of(db::Connection& connection, auth::CompanyScope const& scope);

/// Active products, and those among them that lack something for a receipt. Maintained, not counted.
struct Readiness {
    std::int64_t active = 0;
    std::int64_t with_pendency = 0;
    std::int64_t with_warning = 0; // the law wants something more
};
Readiness readiness_of(db::Connection& connection, auth::CompanyScope const& scope);

/// `all`: active and inactive, without the bin; `with_pendency`: active ones that lack something for a receipt;
/// `with_warning`: active ones of which the law wants more.
enum class Situation { all, active, inactive, without_ncm, with_pendency, with_warning, bin };
struct ProductFilter {
    Situation situation = Situation::all;
    std::string ncm{};  // its beginning; empty: any
    std::string unit{}; // prod_uCOM; empty: any
    std::string code{}; // prod_cProd, as it is or in capitals; empty: any
};

/// Position of a walk through a company's products.
struct Place {
    Instant created_at;
    std::int64_t seq = 0;
};

/// A stored product, and what it lacks now.
struct JudgedProduct {
    Product const& product;
    Judgement judgement;
};

/// All products of a company, as a records::RecordKind (platform/records/life.hpp). Deleting one that budgets or orders
/// use deactivates it.
class Products {
public:
    using Record = Product;
    using Id = ProductId;
    using Typed = Product;

    static constexpr records::RecordWords words{
        .topic = "products",
        .created_code = "product_create",
        .updated_code = "product_update",
        .deleted_code = "product_delete",
        .created = "Cadastrou o produto",
        .updated = "Salvou o produto",
        .deleted = "Excluiu o produto",
        .restored = "Restaurou o produto",
        .deactivated = "Desativou, por estar em orçamentos, o produto",
        .in_bin = "Este produto está na lixeira. Restaure-o para alterar.",
        .one = "produto",
        .many = "produtos",
        .many_deactivated = "desativados",
    };
    static constexpr std::string_view unique_index = "produtos_codigo";

    explicit Products(auth::CompanyScope const& scope) : scope_(scope) {}

    auth::CompanyScope const& scope() const { return scope_; }
    std::optional<CompanyId> company() const { return scope_.id(); }
    std::string name_of(Product const& product) const { return product.prod_xProd; }
    std::string with_article(Product const&) const { return "este produto"; }
    std::string json_of(Product const& product) const { return to_json(product); }
    std::string changes_of(Product const& before, Product const& after) const {
        return changes_json(product_fields(), before, after);
    }
    static std::string& ativo_of(Product& product) { return product.prod_ativo; }

    /// Conflict at `prod_cProd`, with the other product's id, if a product outside the bin has the code.
    Result<Product> complete(auth::Write const& write, Instant now, Product typed, Product const* before) const;
    /// The same conflict.
    Result<void> check_restorable(db::Connection& connection, Product const& product) const;
    Result<bool> is_kept(db::Connection& connection, Product const& product) const;
    /// Those used by budgets or orders, also in the bin.
    std::set<Uuid> used(db::Connection& connection, std::span<Uuid const> ids) const;

    /// Also from the bin.
    std::optional<StoredProduct> find(db::Connection& connection, ProductId id) const;
    /// Existing ones, also from the bin, in any order.
    std::vector<StoredProduct> find_many(db::Connection& connection, std::span<Uuid const> ids) const;
    /// Those outside the bin with one of these codes, in any order.
    std::vector<StoredProduct> find_by_codes(db::Connection& connection, std::span<std::string const> codes) const;
    /// Those outside the bin with one of these in prod_cEAN or prod_cEANTrib, in any order.
    std::vector<StoredProduct> find_by_gtins(db::Connection& connection, std::span<std::string const> gtins) const;
    /// Active ones that match the text, at most so many.
    std::vector<Product> similar(db::Connection& connection, std::string_view text, std::int64_t most) const;

    /// Sorts: prod_cProd, prod_xProd, prod_NCM, prod_uCOM, prod_vUnCOM (those without a price before all others),
    /// created_at.
    records::ListPage list(db::Connection& connection, records::ListQuery const& query,
                           ProductFilter const& filter) const;
    /// The exact number of rows `list` finds.
    std::int64_t count(db::Connection& connection, records::ListQuery const& query, ProductFilter const& filter) const;
    db::ListTotal count_to_most(db::Connection& connection, records::ListQuery const& query,
                                ProductFilter const& filter) const;
    /// Every row `list` finds, in its order, whatever the page.
    void each(db::Connection& connection, records::ListQuery const& query, ProductFilter const& filter,
              std::function<void(Product const&)> const& row) const;

    /// Both throw db::UniqueViolation `produtos_codigo` if a product outside the bin has the code. They judge what the
    /// products lack for a receipt, and update the totals.
    void insert(db::Transaction& transaction, std::span<StoredProduct const> products) const;
    void update(db::Transaction& transaction, std::span<ProductRevision const> revisions) const;

    /// The next products outside the bin, in order of creation; advances `place`.
    std::vector<Product> next(db::Connection& connection, Place& place, std::int64_t most) const;
    /// Stores what they lack now. Versions stay, since nobody changed the products.
    void keep_pendencies(db::Transaction& transaction, std::span<JudgedProduct const> judged) const;

private:
    auth::CompanyScope scope_;
};

/// Deletes expired products that neither budgets nor sales use from the bin. Periodic.
void empty_bin(db::Database& database, Instant now);

/// /api/companies/{id}/products… and changes.hpp; without imports and export.
void add_products_routes(auth::Gate& gate, records::Services services);

/// Parameters of the list, for other answers with the same rows. `more`: further parameters.
Result<records::ListRequest<ProductFilter>> read_products_query(http::Request const& request,
                                                                std::span<std::string_view const> more = {});

} // namespace balcao::products
