#pragma once
// What an answer, or its absence, does to a nota.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "nfce/answers.hpp"
#include "platform/base/time.hpp"
#include "sefaz/client.hpp"
#include "selling/receipts/nota/facts.hpp"

namespace balcao::receipts {

/// Names of the transitions, as docs/receipts.md describes them. t1, t1c: a sale is issued.
enum class Rule : std::uint8_t {
    none, // the state stays
    t1,
    t1c,
    t2,  // authorised
    t3,  // refused
    t4,  // no readable answer
    t5,  // SEFAZ does not have it: sent again
    t6,  // the sale goes offline with another number
    t6a, // the same, and the old one provably never reached SEFAZ
    t7,  // corrected after a refusal
    t7c, // the same, into contingency
    t8,  // given up
    t9,  // replaced, and SEFAZ does not have it
    t10, // an offline receipt was judged
    t10b,
    t11, // an offline receipt was corrected
    t12, // cancelled
    t13, // cancelled by substitution
    t14, // voided
    t15, // its number was taken outside
    t16, // cancelled outside
    t17, // given up, and authorised after all
    t18  // its XML was handed in
};

/// An answer of SEFAZ, or why there is none.
struct Answered {
    nfce::AnswerHead head;
    nfce::Answer answer;
};
struct NoAnswer {
    sefaz::FaultKind fault{};
    Saiu saiu = Saiu::unknown;
    int http_status = 0; // of FaultKind::http_status
};
using Reply = std::variant<Answered, NoAnswer>;

/// Another nota of the same sale, with the next number.
enum class Successor : std::uint8_t { none, normal, offline };

/// What the reply says about SEFAZ's service itself.
enum class Health : std::uint8_t {
    nothing,
    working, // it judged, or answered what was asked
    away,    // counts towards contingency of the whole UF
    cut_off  // counts for this process alone: its own connection
};

/// No more calls for the company: for an hour, or until certificate, settings or company change.
struct Block {
    std::optional<nfce::Service> service; // nullopt: all
    bool for_an_hour = false;
    int cStat = 0;
    friend bool operator==(Block const&, Block const&) = default;
};

enum class Alarm : std::uint8_t {
    documento_divergente,
    numero_duplicado,
    numero_ocupado,
    nota_reemitida,
    nota_de_venda_desfeita,
    cancelada_fora,
    substituicao_parada,
    venda_com_duas_notas,
    sefaz_endereco,
    consumo_indevido,
    defeito_do_programa,
    autorizada_com_alerta,
    email_nao_enviado,
    carta_recusada
};

/// Effects that every reply may have, whatever it was about.
struct ServiceEffects {
    Health health = Health::nothing;
    std::optional<Block> block;
    std::vector<Alarm> alarms;
};

struct Transition : ServiceEffects {
    Rule rule = Rule::none;
    Estado estado{};                       // afterwards
    std::optional<int> versao;             // authorised: the version whose digest SEFAZ names, if it is one of ours
    std::optional<Instant> cancelavel_ate; // authorised
    std::string tpEvento;                  // event to be made: "110111" at once, "110112" once the successor stands
    Successor successor = Successor::none;
    std::string chave_alheia; // ocupada: whose key SEFAZ named
    bool stop_series = false;
    bool correct_clock = false;    // by the answer's dhRecbto
    bool send_event_again = false; // the same signed bytes: the answer to them tells whose event it is
    bool judge_again = false;      // the same answer says more: judge it on the state reached now
};

} // namespace balcao::receipts
