#include "registry/products/products.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "platform/records/life.hpp"
#include "registry/products/fiscal_pendencies.hpp"

namespace balcao::products {

static_assert(records::ActivatableKind<Products>);

namespace {

constexpr std::string_view choose_another = " Use outro código.";
constexpr std::string_view cannot_restore = " Por isso este não pode ser restaurado.";

Failure code_taken(Product const& holder, std::string_view advice) {
    auto const sentence =
        fmt::format("O código {} já é do produto {}.{}", holder.prod_cProd, holder.prod_xProd, advice);
    return {.kind = FailureKind::conflict,
            .title = "Código já cadastrado",
            .detail = sentence,
            .fields = {{"prod_cProd", sentence}},
            .existing_id = holder.id.to_string()};
}

// Asked before writing: once the index has refused a row, PostgreSQL answers nothing more in this transaction.
Result<void> check_code_is_free(Products const& products, db::Connection& connection, Product const& product,
                                std::string_view advice) {
    for (auto const& [holder, version] : products.find_by_codes(connection, std::array{product.prod_cProd}))
        if (holder.id != product.id) return fail(code_taken(holder, advice));
    return {};
}

} // namespace

Result<Product> Products::complete(auth::Write const& write, Instant now, Product typed, Product const* before) const {
    if (before != nullptr) typed.id = before->id;
    typed.id_emit = scope_.id();
    BALCAO_TRY(check_code_is_free(*this, write.db, typed, choose_another));
    if (before != nullptr) follow_changes(*before, typed);
    auto const taxation = taxation_of(write.db, scope_);
    if (!taxation) return not_found();
    auto judged = judge(typed, *taxation, judging_date(now));
    typed.fiscal_pendencies = std::move(judged.pendencies);
    typed.fiscal_warnings = std::move(judged.warnings);
    return typed;
}

Result<void> Products::check_restorable(db::Connection& connection, Product const& product) const {
    return check_code_is_free(*this, connection, product, cannot_restore);
}

Result<bool> Products::is_kept(db::Connection& connection, Product const& product) const {
    return !used(connection, std::array{product.id.uuid()}).empty();
}

} // namespace balcao::products
