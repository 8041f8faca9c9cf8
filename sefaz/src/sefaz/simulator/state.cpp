#include "sefaz/simulator/state.hpp"

#include <array>

#include "sefaz/simulator/sha256.hpp"

namespace balcao::sefaz::simulator {

namespace {

using db::Query;
using db::Row;

constexpr std::array schema{
    Query{"simulator_documents_table",
          "create table if not exists documentos (seq integer primary key, chNFe text not null unique, CNPJ text not "
          "null, mod integer not null, serie integer not null, nNF integer not null, digVal text not null, nProt text "
          "not null, nRec text "
          "not null unique, cStat integer not null, autorizada_em integer not null, protNFe text not null, NFe text "
          "not null, sha256 text not null, cancelada integer not null default 0, unique (CNPJ, mod, serie, nNF))"},
    Query{"simulator_events_table",
          "create table if not exists eventos (seq integer primary key, chNFe text not null, CNPJ text not null, "
          "tpEvento text not null, nSeqEvento integer not null, nProt text not null, registrado_em integer not null, "
          "evento "
          "text not null, procEventoNFe text not null, sha256 text not null, unique (chNFe, tpEvento, nSeqEvento))"},
    Query{
        "simulator_voided_table",
        "create table if not exists inutilizacoes (seq integer primary key, CNPJ text not null, mod integer not null, "
        "serie integer not null, nNFIni integer not null, nNFFin integer not null, nProt text not null, homologada_em "
        "integer not "
        "null, inutNFe text not null, sha256 text not null)"},
    Query{"simulator_voided_index",
          "create index if not exists inutilizacoes_numeros on inutilizacoes (CNPJ, serie, nNFIni)"},
    Query{"simulator_batches_table",
          "create table if not exists lotes (seq integer primary key, nRec text not null unique, CNPJ text not null, "
          "mod integer not null, serie integer not null, nNF integer not null, NFe text not null, recebido_em integer "
          "not null, vence_em_us "
          "integer not null, anunciado integer not null, cStat integer not null default 0, protNFe text not null "
          "default '')"},
    Query{"simulator_batches_index",
          "create index if not exists lotes_a_julgar on lotes (vence_em_us) where cStat = 0"},
    Query{"simulator_requests_table",
          "create table if not exists pedidos (seq integer primary key autoincrement, recebido_em_us integer not null, "
          "conexao integer not null, servico text not null, CNPJ text not null, CNPJ_certificado text not null, chNFe "
          "text not null, assunto text not null, bytes integer not null, sha256 text not null, documento_sha256 text "
          "not null, falha text not null, cStat integer not null, cStat_nota integer not null)"},
    Query{"simulator_requests_index",
          "create index if not exists pedidos_por_assunto on pedidos (CNPJ, servico, assunto, recebido_em_us)"},
    Query{"simulator_blocks_table",
          "create table if not exists bloqueios (CNPJ text not null, servico text not null, ate_us integer not null, "
          "primary key (CNPJ, servico))"},
    Query{"simulator_registrations_table",
          "create table if not exists cadastro (CNPJ text primary key, dados text not null)"},
    Query{"simulator_settings_table",
          "create table if not exists ajustes (nome text primary key, valor integer not null)"}};

/// A memory of before model 55, whose documents were all NFC-e with one event of a kind each.
constexpr Query is_of_one_model{"simulator_memory_of_one_model",
                                "select 1 from pragma_table_info('documentos') where not exists (select 1 from "
                                "pragma_table_info('documentos') where name = 'mod') limit 1"};
constexpr std::array set_aside{
    Query{"simulator_set_documents_aside", "alter table documentos rename to documentos_de_antes"},
    Query{"simulator_set_events_aside", "alter table eventos rename to eventos_de_antes"},
    Query{"simulator_model_of_voided", "alter table inutilizacoes add column mod integer not null default 65"},
    Query{"simulator_model_of_batches", "alter table lotes add column mod integer not null default 65"}};
constexpr std::array take_over{
    Query{"simulator_take_documents_over",
          "insert into documentos (seq, chNFe, CNPJ, mod, serie, nNF, digVal, nProt, nRec, cStat, autorizada_em, "
          "protNFe, NFe, sha256, cancelada) select seq, chNFe, CNPJ, 65, serie, nNF, digVal, nProt, nRec, cStat, "
          "autorizada_em, protNFe, NFe, sha256, cancelada from documentos_de_antes"},
    Query{"simulator_take_events_over",
          "insert into eventos (seq, chNFe, CNPJ, tpEvento, nSeqEvento, nProt, registrado_em, evento, procEventoNFe, "
          "sha256) select seq, chNFe, CNPJ, tpEvento, 1, nProt, registrado_em, evento, procEventoNFe, sha256 from "
          "eventos_de_antes"},
    Query{"simulator_drop_documents", "drop table documentos_de_antes"},
    Query{"simulator_drop_events", "drop table eventos_de_antes"}};

constexpr Query insert_document{
    "simulator_add_document",
    "insert into documentos (chNFe, CNPJ, mod, serie, nNF, digVal, nProt, nRec, cStat, autorizada_em, protNFe, NFe, "
    "sha256) values (:chNFe, :CNPJ, :mod, :serie, :nNF, :digVal, :nProt, :nRec, :cStat, :autorizada_em, :protNFe, "
    ":NFe, :sha256)"};
#define DOCUMENT_COLUMNS                                                                                               \
    "select chNFe, CNPJ, mod, serie, nNF, digVal, nProt, nRec, cStat, autorizada_em, protNFe, NFe, cancelada from "    \
    "documentos "
constexpr Query select_document_of_key{"simulator_document_of_key", DOCUMENT_COLUMNS "where chNFe = :chNFe"};
constexpr Query select_document_of_number{"simulator_document_of_number",
                                          DOCUMENT_COLUMNS "where CNPJ = :CNPJ and mod = :mod and serie = :serie "
                                                           "and nNF = :nNF"};
constexpr Query select_document_of_batch{"simulator_document_of_batch", DOCUMENT_COLUMNS "where nRec = :nRec"};
#undef DOCUMENT_COLUMNS
constexpr Query select_any_used{
    "simulator_any_number_used",
    "select 1 from documentos where CNPJ = :CNPJ and mod = :mod and serie = :serie and nNF between :nNFIni and :nNFFin "
    "limit 1"};

constexpr Query insert_event{"simulator_add_event", "insert into eventos (chNFe, CNPJ, tpEvento, nSeqEvento, nProt, "
                                                    "registrado_em, evento, procEventoNFe, sha256) values "
                                                    "(:chNFe, substr(:chNFe, 7, 14), :tpEvento, :nSeqEvento, :nProt, "
                                                    ":registrado_em, :evento, :procEventoNFe, :sha256)"};
constexpr Query cancel_document{"simulator_cancel_document",
                                "update documentos set cancelada = 1 where chNFe = :chNFe"};
constexpr Query select_events{
    "simulator_events_of",
    "select chNFe, tpEvento, nSeqEvento, nProt, registrado_em, evento, procEventoNFe from eventos where "
    "chNFe = :chNFe order by seq"};

constexpr Query insert_voided{"simulator_add_voided",
                              "insert into inutilizacoes (CNPJ, mod, serie, nNFIni, nNFFin, nProt, homologada_em, "
                              "inutNFe, sha256) values (:CNPJ, "
                              ":mod, :serie, :nNFIni, :nNFFin, :nProt, :homologada_em, :inutNFe, :sha256)"};
constexpr Query select_voided{
    "simulator_voided_within",
    "select CNPJ, mod, serie, nNFIni, nNFFin, nProt, homologada_em, inutNFe from inutilizacoes where CNPJ = :CNPJ and "
    "mod = :mod and serie = :serie and nNFIni <= :nNFFin and nNFFin >= :nNFIni order by seq"};

constexpr Query insert_batch{
    "simulator_add_batch",
    "insert into lotes (nRec, CNPJ, mod, serie, nNF, NFe, recebido_em, vence_em_us, anunciado) values "
    "(:nRec, :CNPJ, :mod, :serie, :nNF, :NFe, :recebido_em, :vence_em_us, :anunciado)"};
#define BATCH_COLUMNS                                                                                                  \
    "select nRec, CNPJ, mod, serie, nNF, NFe, recebido_em, vence_em_us, anunciado, cStat, protNFe from lotes "
constexpr Query select_batch{"simulator_batch_of", BATCH_COLUMNS "where nRec = :nRec"};
constexpr Query select_waiting{
    "simulator_waiting_batch",
    BATCH_COLUMNS "where cStat = 0 and anunciado = 1 and CNPJ = :CNPJ and mod = :mod and serie = :serie and nNF = :nNF "
                  "limit 1"};
constexpr Query select_due{"simulator_due_batches",
                           BATCH_COLUMNS "where cStat = 0 and vence_em_us <= :now order by vence_em_us, seq"};
#undef BATCH_COLUMNS
constexpr Query update_batch{"simulator_settle_batch",
                             "update lotes set cStat = :cStat, protNFe = :protNFe where nRec = :nRec"};

constexpr Query advance_sequence{"simulator_next_of", "insert into ajustes (nome, valor) values (:name, 1) on conflict "
                                                      "(nome) do update set valor = valor + 1 returning valor"};
constexpr Query select_clock{"simulator_clock", "select valor from ajustes where nome = 'relogio_us'"};
constexpr Query update_clock{"simulator_set_clock", "insert into ajustes (nome, valor) values ('relogio_us', :offset) "
                                                    "on conflict (nome) do update set valor = :offset"};
constexpr Query select_ahead{"simulator_ahead", "select valor from ajustes where nome = 'adiante_us:' || :CNPJ"};
constexpr Query update_ahead{"simulator_set_ahead",
                             "insert into ajustes (nome, valor) values ('adiante_us:' || :CNPJ, :ahead) "
                             "on conflict (nome) do update set valor = excluded.valor"};
constexpr Query select_demand{"simulator_demands_ibscbs", "select valor from ajustes where nome in ('ibscbs:' || "
                                                          ":CNPJ, 'ibscbs:') order by nome desc limit 1"};
constexpr Query update_demand{"simulator_set_demands_ibscbs",
                              "insert into ajustes (nome, valor) values ('ibscbs:' || :CNPJ, :demands) "
                              "on conflict (nome) do update set valor = excluded.valor"};

constexpr Query select_svc{"simulator_svc", "select valor from ajustes where nome = 'svc:' || :UF"};
constexpr Query update_svc{"simulator_set_svc", "insert into ajustes (nome, valor) values ('svc:' || :UF, :state) on "
                                                "conflict (nome) do update set valor = excluded.valor"};

constexpr std::array forget{Query{"simulator_forget_documents", "delete from documentos where CNPJ = :CNPJ"},
                            Query{"simulator_forget_events", "delete from eventos where CNPJ = :CNPJ"},
                            Query{"simulator_forget_voided", "delete from inutilizacoes where CNPJ = :CNPJ"},
                            Query{"simulator_forget_batches", "delete from lotes where CNPJ = :CNPJ"},
                            Query{"simulator_forget_requests", "delete from pedidos where CNPJ = :CNPJ"},
                            Query{"simulator_forget_blocks", "delete from bloqueios where CNPJ = :CNPJ"},
                            Query{"simulator_forget_registration", "delete from cadastro where CNPJ = :CNPJ"}};

Document document_in(Row const& row) {
    return {.chNFe = row.get<std::string>(0),
            .CNPJ = row.get<std::string>(1),
            .mod = row.get<int>(2),
            .serie = row.get<int>(3),
            .nNF = row.get<int>(4),
            .digVal = row.get<std::string>(5),
            .nProt = row.get<std::string>(6),
            .nRec = row.get<std::string>(7),
            .cStat = row.get<int>(8),
            .autorizada_em = row.integer(9),
            .protNFe = row.get<std::string>(10),
            .NFe = row.get<std::string>(11),
            .cancelada = row.get<bool>(12)};
}

Batch batch_in(Row const& row) {
    return {.nRec = row.get<std::string>(0),
            .CNPJ = row.get<std::string>(1),
            .mod = row.get<int>(2),
            .serie = row.get<int>(3),
            .nNF = row.get<int>(4),
            .NFe = row.get<std::string>(5),
            .recebido_em = row.integer(6),
            .vence_em_us = row.integer(7),
            .anunciado = row.get<bool>(8),
            .cStat = row.get<int>(9),
            .protNFe = row.get<std::string>(10)};
}

} // namespace

std::unique_ptr<db::Database> open_memory(std::filesystem::path const& folder) {
    auto memory = db::Database::open({.url = "sqlite:" + (folder / "ledger.sqlite3").string(), .connections = 1});
    memory->write([](db::Transaction& transaction) {
        bool const is_old = transaction.scalar<int>(is_of_one_model).has_value();
        if (is_old)
            for (auto const& statement : set_aside) transaction.execute(statement);
        for (auto const& statement : schema) transaction.execute(statement);
        if (is_old)
            for (auto const& statement : take_over) transaction.execute(statement);
    });
    return memory;
}

void add_document(db::Transaction& memory, Document const& document) {
    memory.execute(insert_document, {{"chNFe", document.chNFe},
                                     {"CNPJ", document.CNPJ},
                                     {"mod", document.mod},
                                     {"serie", document.serie},
                                     {"nNF", document.nNF},
                                     {"digVal", document.digVal},
                                     {"nProt", document.nProt},
                                     {"nRec", document.nRec},
                                     {"cStat", document.cStat},
                                     {"autorizada_em", document.autorizada_em},
                                     {"protNFe", document.protNFe},
                                     {"NFe", document.NFe},
                                     {"sha256", sha256_hex(document.NFe)}});
}

std::optional<Document> document_of_key(db::Connection& memory, std::string_view chNFe) {
    return memory.first(select_document_of_key, {{"chNFe", chNFe}}, document_in);
}
std::optional<Document> document_of_number(db::Connection& memory, Number const& number) {
    return memory.first(select_document_of_number,
                        {{"CNPJ", number.CNPJ}, {"mod", number.mod}, {"serie", number.serie}, {"nNF", number.nNF}},
                        document_in);
}
std::optional<Document> document_of_batch(db::Connection& memory, std::string_view nRec) {
    return memory.first(select_document_of_batch, {{"nRec", nRec}}, document_in);
}

void add_event(db::Transaction& memory, Event const& event) {
    memory.execute(insert_event, {{"chNFe", event.chNFe},
                                  {"tpEvento", event.tpEvento},
                                  {"nSeqEvento", event.nSeqEvento},
                                  {"nProt", event.nProt},
                                  {"registrado_em", event.registrado_em},
                                  {"evento", event.evento},
                                  {"procEventoNFe", event.procEventoNFe},
                                  {"sha256", sha256_hex(event.evento)}});
    if (event.cancels) memory.execute(cancel_document, {{"chNFe", event.chNFe}});
}

std::vector<Event> events_of(db::Connection& memory, std::string_view chNFe) {
    return memory.all(select_events, {{"chNFe", chNFe}}, [](Row const& row) {
        return Event{.chNFe = row.get<std::string>(0),
                     .tpEvento = row.get<std::string>(1),
                     .nSeqEvento = row.get<int>(2),
                     .nProt = row.get<std::string>(3),
                     .registrado_em = row.integer(4),
                     .evento = row.get<std::string>(5),
                     .procEventoNFe = row.get<std::string>(6)};
    });
}

void add_voided(db::Transaction& memory, VoidedRange const& range) {
    memory.execute(insert_voided, {{"CNPJ", range.CNPJ},
                                   {"mod", range.mod},
                                   {"serie", range.serie},
                                   {"nNFIni", range.nNFIni},
                                   {"nNFFin", range.nNFFin},
                                   {"nProt", range.nProt},
                                   {"homologada_em", range.homologada_em},
                                   {"inutNFe", range.inutNFe},
                                   {"sha256", sha256_hex(range.inutNFe)}});
}

std::vector<VoidedRange> voided_within(db::Connection& memory, VoidedRange const& range) {
    return memory.all(select_voided,
                      {{"CNPJ", range.CNPJ},
                       {"mod", range.mod},
                       {"serie", range.serie},
                       {"nNFIni", range.nNFIni},
                       {"nNFFin", range.nNFFin}},
                      [](Row const& row) {
                          return VoidedRange{.CNPJ = row.get<std::string>(0),
                                             .mod = row.get<int>(1),
                                             .serie = row.get<int>(2),
                                             .nNFIni = row.get<int>(3),
                                             .nNFFin = row.get<int>(4),
                                             .nProt = row.get<std::string>(5),
                                             .homologada_em = row.integer(6),
                                             .inutNFe = row.get<std::string>(7)};
                      });
}

bool is_any_number_used(db::Connection& memory, VoidedRange const& range) {
    return memory
        .scalar<int>(select_any_used, {{"CNPJ", range.CNPJ},
                                       {"mod", range.mod},
                                       {"serie", range.serie},
                                       {"nNFIni", range.nNFIni},
                                       {"nNFFin", range.nNFFin}})
        .has_value();
}

void add_batch(db::Transaction& memory, Batch const& batch) {
    memory.execute(insert_batch, {{"nRec", batch.nRec},
                                  {"CNPJ", batch.CNPJ},
                                  {"mod", batch.mod},
                                  {"serie", batch.serie},
                                  {"nNF", batch.nNF},
                                  {"NFe", batch.NFe},
                                  {"recebido_em", batch.recebido_em},
                                  {"vence_em_us", batch.vence_em_us},
                                  {"anunciado", batch.anunciado}});
}
std::optional<Batch> batch_of(db::Connection& memory, std::string_view nRec) {
    return memory.first(select_batch, {{"nRec", nRec}}, batch_in);
}
std::optional<Batch> waiting_batch(db::Connection& memory, Number const& number) {
    return memory.first(select_waiting,
                        {{"CNPJ", number.CNPJ}, {"mod", number.mod}, {"serie", number.serie}, {"nNF", number.nNF}},
                        batch_in);
}
std::vector<Batch> due_batches(db::Connection& memory, std::int64_t now_us) {
    return memory.all(select_due, {{"now", now_us}}, batch_in);
}
void settle_batch(db::Transaction& memory, std::string_view nRec, int cStat, std::string_view protNFe) {
    memory.execute(update_batch, {{"nRec", nRec}, {"cStat", cStat}, {"protNFe", protNFe}});
}

std::int64_t next_of(db::Transaction& memory, std::string_view sequence) {
    return memory.scalar<std::int64_t>(advance_sequence, {{"name", sequence}}).value();
}

std::int64_t clock_offset_us(db::Connection& memory) { return memory.scalar<std::int64_t>(select_clock).value_or(0); }
void set_clock_offset_us(db::Transaction& memory, std::int64_t offset) {
    memory.execute(update_clock, {{"offset", offset}});
}

std::int64_t ahead_us(db::Connection& memory, std::string_view CNPJ) {
    return memory.scalar<std::int64_t>(select_ahead, {{"CNPJ", CNPJ}}).value_or(0);
}

void set_ahead_us(db::Transaction& memory, std::string_view CNPJ, std::int64_t ahead) {
    memory.execute(update_ahead, {{"CNPJ", CNPJ}, {"ahead", ahead}});
}

bool demands_ibscbs(db::Connection& memory, std::string_view CNPJ) {
    return memory.scalar<bool>(select_demand, {{"CNPJ", CNPJ}}).value_or(false);
}

void set_demands_ibscbs(db::Transaction& memory, std::string_view CNPJ, bool demands) {
    memory.execute(update_demand, {{"CNPJ", CNPJ}, {"demands", demands ? 1 : 0}});
}

SvcState svc_state(db::Connection& memory, std::string_view UF) {
    return static_cast<SvcState>(memory.scalar<int>(select_svc, {{"UF", UF}}).value_or(0));
}

void set_svc_state(db::Transaction& memory, std::string_view UF, SvcState state) {
    memory.execute(update_svc, {{"UF", UF}, {"state", static_cast<int>(state)}});
}

void forget_company(db::Transaction& memory, std::string_view CNPJ) {
    for (auto const& statement : forget) memory.execute(statement, {{"CNPJ", CNPJ}});
}

} // namespace balcao::sefaz::simulator
