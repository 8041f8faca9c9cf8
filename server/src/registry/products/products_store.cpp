#include "registry/products/products.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "platform/base/documents.hpp"
#include "platform/base/text.hpp"
#include "platform/db/entity.hpp"
#include "platform/db/list_totals.hpp"
#include "platform/db/record_list.hpp"
#include "platform/db/value_list.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "registry/products/fiscal_pendencies.hpp"

namespace balcao::products {

namespace {

constexpr std::string_view table = "produtos";

// Totals are kept by these: active, inactive, in the bin; and, apart from these three, without NCM.
constexpr std::string_view active = "S";
constexpr std::string_view inactive = "N";
constexpr std::string_view in_bin = "L";
constexpr std::string_view without_ncm = "sem_ncm";
constexpr std::string_view with_pendency = "com_pendencia"; // of the active ones
constexpr std::string_view with_warning = "com_aviso";      // of these, too

constexpr db::Query company_taxation{"products_company_taxation", "select crt, uf from emitente where id = :id_emit"};

// Read by read_product_row, and those with the version by read_stored.
std::string const columns = db::columns(product_fields()) + ", produtos.fiscal_pendencies, produtos.fiscal_warnings";
std::string const select_sql =
    fmt::format("select {}, version from produtos where produtos.id_emit = :id_emit", columns);
std::string const find_sql = select_sql + " and produtos.id = :id";
db::Query const find_product{"products_find", find_sql};
std::string const many_sql = select_sql + " and produtos.id in (:values)";
db::Query const find_products{"products_find_many", many_sql};
std::string const codes_sql = select_sql + " and produtos.deleted_at is null and produtos.prod_cProd in (:values)";
db::Query const products_by_code{"products_by_code", codes_sql};

// Each of the two has an index of its own.
std::string const gtins_sql = select_sql + R"sql( and produtos.id in (
        select p.id from produtos p where p.id_emit = :id_emit and p.deleted_at is null and p.prod_cEAN = :gtin
        union
        select p.id from produtos p where p.id_emit = :id_emit and p.deleted_at is null and p.prod_cEANTrib = :gtin))sql";
db::Query const products_by_gtin{"products_by_gtin", gtins_sql};

std::string const insert_sql = fmt::format(R"sql(
    insert into produtos ({}, version, busca, busca_xProd, fiscal_pendencies, fiscal_warnings)
    values ({}, :version, :busca, :busca_xProd, :fiscal_pendencies, :fiscal_warnings))sql",
                                           db::column_names(product_fields()), db::placeholders(product_fields()));
db::Query const insert_product{"products_insert", insert_sql};

std::string const update_sql = fmt::format(R"sql(
    update produtos set {}, version = :version, busca = :busca, busca_xProd = :busca_xProd,
        fiscal_pendencies = :fiscal_pendencies, fiscal_warnings = :fiscal_warnings
    where id_emit = :id_emit and id = :id)sql",
                                           db::assignments(product_fields(), {"id", "id_emit", "created_at"}));
db::Query const update_product{"products_update", update_sql};

// What judging again changes is no change of the product: its version stays.
constexpr db::Query keep_product_pendencies{"products_keep_pendencies", R"sql(
    update produtos set fiscal_pendencies = :fiscal_pendencies, fiscal_warnings = :fiscal_warnings
    where id_emit = :id_emit and id = :id)sql"};
std::string const walk_sql = fmt::format(R"sql(
    select {}, produtos.seq from produtos
    where produtos.id_emit = :id_emit and produtos.deleted_at is null
        and (produtos.created_at, produtos.seq) > (:created_at, :seq)
    order by produtos.created_at, produtos.seq limit :limit)sql",
                                         columns);
db::Query const walk_products{"products_walk", walk_sql};

constexpr db::Query products_in_budgets{"products_in_budgets", R"sql(
    select distinct composicao_id from orcamento_composicao where emitente_id = :id_emit and composicao_id in (:values))sql"};

constexpr db::Query forget_deleted{"products_empty_bin", R"sql(
    delete from produtos where seq in (
        select p.seq from produtos p
        where p.deleted_at < :before and not exists (select 1 from orcamento_composicao i where i.composicao_id = p.id)
            and not exists (select 1 from venda_item v where v.produto_id = p.id)
        limit :limit)
    returning id_emit)sql"};

struct Totals {
    std::int64_t active = 0, inactive = 0, in_bin = 0, without_ncm = 0, with_pendency = 0, with_warning = 0;

    std::int64_t of(Situation situation) const {
        switch (situation) {
        case Situation::all: return active + inactive;
        case Situation::active: return active;
        case Situation::inactive: return inactive;
        case Situation::without_ncm: return without_ncm;
        case Situation::with_pendency: return with_pendency;
        case Situation::with_warning: return with_warning;
        case Situation::bin: return in_bin;
        }
        std::unreachable();
    }
};

