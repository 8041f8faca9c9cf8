#include "selling/receipts/nota/store.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "platform/base/protection.hpp"
#include "platform/db/entity.hpp"
#include "selling/receipts/nota/day_sums.hpp"
#include "selling/receipts/nota/receipt_figures.hpp"

namespace balcao::receipts {

namespace {

using std::chrono::seconds;

std::string const find_nota_sql =
    "select " + db::columns(nota_fields) + " from nfce where emitente_id = :emitente_id and id = :id";
db::Query const find_one_nota{"receipts_find", find_nota_sql};
std::string const find_of_sale_sql =
    "select " + db::columns(nota_fields) +
    " from nfce where emitente_id = :emitente_id and venda_id = :venda_id and operacao = 'venda' "
    "and substituida_por is null";
db::Query const find_of_sale{"receipts_find_of_sale", find_of_sale_sql};
std::string const find_of_return_sql =
    "select " + db::columns(nota_fields) +
    " from nfce where emitente_id = :emitente_id and devolucao_id = :devolucao_id and substituida_por is null";
db::Query const find_of_return{"receipts_find_of_return", find_of_return_sql};
std::string const find_of_delivery_sql =
    "select " + db::columns(nota_fields) +
    " from nfce where emitente_id = :emitente_id and entrega_id = :entrega_id and substituida_por is null";
db::Query const find_of_delivery{"receipts_find_of_delivery", find_of_delivery_sql};
constexpr db::Query takes_along{"receipts_takes_along", R"sql(
    select 1 from remessa_item where emitente_id = :emitente_id and nfce_id = :nfce_id and ordem = 0)sql"};
constexpr db::Query note_on_return{"receipts_note_on_return", R"sql(
    update devolucao set nfe_chave = :chave, nfe_em = :em
    where emitente_id = :emitente_id and id = :devolucao_id and nfe_chave is null)sql"};
constexpr db::Query take_off_return{"receipts_take_off_return", R"sql(
    update devolucao set nfe_chave = null, nfe_em = null
    where emitente_id = :emitente_id and id = :devolucao_id and nfe_chave = :chave)sql"};
constexpr db::Query other_key{"receipts_other_entry", R"sql(
    select 1 from devolucao where emitente_id = :emitente_id and id = :devolucao_id and nfe_chave <> :chave)sql"};
std::string const insert_nota_sql = "insert into nfce (emitente_id, " + db::column_names(nota_fields) +
                                    ") values (:emitente_id, " + db::placeholders(nota_fields) + ")";
db::Query const insert_one_nota{"receipts_insert", insert_nota_sql};
#define NEVER_CHANGED                                                                                                  \
    "id", "operacao", "venda_id", "devolucao_id", "entrega_id", "ambiente", "modelo", "serie", "numero", "cNF",        \
        "tpEmis", "dhCont", "prazo", "vNF", "substitui", "operador_id", "created_at"
#define ITS_NEXT_VERSION " where emitente_id = :emitente_id and id = :id and version = :version - 1"
std::string const save_nota_sql = "update nfce set " + db::assignments(nota_fields, {NEVER_CHANGED}) + ITS_NEXT_VERSION;
db::Query const update_nota{"receipts_save", save_nota_sql};
// As a rule an answer changes no document. SQLite writes each index again whose column a statement names, changed or
// not.
std::string const save_answer_sql =
    "update nfce set " + db::assignments(nota_fields, {NEVER_CHANGED, "chave", "dhEmi", "busca"}) + ITS_NEXT_VERSION;
db::Query const update_answer{"receipts_save_answer", save_answer_sql};

constexpr db::Query insert_xml{"receipts_insert_version", R"sql(
    insert into nfce_xml (id, emitente_id, ambiente, nfce_id, tipo, versao, chave, digest, dhEmi, certificado_ate, sha256, bytes,
        tabela_revisao, created_at)
    values (:id, :emitente_id, :ambiente, :nfce_id, 'nfe', :versao, :chave, :digest, :dhEmi, :certificado_ate, :sha256, :bytes,
        :tabela_revisao, :created_at))sql"};
constexpr db::Query find_tables{"receipts_version_tables", R"sql(
    select tabela_revisao from nfce_xml
    where emitente_id = :emitente_id and nfce_id = :nfce_id and tipo = 'nfe' and versao = :versao)sql"};
constexpr db::Query find_xml{"receipts_version_xml", R"sql(
    select bytes from nfce_xml
    where emitente_id = :emitente_id and nfce_id = :nfce_id and tipo = 'nfe' and versao = :versao)sql"};
constexpr db::Query find_versions{"receipts_versions", R"sql(
    select versao, chave, digest, dhEmi, certificado_ate, created_at from nfce_xml
    where emitente_id = :emitente_id and nfce_id = :nfce_id and tipo = 'nfe' and versao is not null
    order by versao)sql"};

constexpr db::Query raise_version{"receipts_raise_version", R"sql(
    update nfce set version = version + 1 where emitente_id = :emitente_id and id = :id and version = :version)sql"};
constexpr db::Query raise_of_sale{"receipts_raise_of_sale", R"sql(
    update nfce set version = version + 1
    where emitente_id = :emitente_id and venda_id = :venda_id and operacao = 'venda' and substituida_por is null)sql"};
constexpr db::Query announce{"receipts_announce", R"sql(
    insert into sefaz_troca (emitente_id, ambiente, servico, nfce_id, versao, execucao, anunciada_em, created_at)
    values (:emitente_id, :ambiente, :servico, :nfce_id, :versao, :execucao, :now, :now) returning seq)sql"};
constexpr db::Query end{"receipts_end_exchange", R"sql(
    update sefaz_troca set respondida_em = :respondida_em, resultado = :resultado, cStat = :cStat, xMotivo = :xMotivo,
        nRec = :nRec, tMed = :tMed, saiu = :saiu
    where emitente_id = :emitente_id and seq = :seq and resultado is null)sql"};
constexpr db::Query find_exchanges{"receipts_exchanges", R"sql(
    select servico, versao, anunciada_em, respondida_em, resultado, execucao, cStat, saiu, nRec, tMed from sefaz_troca
    where emitente_id = :emitente_id and nfce_id = :nfce_id order by seq)sql"};
constexpr db::Query find_events{"receipts_events", R"sql(
    select tipo, estado, cStat, nSeqEvento from nfce_evento where emitente_id = :emitente_id and nfce_id = :nfce_id)sql"};
constexpr db::Query sale_state{"receipts_sale_state", R"sql(
    select estado from venda where emitente_id = :emitente_id and id = :id)sql"};

constexpr std::array<std::string_view, 3> saiu_texts{"S", "N", "?"};
constexpr std::array<std::string_view, 3> resultado_texts{"", "respondida", "sem_resposta"};
constexpr std::array<std::string_view, 5> event_texts{"aguardando", "enviando", "indefinido", "registrado", "recusado"};

template <class Enum, std::size_t N>
Enum read_enum(std::array<std::string_view, N> const& texts, std::string_view text) {
    for (std::size_t i = 0; i < N; ++i)
        if (texts[i] == text) return static_cast<Enum>(i);
    throw std::logic_error("the database holds an unknown word: " + std::string(text));
}

nfce::Service service_of(std::string_view name) {
    for (auto const service : {nfce::Service::authorisation, nfce::Service::authorisation_result, nfce::Service::query})
        if (nfce::service_name(service) == name) return service;
    throw std::logic_error("an exchange about a nota with another service: " + std::string(name));
}

db::Params params_of(auth::CompanyScope const& scope, Nota const& nota) {
    auto params = db::params(nota_fields, nota);
    params.emplace_back("emitente_id", scope.id());
    return params;
}

// Its return has its NF-e while one that nothing replaced is authorised.
void settle_return(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& before,
                   Nota const& after) {
    bool const stands = is_authorised(after.state()) && !after.substituida_por;
    if (!after.devolucao_id || stands == (is_authorised(before.state()) && !before.substituida_por)) return;
    db::Params params{{"emitente_id", scope.id()}, {"devolucao_id", *after.devolucao_id}, {"chave", after.chave}};
    if (stands) params.emplace_back("em", after.dhRecbto.value_or(after.dhEmi));
    transaction.execute(stands ? note_on_return : take_off_return, params);
}

db::Params of(auth::CompanyScope const& scope, NotaId nota) { return {{"emitente_id", scope.id()}, {"nfce_id", nota}}; }

Version read_version(db::Row const& row) {
    return {.versao = row.get<int>(0),
            .chave = row.get<std::string>(1),
            .digest = row.get<std::string>(2),
            .dhEmi = row.get<Instant>(3),
            .signer_valid_to = row.get<Instant>(4),
            .stored = row.get<Instant>(5)};
}

Exchange read_exchange(db::Row const& row, std::string_view execucao) {
    auto const ended = row.get<std::optional<Instant>>(3);
    return {.service = service_of(row.text(0)),
            .versao = row.get<int>(1),
            .announced = row.get<Instant>(2),
            .ended = ended.value_or(Instant{}),
            .resultado = row.is_null(4) ? Resultado::open : read_enum<Resultado>(resultado_texts, row.text(4)),
            .by_this_run = !ended && (row.text(5) == execucao || !is_in_place(Protection::execucao)),
            .cStat = row.get<std::optional<int>>(6).value_or(0),
            .saiu = read_enum<Saiu>(saiu_texts, row.text(7)),
            .nRec = row.get<std::optional<std::string>>(8).value_or(""),
            .tMed = seconds(row.get<std::optional<std::int64_t>>(9).value_or(0))};
}

} // namespace

std::optional<Nota> find_nota(db::Connection& connection, auth::CompanyScope const& scope, NotaId id) {
    return connection.first(find_one_nota, {{"emitente_id", scope.id()}, {"id", id}},
                            [](db::Row const& row) { return db::read_row<Nota>(nota_fields, row); });
}

bool may_see(auth::Actor const& actor, auth::CompanyScope const& scope, Nota const& nota) {
    return scope.is_gerente() || nota.operador_id == actor.user ||
           std::ranges::find(actor.counter_people, nota.operador_id) != actor.counter_people.end();
}

std::optional<Nota> find_seen_nota(db::Connection& connection, auth::Actor const& actor,
                                   auth::CompanyScope const& scope, NotaId id) {
    auto nota = find_nota(connection, scope, id);
    if (nota && !may_see(actor, scope, *nota)) return std::nullopt;
    return nota;
}

std::optional<Nota> find_nota_of(db::Connection& connection, auth::CompanyScope const& scope, VendaId sale) {
    return connection.first(find_of_sale, {{"emitente_id", scope.id()}, {"venda_id", sale}},
                            [](db::Row const& row) { return db::read_row<Nota>(nota_fields, row); });
}

std::optional<Nota> find_nota_of_return(db::Connection& connection, auth::CompanyScope const& scope,
                                        DevolucaoId devolucao) {
    return connection.first(find_of_return, {{"emitente_id", scope.id()}, {"devolucao_id", devolucao}},
                            [](db::Row const& row) { return db::read_row<Nota>(nota_fields, row); });
}

std::optional<Nota> find_nota_of_delivery(db::Connection& connection, auth::CompanyScope const& scope,
                                          EntregaId entrega) {
    return connection.first(find_of_delivery, {{"emitente_id", scope.id()}, {"entrega_id", entrega}},
                            [](db::Row const& row) { return db::read_row<Nota>(nota_fields, row); });
}

void insert_nota(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota) {
    transaction.execute(insert_one_nota, params_of(scope, nota));
    add_to_day(transaction, scope, nota);
    figures::Changes changes;
    add_figures(transaction, scope, nota, 1, changes);
    changes.write(transaction, scope);
}

bool save_nota(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& before, Nota after) {
    after.version = before.version + 1;
    bool const same = after.chave == before.chave && after.dhEmi == before.dhEmi && after.busca == before.busca;
    if (transaction.execute(same ? update_answer : update_nota, params_of(scope, after)) == 0) return false;
    settle_return(transaction, scope, before, after);
    move_in_days(transaction, scope, before, after);
    move_figures(transaction, scope, before, after);
    return true;
}

void raise_nota_of_sale(db::Transaction& transaction, auth::CompanyScope const& scope, VendaId sale) {
    transaction.execute(raise_of_sale, {{"emitente_id", scope.id()}, {"venda_id", sale}});
}

void insert_version(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota,
                    SignedVersion const& signed_version, Instant now) {
    auto const& version = signed_version.version;
    transaction.execute(insert_xml, {{"id", Uuid::make()},
                                     {"emitente_id", scope.id()},
                                     {"ambiente", nota.ambiente},
                                     {"nfce_id", nota.id},
                                     {"versao", version.versao},
                                     {"chave", version.chave},
                                     {"digest", version.digest},
                                     {"dhEmi", version.dhEmi},
                                     {"certificado_ate", version.signer_valid_to},
                                     {"sha256", signed_version.sha256},
                                     {"bytes", db::BlobView{std::as_bytes(std::span(signed_version.xml))}},
                                     {"tabela_revisao", signed_version.tabela_revisao},
                                     {"created_at", now}});
}

std::optional<std::int64_t> find_version_tables(db::Connection& connection, auth::CompanyScope const& scope,
                                                NotaId nota, std::int64_t versao) {
    auto params = of(scope, nota);
    params.emplace_back("versao", versao);
    return connection.scalar<std::optional<std::int64_t>>(find_tables, params).value_or(std::nullopt);
}

std::optional<std::string> find_version_xml(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota,
                                            std::int64_t versao) {
    auto params = of(scope, nota);
    params.emplace_back("versao", versao);
    return connection.first(find_xml, params, [](db::Row const& row) {
        auto const bytes = row.blob(0);
        std::string xml(bytes.size(), '\0');
        std::ranges::transform(bytes, xml.begin(), [](std::byte byte) { return static_cast<char>(byte); });
        return xml;
    });
}

std::optional<std::int64_t> announce_exchange(db::Transaction& transaction, auth::CompanyScope const& scope,
                                              Nota const& nota, nfce::Service service, std::int64_t versao,
                                              std::string_view execucao, Instant now) {
    auto const version =
        is_in_place(Protection::version) ? nota.version : find_nota(transaction, scope, nota.id).value().version;
    db::Params const expected{{"emitente_id", scope.id()}, {"id", nota.id}, {"version", version}};
    if (transaction.execute(raise_version, expected) == 0) return std::nullopt;
    return transaction.scalar<std::int64_t>(announce, {{"emitente_id", scope.id()},
                                                       {"ambiente", nota.ambiente},
                                                       {"servico", nfce::service_name(service)},
                                                       {"nfce_id", nota.id},
                                                       {"versao", versao},
                                                       {"execucao", execucao},
                                                       {"now", now}});
}

bool end_exchange(db::Transaction& transaction, auth::CompanyScope const& scope, std::int64_t seq,
                  Exchange const& ended, std::string_view xMotivo) {
    bool const answered = ended.resultado == Resultado::answered;
    auto const nRec = ended.nRec.empty() ? std::nullopt : std::optional(ended.nRec);
    auto const tMed = ended.tMed.count() == 0 ? std::nullopt : std::optional<std::int64_t>(ended.tMed.count());
    return transaction.execute(end, {{"emitente_id", scope.id()},
                                     {"seq", seq},
                                     {"respondida_em", ended.ended},
                                     {"resultado", resultado_texts.at(static_cast<std::size_t>(ended.resultado))},
                                     {"cStat", answered ? std::optional<std::int64_t>(ended.cStat) : std::nullopt},
                                     {"xMotivo", answered ? std::optional<std::string_view>(xMotivo) : std::nullopt},
                                     {"nRec", nRec},
                                     {"tMed", tMed},
                                     {"saiu", saiu_texts.at(static_cast<std::size_t>(ended.saiu))}}) == 1;
}

Facts find_facts(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                 std::string_view execucao) {
    Facts facts{.estado = nota.state(),
                .sells_offline = nota.of_modelo().offline,
                .offline = nota.tpEmis == 9,
                .replaced = nota.substituida_por.has_value() && is_in_place(Protection::replaced),
                .tpAmb = nota.ambiente == "producao" ? 1 : 2,
                .versions = connection.all(find_versions, of(scope, nota.id), read_version),
                .exchanges = connection.all(find_exchanges, of(scope, nota.id),
                                            [&](db::Row const& row) { return read_exchange(row, execucao); }),
                .events = {},
                .created = nota.created_at,
                .asked = nota.conferencia_pedida_em};
    connection.run(find_events, of(scope, nota.id), [&](db::Row const& row) {
        OwnEvent event{.tipo = row.get<std::string>(0),
                       .estado = read_enum<EventEstado>(event_texts, row.text(1)),
                       .cStat = row.get<std::optional<int>>(2).value_or(0),
                       .nSeqEvento = row.get<int>(3)};
        auto& kind = event.tipo == tpEvento_correction ? facts.letters : facts.events;
        kind.push_back(std::move(event));
    });
    if (nota.operacao == Nota::of_delivery) {
        facts.venda_desfeita = !connection.scalar<std::int64_t>(takes_along, of(scope, nota.id));
        return facts;
    }
    if (nota.devolucao_id) {
        facts.venda_desfeita =
            nota.substituida_por ||
            connection.scalar<std::int64_t>(
                other_key, {{"emitente_id", scope.id()}, {"devolucao_id", *nota.devolucao_id}, {"chave", nota.chave}});
        return facts;
    }
    auto const sale = connection.scalar<std::string>(sale_state, {{"emitente_id", scope.id()}, {"id", nota.venda_id}});
    facts.venda_desfeita = sale == "desfeita";
    return facts;
}

} // namespace balcao::receipts
