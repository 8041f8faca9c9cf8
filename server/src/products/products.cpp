#include "products/products.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/json.hpp"
#include "products/products_store.hpp"

namespace balcao::products {

namespace {

constexpr std::string_view unique_index = "produtos_codigo";
constexpr records::BulkWords bulk_words{.topic = "products",
                                        .deleted = "product_delete",
                                        .updated = "product_update",
                                        .one = "produto",
                                        .many = "produtos",
                                        .deactivated = "desativados"};
constexpr std::string_view with_article = "este produto";

Failure code_taken(StoredProduct const& holder, std::string_view advice) {
    auto const sentence =
        fmt::format("O código {} já é do produto {}.{}", holder.product.prod_cProd, holder.product.prod_xProd, advice);
    return {.kind = FailureKind::conflict,
            .title = "Código já cadastrado",
            .detail = sentence,
            .fields = {{"prod_cProd", sentence}},
            .existing_id = holder.product.id.to_string()};
}

constexpr std::string_view choose_another = " Use outro código.";
constexpr std::string_view cannot_restore = " Por isso este não pode ser restaurado.";

// Asked before writing: once the index has refused a row, PostgreSQL answers nothing more in this transaction.
Result<void> check_code_is_free(db::Connection& connection, auth::CompanyScope const& scope, Product const& product,
                                std::string_view advice = choose_another) {
    for (auto const& holder : find_by_codes(connection, scope, std::array{product.prod_cProd}))
        if (holder.product.id != product.id) return fail(code_taken(holder, advice));
    return {};
}

void save(auth::WriteCall& call, auth::CompanyScope const& scope, std::span<ProductChange const> changes) {
    records::run_again_when_taken(unique_index, [&] { products::update(call.db, scope, changes); });
}

void save(auth::WriteCall& call, auth::CompanyScope const& scope, StoredProduct const& before,
          StoredProduct const& after) {
    save(call, scope, std::array{ProductChange{.before = before, .after = after}});
}

Result<StoredProduct> find_current(db::Connection& connection, auth::CompanyScope const& scope, ProductId id,
                                   std::string_view if_match) {
    auto stored = find(connection, scope, id);
    if (!stored) return not_found();
    auto const current = records::check_current(connection, if_match,
                                                {.topic = "products",
                                                 .id = id.uuid(),
                                                 .version = stored->version,
                                                 .what = with_article,
                                                 .json = to_json(product_fields(), stored->product)});
    if (!current) return fail(current.error());
    return *std::move(stored);
}

void note(auth::WriteCall& call, records::Services const& services, std::string_view action, std::string_view what,
          StoredProduct const& stored, std::string details) {
    records::note(call, services,
                  {.topic = "products",
                   .action = action,
                   .description = fmt::format("{} {}", what, stored.product.prod_xProd),
                   .company = stored.product.id_emit,
                   .entity = stored.product.id.uuid(),
                   .version = stored.version,
                   .details = std::move(details)});
}

StoredProduct changed(StoredProduct const& before, Instant now) {
    auto after = before;
    after.product.updated_at = now;
    ++after.version;
    return after;
}

StoredProduct in_state(StoredProduct const& before, std::string_view ativo, Instant now) {
    if (before.product.prod_ativo == ativo) return before;
    auto after = changed(before, now);
    after.product.prod_ativo = ativo;
    return after;
}

StoredProduct put_into_bin(StoredProduct const& before, Instant now) {
    auto after = changed(before, now);
    after.product.deleted_at = now;
    return after;
}

Result<StoredProduct> taken_out_of_bin(db::Connection& connection, auth::CompanyScope const& scope,
                                       StoredProduct const& before, Instant now) {
    if (auto const in_time = records::check_restorable(*before.product.deleted_at, now); !in_time)
        return fail(in_time.error());
    if (auto const is_free = check_code_is_free(connection, scope, before.product, cannot_restore); !is_free)
        return fail(is_free.error());
    auto after = changed(before, now);
    after.product.deleted_at.reset();
    return after;
}

// What a bulk change makes of one of its products; the same as before when there is nothing to do.
Result<StoredProduct> changed_by(db::Connection& connection, auth::CompanyScope const& scope,
                                 records::BulkAction action, bool is_used, StoredProduct const& before, Instant now) {
    using enum records::BulkAction;
    if (action == restore) return before.product.deleted_at ? taken_out_of_bin(connection, scope, before, now) : before;
    if (before.product.deleted_at) return before;
    if (action == remove && !is_used) return put_into_bin(before, now);
    return in_state(before, action == activate ? "S" : "N", now);
}

} // namespace

Result<StoredProduct> create(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                             Product typed) {
    typed.id = ProductId::make();
    typed.id_emit = scope.id();
    if (auto const is_free = check_code_is_free(call.db, scope, typed); !is_free) return fail(is_free.error());
    typed.created_at = typed.updated_at = services.clock.now();
    StoredProduct const stored{.product = std::move(typed), .version = 1};
    records::run_again_when_taken(unique_index, [&] { insert(call.db, scope, std::span(&stored, 1)); });
    note(call, services, "product_create", "Cadastrou o produto", stored, to_json(product_fields(), stored.product));
    return stored;
}

Result<StoredProduct> update(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                             ProductId id, std::string_view if_match, Product typed) {
    auto const before = find_current(call.db, scope, id, if_match);
    if (!before) return fail(before.error());
    if (before->product.deleted_at) return invalid("Este produto está na lixeira. Restaure-o para alterar.");
    typed.id = id;
    typed.id_emit = scope.id();
    if (auto const is_free = check_code_is_free(call.db, scope, typed); !is_free) return fail(is_free.error());
    typed.created_at = before->product.created_at;
    typed.updated_at = services.clock.now();
    follow_changes(before->product, typed);
    StoredProduct const after{.product = std::move(typed), .version = before->version + 1};
    save(call, scope, *before, after);
    note(call, services, "product_update", "Salvou o produto", after,
         changes_json(product_fields(), before->product, after.product));
    return after;
}

Result<std::optional<StoredProduct>> remove(auth::WriteCall& call, auth::CompanyScope const& scope,
                                            records::Services const& services, ProductId id,
                                            std::string_view if_match) {
    auto const before = find_current(call.db, scope, id, if_match);
    if (!before) return fail(before.error());
    if (before->product.deleted_at) return std::nullopt;
    auto const now = services.clock.now();
    if (used_in_budgets(call.db, scope, std::array{id.uuid()}).empty()) {
        auto const after = put_into_bin(*before, now);
        save(call, scope, *before, after);
        note(call, services, "product_delete", "Excluiu o produto", after, to_json(product_fields(), before->product));
        return std::nullopt;
    }
    auto const after = in_state(*before, "N", now);
    if (after.version != before->version) {
        save(call, scope, *before, after);
        note(call, services, "product_update", "Desativou, por estar em orçamentos, o produto", after,
             changes_json(product_fields(), before->product, after.product));
    }
    return after;
}

Result<StoredProduct> restore(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                              ProductId id) {
    auto before = find(call.db, scope, id);
    if (!before) return not_found();
    if (!before->product.deleted_at) return *std::move(before);
    auto const after = taken_out_of_bin(call.db, scope, *before, services.clock.now());
    if (!after) return fail(after.error());
    save(call, scope, *before, *after);
    note(call, services, "product_update", "Restaurou o produto", *after, {});
    return *after;
}

Result<records::BulkOutcome> change_many(auth::WriteCall& call, auth::CompanyScope const& scope,
                                         records::Services const& services, records::Bulk const& bulk) {
    auto const products = find_many(call.db, scope, bulk.ids);
    if (products.size() != bulk.ids.size()) return not_found();
    std::set<Uuid> used;
    if (bulk.action == records::BulkAction::remove) used = used_in_budgets(call.db, scope, bulk.ids);

    auto const now = services.clock.now();
    records::BulkOutcome outcome;
    std::deque<StoredProduct> saved; // what the changes view
    std::vector<ProductChange> changes;
    for (auto const& before : products) {
        auto const id = before.product.id.uuid();
        auto const after = changed_by(call.db, scope, bulk.action, used.contains(id), before, now);
        if (!after) return fail(after.error());
        if (used.contains(id) && !before.product.deleted_at) outcome.deactivated.push_back(id);
        if (after->version == before.version) continue;
        changes.push_back({.before = before, .after = saved.emplace_back(*after)});
        outcome.changed.push_back(id);
        if (bulk.action != records::BulkAction::restore) continue;
        save(call, scope, std::exchange(changes, {})); // at once: the next one may have the same code
    }
    save(call, scope, changes);
    records::note_bulk(call, services, bulk.action, outcome, bulk_words, scope.id());
    return outcome;
}

void empty_bin(db::Database& database, Instant now) {
    records::empty_bin(database, now, 1000, [](db::Transaction& transaction, Instant before, std::int64_t limit) {
        return products::empty_bin(transaction, before, limit);
    });
}

} // namespace balcao::products
