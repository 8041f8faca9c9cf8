#pragma once
// What is known of a nota when its next step is chosen or an answer is judged. Plain values, read in one go from the
// database; nothing here asks a database, a clock or a socket.

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nfce/return_codes.hpp"
#include "nfce/services.hpp"
#include "platform/base/time.hpp"
#include "selling/receipts/nota/estado.hpp"

namespace balcao::receipts {

/// One signed byte string of a nota. It never changes.
struct Version {
    int versao = 0;
    std::string chave;
    std::string digest; // Base64, as in its signature
    Instant dhEmi;      // as written in it: fiscal time
    Instant signer_valid_to;
    Instant stored{}; // by the machine's clock
};

/// Whether anything of a call left this machine: 'S', 'N' (proven that nothing did) and '?' in the database.
enum class Saiu : std::uint8_t { sent, unsent, unknown };

enum class Resultado : std::uint8_t {
    open,      // announced; its answer has not been stored
    answered,  // `cStat` says what
    unanswered // no readable answer came
};

/// One exchange with SEFAZ about the nota (`sefaz_troca`): announced before its socket opens.
struct Exchange {
    nfce::Service service{};
    int versao = 0; // what was sent, or whose key was asked for
    Instant announced;
    Instant ended{}; // when it was answered or given up
    Resultado resultado = Resultado::open;
    bool by_this_run = false; // announced by the run of the job that plans now
    int cStat = 0;            // 0 unless answered
    Saiu saiu = Saiu::unknown;
    std::string nRec{};           // 103: the batch to ask for
    std::chrono::seconds tMed{0}; // 103, 105: how long SEFAZ asks to wait
};

/// An event of ours about the nota (`nfce_evento`).
enum class EventEstado : std::uint8_t { aguardando, enviando, indefinido, registrado, recusado };
inline constexpr std::string_view tpEvento_correction = "110110"; // changes nothing of the nota's state
struct OwnEvent {
    std::string tipo; // "110110", "110111", "110112"
    EventEstado estado{};
    int cStat = 0; // last answer to it; 0 before
    int nSeqEvento = 1;

    bool is_open() const { return estado != EventEstado::registrado && estado != EventEstado::recusado; }
};

inline constexpr int svc_off = 114; // cStat

struct Facts {
    Estado estado{};
    bool sells_offline = true; // its model may go offline; else it may go to the SVC
    bool offline = false;      // tpEmis 9
    bool replaced = false;     // another nota of the sale came after it: it is never sent again
    // The sale was given up or cancelled; of a return: it has another NF-e; of a remessa: its goods go with another.
    bool venda_desfeita = false;
    int tpAmb = 2;
    std::vector<Version> versions;   // ascending, at least one
    std::vector<Exchange> exchanges; // in the order they were announced
    std::vector<OwnEvent> events;    // that end it; refused ones among them
    std::vector<OwnEvent> letters{}; // of correction; refused ones among them
    Instant created;
    std::optional<Instant> asked; // somebody wants to know now what SEFAZ has (`conferencia_pedida_em`)

    Instant now;                           // of the machine: schedules and budgets
    std::chrono::seconds fiscal_offset{0}; // SEFAZ's time less the machine's: dhEmi, windows
    int lot = 0;                           // a random -1000 … 1000, drawn by the caller: spreads repeated attempts
    Instant transmit_from{}, query_from{}; // end of a block of the service
    bool held = false;                     // SEFAZ is away and the probe of this moment is another nota
    bool series_stopped = false;           // nobody takes a number of its series
    int outside_numbers = 0;               // numbers of the series found taken outside, without one of ours between
    std::chrono::microseconds cancel_window{std::chrono::minutes(30)}; // UF parameter
    std::chrono::microseconds offline_after{std::chrono::seconds(10)}; // setting: how long a clerk waits

    Instant fiscal_now() const { return now + fiscal_offset; }
};

/// Carries a receipt to be judged, or asks what became of it.
bool is_transmission(nfce::Service service);
/// Last one, or nullptr.
Exchange const* last_transmission(Facts const& facts);
/// The announced exchange whose answer is missing, or nullptr.
Exchange const* open_exchange(Facts const& facts);
/// The key that an exchange was about.
std::string_view chave_of(Facts const& facts, Exchange const& exchange);
/// Keys of all versions, each once, the newest first. More than one when the month changed between two versions.
std::vector<std::string_view> keys(Facts const& facts);
bool is_own_key(Facts const& facts, std::string_view chave);
/// The newest version with that key; there must be one.
Version const& version_of(Facts const& facts, std::string_view chave);

/// Versions made since SEFAZ last judged one: what was corrected, or dated anew, after a refusal. All when it judged
/// none, or none was made since. They are the ones whose fate may be unknown.
std::span<Version const> versions_since_judged(Facts const& facts);

/// SEFAZ may have judged it although no readable answer says so: only a query tells.
bool needs_query(Exchange const& transmission);
/// Nothing of it can have reached SEFAZ's judgement: proven unsent, or refused unjudged as out of service (108, 109, of
/// the SVC 114).
bool proven_unjudged(Exchange const& transmission);
/// The SVC said that it does not stand in for the UF any more (114): what it has is at the UF's own service.
bool is_svc_off(Facts const& facts);
/// SEFAZ's answer to a query says that it has no document with that key: 217; 562 and 613 (another one has the number).
bool says_absent(int cStat);
/// For every key a query announced after the last transmission said that SEFAZ does not have it; `answered` is the key
/// whose query says so just now (empty: none).
bool absent_since_last_transmission(Facts const& facts, std::string_view answered = {});
/// SEFAZ spoke of another document with this number since the last transmission (539, 562, 613).
bool number_disputed(Facts const& facts);

} // namespace balcao::receipts
