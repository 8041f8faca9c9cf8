// The SQL of fiscal_tables.

#include "fiscal/fiscal_tables/store.hpp"

#include <map>
#include <set>
#include <stdexcept>

#include "fiscal/fiscal_tables/rows.hpp"

namespace balcao::fiscal_tables {

namespace {

constexpr db::Query all_changes{"fiscal_tables_changes", R"sql(
    select t.id, t.arquivo, t.tipo, t.conteudo, t.dados_de, t.nome_arquivo, t.revisao, coalesce(u.full_name, ''),
        t.created_at, t.desfeita_em, t.desfeita_revisao
    from tabela_fiscal t left join users u on u.id = t.user_id order by t.revisao)sql"};
constexpr db::Query current_revision{"fiscal_tables_revision", "select revisao from tabela_fiscal_estado"};
constexpr db::Query next_revision{"fiscal_tables_next_revision",
                                  "update tabela_fiscal_estado set revisao = revisao + 1 returning revisao"};
constexpr db::Query insert_change{"fiscal_tables_insert", R"sql(
    insert into tabela_fiscal (id, arquivo, tipo, conteudo, dados_de, nome_arquivo, revisao, user_id, created_at)
    values (:id, :arquivo, :tipo, :conteudo, :dados_de, :nome_arquivo, :revisao, :user_id, :now))sql"};
constexpr db::Query mark_undone{"fiscal_tables_undo", R"sql(
    update tabela_fiscal set desfeita_em = :now, desfeita_revisao = :revisao where id = :id and desfeita_em is null)sql"};

// Of all companies, since the tables are all companies'.
constexpr db::Query of_ncm{"fiscal_tables_products_ncm", R"sql(
    select prod_NCM, count(*) from produtos
    where deleted_at is null and prod_ativo = 'S' and prod_NCM is not null group by prod_NCM)sql"};
constexpr db::Query of_cest{"fiscal_tables_products_cest", R"sql(
    select prod_CEST_Opc, count(*) from produtos
    where deleted_at is null and prod_ativo = 'S' and prod_CEST_Opc is not null group by prod_CEST_Opc)sql"};
constexpr db::Query of_cfop{"fiscal_tables_products_cfop", R"sql(
    select prod_CFOP, count(*) from produtos
    where deleted_at is null and prod_ativo = 'S' and prod_CFOP is not null group by prod_CFOP)sql"};
constexpr db::Query of_cst{"fiscal_tables_products_cst", R"sql(
    select ibscbs_CST, count(*) from produtos
    where deleted_at is null and prod_ativo = 'S' and ibscbs_CST is not null group by ibscbs_CST)sql"};
constexpr db::Query of_class{"fiscal_tables_products_class", R"sql(
    select ibscbs_cClassTrib, count(*) from produtos
    where deleted_at is null and prod_ativo = 'S' and ibscbs_cClassTrib is not null group by ibscbs_cClassTrib)sql"};
constexpr db::Query of_uf{"fiscal_tables_products_uf", R"sql(
    select e.uf, count(*) from produtos p join emitente e on e.id = p.id_emit
    where p.deleted_at is null and p.prod_ativo = 'S' group by e.uf)sql"};

db::Query const& products_by(nfce::TableFile file) {
    switch (file) {
    case nfce::TableFile::ncm: return of_ncm;
    case nfce::TableFile::cest: return of_cest;
    case nfce::TableFile::cfop: return of_cfop;
    case nfce::TableFile::ibscbs_cst: return of_cst;
    case nfce::TableFile::ibscbs_cclasstrib: return of_class;
    case nfce::TableFile::parametros:
    case nfce::TableFile::enderecos:
    case nfce::TableFile::enderecos_nfe: return of_uf;
    }
    throw std::logic_error("no such table");
}

// What of a row its products are found by: the code, or the UF of a parameter.
std::string about(nfce::TableFile file, std::string const& key) {
    if (file != nfce::TableFile::parametros) return key;
    std::size_t begin = 0; // parameter, reach, UF
    for (int word = 0; word < 2; ++word) begin = key.find(' ', begin) + 1;
    return key.substr(begin, key.find(' ', begin) - begin);
}

} // namespace

std::string_view text(Kind kind) { return kind == Kind::file ? "arquivo" : "valor"; }

std::vector<Change> find_changes(db::Connection& connection) {
    std::vector<Change> found;
    connection.run(all_changes, {}, [&](db::Row const& row) {
        auto const file = nfce::table_file_named(row.text(1));
        if (!file) return; // of a version that knew more
        found.push_back({.id = row.uuid(0),
                         .file = *file,
                         .kind = row.text(2) == text(Kind::file) ? Kind::file : Kind::value,
                         .content = row.get<std::string>(3),
                         .as_of = row.get<std::string>(4),
                         .file_name = row.get<std::string>(5),
                         .revision = row.integer(6),
                         .by = row.get<std::string>(7),
                         .created_at = row.get<Instant>(8),
                         .undone_at = row.get<std::optional<Instant>>(9),
                         .undone_revision = row.get<std::optional<std::int64_t>>(10)});
    });
    return found;
}

std::int64_t find_revision(db::Connection& connection) {
    return connection.scalar<std::int64_t>(current_revision).value();
}

std::int64_t store_change(db::Transaction& transaction, Change const& change, std::optional<UserId> user) {
    auto const revision = transaction.scalar<std::int64_t>(next_revision).value();
    transaction.execute(insert_change, {{"id", change.id},
                                        {"arquivo", nfce::name_of(change.file)},
                                        {"tipo", text(change.kind)},
                                        {"conteudo", change.content},
                                        {"dados_de", change.as_of},
                                        {"nome_arquivo", change.file_name},
                                        {"revisao", revision},
                                        {"user_id", user},
                                        {"now", change.created_at}});
    return revision;
}

bool store_undone(db::Transaction& transaction, Uuid id, Instant now) {
    auto const revision = transaction.scalar<std::int64_t>(next_revision).value();
    return transaction.execute(mark_undone, {{"id", id}, {"now", now}, {"revisao", revision}}) == 1;
}

std::int64_t touched_products(db::Connection& connection, nfce::TableFile file, Difference const& difference) {
    if (file == nfce::TableFile::enderecos || file == nfce::TableFile::enderecos_nfe) return 0;
    std::set<std::string> of;
    for (auto const& row : difference.rows) of.insert(about(file, row.key));
    if (of.empty()) return 0;
    std::int64_t count = 0;
    connection.run(products_by(file), {}, [&](db::Row const& row) {
        if (of.contains("*") || of.contains(row.get<std::string>(0))) count += row.integer(1);
    });
    return count;
}

} // namespace balcao::fiscal_tables
