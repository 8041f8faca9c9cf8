#include "registry/companies/companies_store.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "platform/base/text.hpp"
#include "platform/db/entity.hpp"
#include "platform/db/list_totals.hpp"

namespace balcao::companies {

namespace {

constexpr std::string_view table = "emitente";
// A text search counts to here; beyond it the total is "more than".
constexpr std::int64_t most_counted = 1000;

std::string const find_sql =
    "select " + db::columns(company_fields()) + ", version from emitente where emitente.id = :id";
db::Query const find_company{"companies_find", find_sql};

std::string const insert_sql = "insert into emitente (" + db::column_names(company_fields()) +
                               ", version, busca, busca_municipio) values (" + db::placeholders(company_fields()) +
                               ", :version, :busca, :busca_municipio)";
db::Query const insert_company{"companies_insert", insert_sql};

std::string const update_sql =
    "update emitente set " + db::assignments(company_fields(), {"id", "primeiro_numero_em"}) +
    ", version = :version, busca = :busca, busca_municipio = :busca_municipio where id = :id";
db::Query const update_company{"companies_update", update_sql};

constexpr db::Query delete_company{"companies_delete", "delete from emitente where id = :id"};
constexpr db::Query insert_settings{"companies_insert_settings",
                                    "insert into nfce_settings (emitente_id, updated_at) values (:emitente_id, :now)"};
constexpr db::Query any_sale{"companies_any_sale", "select 1 from venda where emitente_id = :id limit 1"};
constexpr db::Query any_till{"companies_any_till", "select 1 from caixa_sessao where emitente_id = :id limit 1"};
// In the order of an index that begins with the company: else PostgreSQL reads all companies' budgets by client.
constexpr db::Query any_budget{"companies_any_budget",
                               "select 1 from orcamento where emitente_id = :id order by numero_pedido limit 1"};
constexpr db::Query company_by_cnpj{"companies_by_cnpj", "select id from emitente where cnpj = :cnpj"};
constexpr db::Query colors_in_use{"companies_colors", "select cor, count(*) from emitente group by cor"};

// What is searched and sorted by, beside the fields themselves.
struct Folded {
    std::string busca;
    std::string busca_municipio;

    explicit Folded(Company const& company)
        : busca(fold(company.razao_social)), busca_municipio(fold(company.municipio + ' ' + company.uf)) {}
};

db::Params row_params(StoredCompany const& stored, Folded const& folded) {
    auto params = db::params(company_fields(), stored.company);
    params.emplace_back("version", stored.version);
    params.emplace_back("busca", folded.busca);
    params.emplace_back("busca_municipio", folded.busca_municipio);
    return params;
}

// What was typed, as a part of a CNPJ: with or without punctuation. Letters alone are a word, unless they are as many
// as the root of a CNPJ has, which may be all letters.
std::optional<std::string> cnpj_part(std::string_view search) {
    std::string part;
    for (char const c : upper_ascii(search)) {
        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')) part += c;
        else if (!std::string_view(" ./-").contains(c)) return std::nullopt;
    }
    constexpr std::size_t root = 8;
    if (digits(part).empty() && part.size() < root) return std::nullopt;
    return part;
}

std::string_view order_column(std::string_view sort) {
    if (sort == "razao_social") return "busca";
    if (sort == "municipio") return "busca_municipio";
    return sort;
}

} // namespace

std::optional<StoredCompany> find(db::Connection& connection, auth::CompanyScope const& scope) {
    auto const fields = company_fields();
    return connection.first(find_company, {{"id", scope.id()}}, [&](db::Row const& row) {
        return StoredCompany{.company = db::read_row<Company>(fields, row),
                             .version = row.get<std::int64_t>(static_cast<int>(fields.size()))};
    });
}

records::ListPage list(db::Connection& connection, records::ListQuery const& query, CompanyFilter const& filter) {
    auto const fields = company_fields();
    auto const text = like_contains(fold(query.search));
    auto const cnpj = cnpj_part(query.search).transform([](std::string const& part) { return like_contains(part); });

    std::string from = "emitente";
    std::string where = "1 = 1";
    db::Params params;
    if (filter.only_of) {
        from +=
            " join emitente_users on emitente_users.emitente_id = emitente.id and emitente_users.user_id = :user_id";
        params.emplace_back("user_id", *filter.only_of);
    }
    if (filter.ativo) {
        where += " and ativo = :ativo";
        params.emplace_back("ativo", *filter.ativo);
    }
    if (!query.search.empty()) {
        where += cnpj ? R"( and (busca like :text escape '\' or cnpj like :cnpj escape '\'))"
                      : R"( and busca like :text escape '\')";
        params.emplace_back("text", text);
        if (cnpj) params.emplace_back("cnpj", *cnpj);
    }

    records::ListPage page;
    if (!query.search.empty()) {
        auto const sql = fmt::format("select count(*) from (select 1 from {} where {} limit {}) as found", from, where,
                                     most_counted + 1);
        page.total = connection.scalar<std::int64_t>({"companies_count_found", sql}, params).value_or(0);
        page.total_exact = page.total <= most_counted;
        page.total = std::min(page.total, most_counted);
    } else if (filter.only_of) {
        auto const sql = fmt::format("select count(*) from {} where {}", from, where);
        page.total = connection.scalar<std::int64_t>({"companies_count_linked", sql}, params).value_or(0);
    } else {
        for (auto const situacao : {"S", "N"}) {
            if (!filter.ativo || *filter.ativo == situacao)
                page.total += db::list_total(connection, Uuid{}, table, situacao);
        }
    }

    std::string_view const direction = query.descending ? " desc" : "";
    auto const sql = fmt::format(R"sql(
        select {0}
        from {1}
        where {2}
        order by {3}{4}, id{4}
        limit :limit offset :offset)sql",
                                 db::columns(fields) + (filter.only_of ? ", emitente_users.papel" : ", 'gerente'"),
                                 from, where, order_column(query.sort), direction);
    params.emplace_back("limit", query.page_size);
    params.emplace_back("offset", query.offset());
    page.items = connection.all({"companies_page", sql}, params, [&](db::Row const& row) {
        return to_json(db::read_row<Company>(fields, row), row.text(static_cast<int>(fields.size())));
    });
    return page;
}

