#pragma once
// What the simulator remembers: documents, events, voided numbers and batches that wait, in a SQLite file of its own.
// Who writes passes the transaction of the request, so that a judgement stands before its answer leaves.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/db/database.hpp"

namespace balcao::sefaz::simulator {

/// Opens ledger.sqlite3 in the folder, or makes it. Throws db::Error with a sentence for the operator.
std::unique_ptr<db::Database> open_memory(std::filesystem::path const& folder);

/// What no two documents share.
struct Number {
    std::string_view CNPJ;
    int mod = 65, serie = 0, nNF = 0;
};

/// An authorised receipt. Times are seconds since the epoch by the simulator's clock.
struct Document {
    std::string chNFe, CNPJ;
    int mod = 65, serie = 0, nNF = 0;
    std::string digVal, nProt, nRec;
    int cStat = 0; // 100 or 150
    std::int64_t autorizada_em = 0;
    std::string protNFe, NFe; // as answered, and as judged
    bool cancelada = false;
};
void add_document(db::Transaction& memory, Document const& document);
std::optional<Document> document_of_key(db::Connection& memory, std::string_view chNFe);
std::optional<Document> document_of_number(db::Connection& memory, Number const& number);
std::optional<Document> document_of_batch(db::Connection& memory, std::string_view nRec);

/// A registered event; `procEventoNFe` is what a query answers.
struct Event {
    std::string chNFe, tpEvento;
    int nSeqEvento = 1;
    std::string nProt;
    std::int64_t registrado_em = 0;
    std::string evento, procEventoNFe;
    bool cancels = false; // the document; not remembered
};
void add_event(db::Transaction& memory, Event const& event);
std::vector<Event> events_of(db::Connection& memory, std::string_view chNFe);

/// Voided numbers.
struct VoidedRange {
    std::string CNPJ;
    int mod = 65, serie = 0, nNFIni = 0, nNFFin = 0;
    std::string nProt;
    std::int64_t homologada_em = 0;
    std::string inutNFe;
};
void add_voided(db::Transaction& memory, VoidedRange const& range);
/// Those that have a number in common with this range.
std::vector<VoidedRange> voided_within(db::Connection& memory, VoidedRange const& range);
bool is_any_number_used(db::Connection& memory, VoidedRange const& range);

/// A receipt taken in but not judged before its time.
struct Batch {
    std::string nRec, CNPJ;
    int mod = 65, serie = 0, nNF = 0;
    std::string NFe;
    std::int64_t recebido_em = 0;
    std::int64_t vence_em_us = 0; // microseconds since the epoch
    bool anunciado = false;       // its sender was told nRec; otherwise nobody knows of it
    int cStat = 0;                // 0: not judged yet
    std::string protNFe{};
};
void add_batch(db::Transaction& memory, Batch const& batch);
std::optional<Batch> batch_of(db::Connection& memory, std::string_view nRec);
/// The announced one that waits with this number.
std::optional<Batch> waiting_batch(db::Connection& memory, Number const& number);
/// Those to be judged by now, in the order of their time.
std::vector<Batch> due_batches(db::Connection& memory, std::int64_t now_us);
void settle_batch(db::Transaction& memory, std::string_view nRec, int cStat, std::string_view protNFe);

/// The next of a sequence ("nProt", "nRec"), from 1.
std::int64_t next_of(db::Transaction& memory, std::string_view sequence);

/// How far the simulator's clock is ahead of this machine's.
std::int64_t clock_offset_us(db::Connection& memory);
void set_clock_offset_us(db::Transaction& memory, std::int64_t offset);

/// How far the practice of a company is ahead of the simulator's clock.
std::int64_t ahead_us(db::Connection& memory, std::string_view CNPJ);
void set_ahead_us(db::Transaction& memory, std::string_view CNPJ, std::int64_t ahead);

/// Whether a receipt of this company that the law wants IBS and CBS in is refused without (1115), as if the demand held
/// in produção; of a company that nothing was said of, and with an empty CNPJ: of all.
bool demands_ibscbs(db::Connection& memory, std::string_view CNPJ);
void set_demands_ibscbs(db::Transaction& memory, std::string_view CNPJ, bool demands);

/// Whether the SVC stands in for a UF. It does not until it is told so.
enum class SvcState { off, ending, on };
SvcState svc_state(db::Connection& memory, std::string_view UF);
void set_svc_state(db::Transaction& memory, std::string_view UF, SvcState state);

/// Forgets all of a company, requests included, but the conditions it is judged under.
void forget_company(db::Transaction& memory, std::string_view CNPJ);

} // namespace balcao::sefaz::simulator
