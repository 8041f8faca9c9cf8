#include "selling/receipts/documents/xml_month_store.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include "platform/db/entity.hpp"

namespace balcao::receipts {

namespace {

constexpr Field stored_month_fields[]{
    // behind the id
    field<&XmlMonth::ambiente>("ambiente"),
    field<&XmlMonth::mes>("mes"),
    field<&XmlMonth::estado>("estado"),
    field<&XmlMonth::notas>("notas"),
    field<&XmlMonth::erro>("erro"),
    field<&XmlMonth::user_id>("user_id"),
    field<&XmlMonth::created_at>("created_at"),
    field<&XmlMonth::pronta_em>("pronta_em"),
};

std::string const insert_month_sql = "insert into nfce_xml_mes (emitente_id, id, " +
                                     db::column_names(stored_month_fields) + ") values (:emitente_id, :id, " +
                                     db::placeholders(stored_month_fields) + ")";
db::Query const insert_one_month{"xml_month_insert", insert_month_sql};
std::string const find_month_sql = "select id, " + db::columns(stored_month_fields) +
                                   " from nfce_xml_mes where emitente_id = :emitente_id and id = :id";
db::Query const find_one_month{"xml_month_find", find_month_sql};
std::string const find_of_sql = "select id, " + db::columns(stored_month_fields) +
                                " from nfce_xml_mes where emitente_id = :emitente_id and ambiente = :ambiente"
                                " and mes = :mes";
db::Query const find_of{"xml_month_find_of", find_of_sql};
constexpr db::Query update_month{"xml_month_save", R"sql(
    update nfce_xml_mes set estado = :estado, notas = :notas, erro = :erro, user_id = :user_id, created_at = :created_at,
        pronta_em = :pronta_em
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query remove{"xml_month_delete", R"sql(
    delete from nfce_xml_mes where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query add_file{"xml_month_add_file", R"sql(
    insert into nfce_xml_mes_arquivo (pedido_id, emitente_id, n, tamanho, bytes)
    values (:id, :emitente_id, :n, :tamanho, :bytes))sql"};
constexpr db::Query add_piece{"xml_month_add_piece", R"sql(
    insert into nfce_xml_mes_parte (pedido_id, emitente_id, n, parte, bytes)
    values (:id, :emitente_id, :n, :parte, :bytes))sql"};
constexpr db::Query remove_piece{"xml_month_delete_piece", R"sql(
    delete from nfce_xml_mes_parte
    where emitente_id = :emitente_id and pedido_id = :id and (n, parte) = (
        select n, parte from nfce_xml_mes_parte where emitente_id = :emitente_id and pedido_id = :id
        order by n, parte limit 1))sql"};
constexpr db::Query remove_file{"xml_month_delete_file", R"sql(
    delete from nfce_xml_mes_arquivo
    where emitente_id = :emitente_id and pedido_id = :id and n = (
        select min(n) from nfce_xml_mes_arquivo where emitente_id = :emitente_id and pedido_id = :id))sql"};
constexpr db::Query list_files{"xml_month_files", R"sql(
    select n, tamanho from nfce_xml_mes_arquivo
    where emitente_id = :emitente_id and pedido_id = :id order by n)sql"};
constexpr db::Query one_file{"xml_month_file", R"sql(
    select bytes, tamanho from nfce_xml_mes_arquivo
    where emitente_id = :emitente_id and pedido_id = :id and n = :n)sql"};
constexpr db::Query pieces{"xml_month_pieces", R"sql(
    select bytes from nfce_xml_mes_parte
    where emitente_id = :emitente_id and pedido_id = :id and n = :n order by parte)sql"};
std::string const notas_sql = "select seq, " + db::columns(nota_fields) +
                              " from nfce where emitente_id = :emitente_id and ambiente = :ambiente"
                              " and dhEmi >= :from and dhEmi < :until and (dhEmi > :from or seq > :seq)"
                              " order by dhEmi, seq limit :most";
db::Query const notas{"xml_month_notas", notas_sql};
constexpr db::Query voided{"xml_month_voided", R"sql(
    select id, ano, modelo, serie, ini, fim from nfce_inutilizacao
    where emitente_id = :emitente_id and ambiente = :ambiente and estado = 'homologada'
        and dhRecbto >= :from and dhRecbto < :until
    order by dhRecbto, id)sql"};

db::Params of_month(auth::CompanyScope const& scope, Uuid const& id) {
    return {{"emitente_id", scope.id()}, {"id", id}};
}

XmlMonth read_month(db::Row const& row) {
    auto month = db::read_row<XmlMonth>(stored_month_fields, row, 1);
    month.id = row.uuid(0);
    return month;
}

} // namespace

void insert_month(db::Transaction& transaction, auth::CompanyScope const& scope, XmlMonth const& month) {
    auto params = db::params(stored_month_fields, month);
    params.emplace_back("emitente_id", scope.id());
    params.emplace_back("id", month.id);
    transaction.execute(insert_one_month, params);
}

std::optional<XmlMonth> find_month(db::Connection& connection, auth::CompanyScope const& scope, Uuid const& id) {
    return connection.first(find_one_month, of_month(scope, id), read_month);
}

std::optional<XmlMonth> find_month(db::Connection& connection, auth::CompanyScope const& scope,
                                   std::string_view ambiente, std::string_view mes) {
    return connection.first(find_of, {{"emitente_id", scope.id()}, {"ambiente", ambiente}, {"mes", mes}}, read_month);
}

void save_month(db::Transaction& transaction, auth::CompanyScope const& scope, XmlMonth const& month) {
    auto params = of_month(scope, month.id);
    params.emplace_back("estado", month.estado);
    params.emplace_back("notas", month.notas);
    params.emplace_back("erro", month.erro);
    params.emplace_back("user_id", month.user_id);
    params.emplace_back("created_at", month.created_at);
    params.emplace_back("pronta_em", month.pronta_em);
    transaction.execute(update_month, params);
}

void delete_month(db::Transaction& transaction, auth::CompanyScope const& scope, Uuid const& id) {
    transaction.execute(remove, of_month(scope, id));
}

void insert_piece(db::Transaction& transaction, auth::CompanyScope const& scope, Uuid const& month, std::int64_t n,
                  std::int64_t parte, std::string_view bytes) {
    auto params = of_month(scope, month);
    params.emplace_back("n", n);
    params.emplace_back("parte", parte);
    params.emplace_back("bytes", db::BlobView{std::as_bytes(std::span(bytes))});
    transaction.execute(add_piece, params);
}

void insert_file(db::Transaction& transaction, auth::CompanyScope const& scope, Uuid const& month, std::int64_t n,
                 std::size_t tamanho) {
    auto params = of_month(scope, month);
    params.emplace_back("n", n);
    params.emplace_back("tamanho", static_cast<std::int64_t>(tamanho));
    params.emplace_back("bytes", db::BlobView{});
    transaction.execute(add_file, params);
}

bool delete_piece(db::Transaction& transaction, auth::CompanyScope const& scope, Uuid const& month) {
    auto const params = of_month(scope, month);
    return transaction.execute(remove_file, params) > 0 || transaction.execute(remove_piece, params) > 0;
}

std::vector<MonthFile> files_of(db::Connection& connection, auth::CompanyScope const& scope, Uuid const& month) {
    return connection.all(list_files, of_month(scope, month),
                          [](db::Row const& row) { return MonthFile{.n = row.integer(0), .tamanho = row.integer(1)}; });
}

std::optional<std::string> find_file(db::Connection& connection, auth::CompanyScope const& scope, Uuid const& month,
                                     std::int64_t n) {
    auto params = of_month(scope, month);
    params.emplace_back("n", n);
    std::string text;
    auto const append = [&](std::span<std::byte const> bytes) {
        auto const end = std::ssize(text);
        text.resize(text.size() + bytes.size());
        std::ranges::transform(bytes, text.begin() + end, [](std::byte byte) { return static_cast<char>(byte); });
    };
    auto const found = connection.first(one_file, params, [&](db::Row const& row) {
        text.reserve(static_cast<std::size_t>(row.integer(1)));
        append(row.blob(0));
        return true;
    });
    if (!found) return std::nullopt;
    connection.run(pieces, params, [&](db::Row const& row) { append(row.blob(0)); });
    return text;
}

std::vector<NotaAt> notas_from(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                               Position const& after, Instant until, std::int64_t most) {
    db::Params const params{{"emitente_id", scope.id()}, {"ambiente", ambiente}, {"from", after.dhEmi},
                            {"seq", after.seq},          {"until", until},       {"most", most}};
    return connection.all(notas, params, [](db::Row const& row) {
        auto nota = db::read_row<Nota>(nota_fields, row, 1);
        return NotaAt{.at = {.dhEmi = nota.dhEmi, .seq = row.integer(0)}, .nota = std::move(nota)};
    });
}

std::vector<VoidedNumbers> voided_between(db::Connection& connection, auth::CompanyScope const& scope,
                                          std::string_view ambiente, Instant from, Instant until) {
    db::Params const params{{"emitente_id", scope.id()}, {"ambiente", ambiente}, {"from", from}, {"until", until}};
    return connection.all(voided, params, [](db::Row const& row) {
        return VoidedNumbers{.id = row.get<Uuid>(0),
                             .ano = row.integer(1),
                             .modelo = row.integer(2),
                             .serie = row.integer(3),
                             .ini = row.integer(4),
                             .fim = row.integer(5)};
    });
}

} // namespace balcao::receipts