std::string to_json(Company const& company, std::string_view papel) {
    auto json = balcao::to_json(company_fields(), company);
    json.back() = ',';
    return json + fmt::format(R"("papel":"{}"}})", papel);
}

void insert(db::Transaction& transaction, StoredCompany const& stored) {
    Folded const folded(stored.company);
    transaction.execute(insert_company, row_params(stored, folded));
    transaction.execute(insert_settings, {{"emitente_id", stored.company.id}, {"now", stored.company.updated_at}});
    db::change_list_total(transaction, Uuid{}, table, stored.company.ativo, 1);
}

void update(db::Transaction& transaction, auth::CompanyScope const&, StoredCompany const& before,
            StoredCompany const& after) {
    Folded const folded(after.company);
    transaction.execute(update_company, row_params(after, folded));
    if (before.company.ativo == after.company.ativo) return;
    db::change_list_total(transaction, Uuid{}, table, before.company.ativo, -1);
    db::change_list_total(transaction, Uuid{}, table, after.company.ativo, 1);
}

void remove(db::Transaction& transaction, auth::CompanyScope const& scope, StoredCompany const& stored) {
    transaction.execute(delete_company, {{"id", scope.id()}});
    db::change_list_total(transaction, Uuid{}, table, stored.company.ativo, -1);
}

bool any(db::Connection& connection) {
    auto const totals = db::list_totals(connection, Uuid{}, table);
    return std::ranges::any_of(totals, [](auto const& total) { return total.second > 0; });
}

bool has_budgets(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.scalar<std::int64_t>(any_budget, {{"id", scope.id()}}).has_value();
}

bool has_sales(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.scalar<std::int64_t>(any_sale, {{"id", scope.id()}}).has_value();
}

bool has_tills(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.scalar<std::int64_t>(any_till, {{"id", scope.id()}}).has_value();
}

std::optional<CompanyId> find_by_cnpj(db::Connection& connection, std::string_view cnpj) {
    return connection.scalar<CompanyId>(company_by_cnpj, {{"cnpj", cnpj}});
}

std::string_view least_used_color(db::Connection& connection) {
    std::map<std::string, std::int64_t, std::less<>> uses;
    connection.run(colors_in_use, {}, [&](db::Row const& row) { uses.emplace(row.text(0), row.integer(1)); });
    return *std::ranges::min_element(company_colors, {}, [&](std::string_view color) {
        auto const at = uses.find(color);
        return at == uses.end() ? 0 : at->second;
    });
}

} // namespace balcao::companies