Totals totals(db::Connection& connection, auth::CompanyScope const& scope) {
    auto const by_situation = db::list_totals(connection, scope.id().uuid(), table);
    auto const of = [&](std::string_view situation) {
        auto const found = by_situation.find(std::string(situation));
        return found == by_situation.end() ? 0 : found->second;
    };
    return {.active = of(active),
            .inactive = of(inactive),
            .in_bin = of(in_bin),
            .without_ncm = of(without_ncm),
            .with_pendency = of(with_pendency),
            .with_warning = of(with_warning)};
}

// The indexes have these expressions.
constexpr std::string_view ncm_column = "coalesce(produtos.prod_NCM, '')";
constexpr std::string_view unit_column = "coalesce(produtos.prod_uCOM, '')";
constexpr std::string_view price_column = "coalesce(produtos.prod_vUnCOM, -1)";

std::string order_of(std::string_view sort) {
    if (sort == "prod_xProd") return "produtos.busca_xProd";
    if (sort == "prod_NCM") return std::string(ncm_column);
    if (sort == "prod_uCOM") return std::string(unit_column);
    if (sort == "prod_vUnCOM") return std::string(price_column);
    return fmt::format("produtos.{}", sort);
}

// A list as the database is asked for it, with the texts its parameters view.
struct Listed {
    std::string ncm_end;
    std::string code_in_capitals;
    db::RecordList list;

    Listed(db::Connection& connection, auth::CompanyScope const& scope, records::ListQuery const& query,
           ProductFilter const& filter)
        : ncm_end(filter.ncm + ':'), // the sign after 9
          code_in_capitals(upper_ascii(filter.code)) {
        auto const kept = totals(connection, scope);
        auto const all = filter.situation == Situation::bin ? Situation::bin : Situation::all;
        list = {.name = "products",
                .table = table,
                .columns = columns,
                .where = all == Situation::bin ? "produtos.id_emit = :id_emit and produtos.deleted_at is not null"
                                               : "produtos.id_emit = :id_emit and produtos.deleted_at is null",
                .params = {{"id_emit", scope.id()}},
                .order = order_of(query.sort),
                .descending = query.descending,
                .newest = all == Situation::bin ? "produtos.deleted_at" : "produtos.created_at",
                .prefix_column = "busca_xProd",
                .rows = kept.of(all),
                .total = kept.of(filter.situation),
                .search = query.search,
                .offset = query.offset(),
                .limit = query.page_size};
        if (filter.situation == Situation::active) list.filter += " and produtos.prod_ativo = 'S'";
        if (filter.situation == Situation::inactive) list.filter += " and produtos.prod_ativo = 'N'";
        if (filter.situation == Situation::without_ncm) list.filter += fmt::format(" and {} = ''", ncm_column);
        if (filter.situation == Situation::with_pendency)
            list.filter += " and produtos.prod_ativo = 'S' and produtos.fiscal_pendencies <> '[]'";
        if (filter.situation == Situation::with_warning)
            list.filter += " and produtos.prod_ativo = 'S' and produtos.fiscal_warnings <> '[]'";
        if (!filter.ncm.empty()) {
            list.filter += fmt::format(" and {0} >= :ncm and {0} < :ncm_end", ncm_column);
            list.params.emplace_back("ncm", filter.ncm);
            list.params.emplace_back("ncm_end", ncm_end);
            list.total.reset();
        }
        if (!filter.unit.empty()) {
            list.filter += fmt::format(" and {} = :unit", unit_column);
            list.params.emplace_back("unit", filter.unit);
            list.total.reset();
        }
        if (!filter.code.empty()) {
            list.filter += " and produtos.prod_cProd in (:code, :code_in_capitals)";
            list.params.emplace_back("code", filter.code);
            list.params.emplace_back("code_in_capitals", code_in_capitals);
            list.total.reset();
        }
    }
    Listed(Listed const&) = delete;
    Listed& operator=(Listed const&) = delete;
};

// What follows from the fields. `busca…`, what is searched and sorted by: description, code, bar codes.
struct Derived {
    std::string busca;
    std::string busca_xProd;
    Judgement judged;

    Derived(Product const& product, Taxation const& taxation)
        : busca_xProd(fold(product.prod_xProd)), judged(judge(product, taxation, judging_date(product.updated_at))) {
        auto const code = fold(product.prod_cProd);
        auto const plain = db::without_punctuation(code);
        busca = fmt::format("{}\n{}", busca_xProd, code);
        if (plain != code) busca += '\n' + plain;
        for (auto const& gtin : {product.prod_cEAN, product.prod_cEANTrib})
            if (gtin && *gtin != sem_gtin && !busca.ends_with('\n' + *gtin)) busca += '\n' + *gtin;
    }
};

