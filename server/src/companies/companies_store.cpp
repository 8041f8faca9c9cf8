#include "companies/companies_store.hpp"

#include <algorithm>
#include <map>

#include <sodium.h>

#include "base/text.hpp"
#include "db/counters.hpp"
#include "db/entity.hpp"

namespace balcao::companies {

namespace {

constexpr std::string_view table = "emitente";
constexpr std::string_view logo_bucket = "company_logos";
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
constexpr db::Query company_by_cnpj{"companies_by_cnpj", "select id from emitente where cnpj = :cnpj"};
constexpr db::Query colors_in_use{"companies_colors", "select cor, count(*) from emitente group by cor"};

constexpr db::Query insert_file{"companies_insert_logo", R"sql(
    insert into files (id, emitente_id, bucket, path, content_type, sha256, bytes, created_at)
    values (:id, :emitente_id, :bucket, :path, :content_type, :sha256, :bytes, :now))sql"};
constexpr db::Query delete_file{"companies_delete_logo", R"sql(
    delete from files where emitente_id = :emitente_id and bucket = :bucket and path = :path)sql"};
constexpr db::Query file_by_path{"companies_public_logo", R"sql(
    select content_type, bytes from files where bucket = :bucket and path = :path)sql"};

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

// What was typed, as a part of a CNPJ: with or without punctuation, at least one digit in it.
std::optional<std::string> cnpj_part(std::string_view search) {
    std::string part;
    for (char const c : upper_ascii(search)) {
        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')) part += c;
        else if (!std::string_view(" ./-").contains(c)) return std::nullopt;
    }
    if (digits(part).empty()) return std::nullopt;
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

http::ListPage list(db::Connection& connection, http::ListQuery const& query, CompanyFilter const& filter) {
    auto const fields = company_fields();
    auto const text = like_contains(fold(query.search));
    auto const cnpj = cnpj_part(query.search).transform([](std::string const& part) { return like_contains(part); });

    std::string from = " from emitente";
    db::Params params;
    if (filter.only_of) {
        from +=
            " join emitente_users on emitente_users.emitente_id = emitente.id and emitente_users.user_id = :user_id";
        params.emplace_back("user_id", *filter.only_of);
    }
    from += " where 1 = 1";
    if (filter.ativo) {
        from += " and ativo = :ativo";
        params.emplace_back("ativo", *filter.ativo);
    }
    if (!query.search.empty()) {
        from += cnpj ? R"( and (busca like :text escape '\' or cnpj like :cnpj escape '\'))"
                     : R"( and busca like :text escape '\')";
        params.emplace_back("text", text);
        if (cnpj) params.emplace_back("cnpj", *cnpj);
    }

    http::ListPage page;
    if (!query.search.empty()) {
        std::string const sql =
            "select count(*) from (select 1" + from + " limit " + std::to_string(most_counted + 1) + ") as found";
        page.total = connection.scalar<std::int64_t>({"companies_count_found", sql}, params).value_or(0);
        page.total_exact = page.total <= most_counted;
        page.total = std::min(page.total, most_counted);
    } else if (filter.only_of) {
        std::string const sql = "select count(*)" + from;
        page.total = connection.scalar<std::int64_t>({"companies_count_linked", sql}, params).value_or(0);
    } else {
        for (auto const situacao : {"S", "N"}) {
            if (!filter.ativo || *filter.ativo == situacao)
                page.total += db::total(connection, Uuid{}, table, situacao);
        }
    }

    std::string const direction = query.descending ? " desc" : "";
    std::string const sql = "select " + db::columns(fields) + from + " order by " +
                            std::string(order_column(query.sort)) + direction + ", id" + direction +
                            " limit :limit offset :offset";
    params.emplace_back("limit", query.page_size);
    params.emplace_back("offset", query.offset());
    page.items = connection.all({"companies_page", sql}, params, [&](db::Row const& row) {
        return to_json(fields, db::read_row<Company>(fields, row));
    });
    return page;
}

void insert(db::Transaction& transaction, StoredCompany const& stored) {
    Folded const folded(stored.company);
    transaction.execute(insert_company, row_params(stored, folded));
    transaction.execute(insert_settings, {{"emitente_id", stored.company.id}, {"now", stored.company.updated_at}});
    db::adjust(transaction, Uuid{}, table, stored.company.ativo, 1);
}

void update(db::Transaction& transaction, auth::CompanyScope const&, StoredCompany const& before,
            StoredCompany const& after) {
    Folded const folded(after.company);
    transaction.execute(update_company, row_params(after, folded));
    if (before.company.ativo == after.company.ativo) return;
    db::adjust(transaction, Uuid{}, table, before.company.ativo, -1);
    db::adjust(transaction, Uuid{}, table, after.company.ativo, 1);
}

void remove(db::Transaction& transaction, auth::CompanyScope const& scope, StoredCompany const& stored) {
    transaction.execute(delete_company, {{"id", scope.id()}});
    db::adjust(transaction, Uuid{}, table, stored.company.ativo, -1);
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

void insert_logo(db::Transaction& transaction, auth::CompanyScope const& scope, Instant now, std::string_view path,
                 LogoFile const& file) {
    db::Blob sha256(crypto_hash_sha256_BYTES);
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(sha256.data()),
                       reinterpret_cast<unsigned char const*>(file.bytes.data()), file.bytes.size());
    transaction.execute(insert_file, {{"id", Uuid::make()},
                                      {"emitente_id", scope.id()},
                                      {"bucket", logo_bucket},
                                      {"path", path},
                                      {"content_type", file.content_type},
                                      {"sha256", sha256},
                                      {"bytes", file.bytes},
                                      {"now", now}});
}

void remove_logo(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view path) {
    transaction.execute(delete_file, {{"emitente_id", scope.id()}, {"bucket", logo_bucket}, {"path", path}});
}

std::optional<LogoFile> find_logo(db::Connection& connection, std::string_view path) {
    return connection.first(file_by_path, {{"bucket", logo_bucket}, {"path", path}}, [](db::Row const& row) {
        return LogoFile{.content_type = row.get<std::string>(0), .bytes = row.get<db::Blob>(1)};
    });
}

} // namespace balcao::companies