db::Params row_params(StoredProduct const& stored, Derived const& derived) {
    auto params = db::params(product_fields(), stored.record);
    params.emplace_back("version", stored.version);
    params.emplace_back("busca", derived.busca);
    params.emplace_back("busca_xProd", derived.busca_xProd);
    params.emplace_back("fiscal_pendencies", derived.judged.pendencies);
    params.emplace_back("fiscal_warnings", derived.judged.warnings);
    return params;
}

// What the company's totals change by, so that many rows write each total once.
class TotalsChange {
public:
    void add(Product const& product, Judgement const& judged) {
        change(product, judged.pendencies, judged.warnings, 1);
    }
    /// As the row has it: nothing when it was not judged yet.
    void remove(Product const& product) {
        change(product, product.fiscal_pendencies.value_or(std::string(no_pendencies)),
               product.fiscal_warnings.value_or(std::string(no_pendencies)), -1);
    }

    void write(db::Transaction& transaction, auth::CompanyScope const& scope) const {
        for (auto const& [status, by] : changes_)
            if (by != 0) db::change_list_total(transaction, scope.id().uuid(), table, status, by);
    }

private:
    void change(Product const& product, std::string_view pendencies, std::string_view warnings, int by) {
        if (product.deleted_at) {
            changes_[in_bin] += by;
            return;
        }
        changes_[product.prod_ativo == active ? active : inactive] += by;
        if (!product.prod_NCM) changes_[without_ncm] += by;
        if (product.prod_ativo != active) return;
        if (pendencies != no_pendencies) changes_[with_pendency] += by;
        if (warnings != no_pendencies) changes_[with_warning] += by;
    }

    std::map<std::string_view, int> changes_;
};

Product read_product_row(db::Row const& row) {
    auto product = db::read_row<Product>(product_fields(), row);
    auto const judged = static_cast<int>(product_fields().size());
    product.fiscal_pendencies = row.get<std::optional<std::string>>(judged);
    product.fiscal_warnings = row.get<std::optional<std::string>>(judged + 1);
    return product;
}

StoredProduct read_stored(db::Row const& row) {
    return {.record = read_product_row(row),
            .version = row.get<std::int64_t>(static_cast<int>(product_fields().size()) + 2)};
}

Taxation existing_taxation(db::Connection& connection, auth::CompanyScope const& scope) {
    auto taxation = taxation_of(connection, scope);
    if (!taxation) throw std::logic_error("products of a company that does not exist");
    return *std::move(taxation);
}

} // namespace

std::optional<Taxation> taxation_of(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.first(company_taxation, {{"id_emit", scope.id()}}, [](db::Row const& row) {
        return Taxation{
            .crt = row.get<std::int64_t>(0), .uf = row.get<std::string>(1), .tables = reference::fiscal_tables()};
    });
}

Readiness readiness_of(db::Connection& connection, auth::CompanyScope const& scope) {
    auto const kept = totals(connection, scope);
    return {.active = kept.active, .with_pendency = kept.with_pendency, .with_warning = kept.with_warning};
}

std::optional<StoredProduct> Products::find(db::Connection& connection, ProductId id) const {
    return connection.first(find_product, {{"id_emit", scope_.id()}, {"id", id}}, read_stored);
}

std::vector<StoredProduct> Products::find_many(db::Connection& connection, std::span<Uuid const> ids) const {
    std::vector<StoredProduct> found;
    db::run_for_values(connection, find_products, {{"id_emit", scope_.id()}}, ids,
                       [&](db::Row const& row) { found.push_back(read_stored(row)); });
    return found;
}

std::vector<StoredProduct> Products::find_by_codes(db::Connection& connection,
                                                   std::span<std::string const> codes) const {
    std::vector<StoredProduct> found;
    db::run_for_values(connection, products_by_code, {{"id_emit", scope_.id()}}, codes,
                       [&](db::Row const& row) { found.push_back(read_stored(row)); });
    return found;
}

std::vector<StoredProduct> Products::find_by_gtins(db::Connection& connection,
                                                   std::span<std::string const> gtins) const {
    std::vector<StoredProduct> found;
    for (auto const& gtin : gtins) {
        connection.run(products_by_gtin, {{"id_emit", scope_.id()}, {"gtin", gtin}}, [&](db::Row const& row) {
            auto stored = read_stored(row);
            auto const is_it = [&](StoredProduct const& other) { return other.record.id == stored.record.id; };
            if (std::ranges::none_of(found, is_it)) found.push_back(std::move(stored));
        });
    }
    return found;
}

std::vector<Product> Products::similar(db::Connection& connection, std::string_view text, std::int64_t most) const {
    records::ListQuery const query{.search = std::string(text), .sort = "prod_xProd", .page_size = most};
    Listed const listed(connection, scope_, query, {.situation = Situation::active});
    std::vector<Product> found;
    db::read_page(connection, listed.list, [&](db::Row const& row) { found.push_back(read_product_row(row)); });
    return found;
}

records::ListPage Products::list(db::Connection& connection, records::ListQuery const& query,
                                 ProductFilter const& filter) const {
    Listed const listed(connection, scope_, query, filter);
    return records::read_page(connection, listed.list,
                              [](db::Row const& row) { return to_json(read_product_row(row)); });
}

std::int64_t Products::count(db::Connection& connection, records::ListQuery const& query,
                             ProductFilter const& filter) const {
    Listed const listed(connection, scope_, query, filter);
    if (listed.list.total && db::search_words(query.search).empty()) return *listed.list.total;
    std::int64_t total = 0;
    db::read_totals(connection, listed.list, "count(*)", [&](db::Row const& row) { total = row.integer(0); });
    return total;
}

db::ListTotal Products::count_to_most(db::Connection& connection, records::ListQuery const& query,
                                      ProductFilter const& filter) const {
    Listed const listed(connection, scope_, query, filter);
    return db::count_to_most(connection, listed.list);
}

void Products::each(db::Connection& connection, records::ListQuery const& query, ProductFilter const& filter,
                    std::function<void(Product const&)> const& row) const {
    Listed const listed(connection, scope_, query, filter);
    db::read_all(connection, listed.list, [&](db::Row const& found) { row(read_product_row(found)); });
}

void Products::insert(db::Transaction& transaction, std::span<StoredProduct const> products) const {
    if (products.empty()) return;
    auto const taxation = existing_taxation(transaction, scope_);
    std::deque<Derived> derived; // the parameters view them
    std::vector<db::Params> rows;
    TotalsChange totals;
    for (auto const& stored : products) {
        auto const& of_row = derived.emplace_back(stored.record, taxation);
        rows.push_back(row_params(stored, of_row));
        totals.add(stored.record, of_row.judged);
    }
    transaction.execute_each(insert_product, rows);
    totals.write(transaction, scope_);
}

void Products::update(db::Transaction& transaction, std::span<ProductRevision const> revisions) const {
    if (revisions.empty()) return;
    auto const taxation = existing_taxation(transaction, scope_);
    std::deque<Derived> derived;
    std::vector<db::Params> rows;
    TotalsChange totals;
    for (auto const& [before, after] : revisions) {
        auto const& of_row = derived.emplace_back(after.record, taxation);
        rows.push_back(row_params(after, of_row));
        totals.remove(before.record);
        totals.add(after.record, of_row.judged);
    }
    transaction.execute_each(update_product, rows);
    totals.write(transaction, scope_);
}

std::vector<Product> Products::next(db::Connection& connection, Place& place, std::int64_t most) const {
    std::vector<Product> found;
    connection.run(walk_products,
                   {{"id_emit", scope_.id()}, {"created_at", place.created_at}, {"seq", place.seq}, {"limit", most}},
                   [&](db::Row const& row) {
                       found.push_back(read_product_row(row));
                       place = {.created_at = found.back().created_at,
                                .seq = row.get<std::int64_t>(static_cast<int>(product_fields().size()) + 2)};
                   });
    return found;
}

void Products::keep_pendencies(db::Transaction& transaction, std::span<JudgedProduct const> judged) const {
    std::vector<db::Params> rows;
    TotalsChange totals;
    for (auto const& [product, judgement] : judged) {
        rows.push_back({{"id_emit", scope_.id()},
                        {"id", product.id},
                        {"fiscal_pendencies", judgement.pendencies},
                        {"fiscal_warnings", judgement.warnings}});
        totals.remove(product);
        totals.add(product, judgement);
    }
    transaction.execute_each(keep_product_pendencies, rows);
    totals.write(transaction, scope_);
}

std::set<Uuid> Products::used(db::Connection& connection, std::span<Uuid const> ids) const {
    std::set<Uuid> found;
    db::run_for_values(connection, products_in_budgets, {{"id_emit", scope_.id()}}, ids,
                       [&](db::Row const& row) { found.insert(row.uuid(0)); });
    return found;
}

void empty_bin(db::Database& database, Instant now) {
    records::empty_bin(database, now, 1000, [](db::Transaction& transaction, Instant before, std::int64_t limit) {
        std::map<Uuid, int> removed; // by company
        transaction.run(forget_deleted, {{"before", before}, {"limit", limit}},
                        [&](db::Row const& row) { ++removed[row.uuid(0)]; });
        std::int64_t count = 0;
        for (auto const& [company, number] : removed) {
            db::change_list_total(transaction, company, table, in_bin, -number);
            count += number;
        }
        return count;
    });
}

} // namespace balcao::products
