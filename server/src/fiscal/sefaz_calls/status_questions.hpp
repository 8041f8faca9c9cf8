#pragma once
// Questions whether SEFAZ's services work (NFeStatusServico4), counted for all processes (`sefaz_status`): SEFAZ takes
// one in three minutes, and calls more misuse (656).

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "fiscal/sefaz_calls/caller.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::sefaz_calls {

/// Manual de Orientação. As long as it is now: shortened().
inline constexpr std::chrono::seconds between_questions{180};

/// What was last asked of an authoriser.
struct StatusQuestion {
    Instant asked;
    std::optional<bool> works; // nullopt: not known yet
    std::string answer;        // a predicate in Portuguese: "não respondeu"

    Instant next() const; // when it may be asked again
};

// Each concerns the authoriser of `to`: its UF, environment, model and tpEmis.

/// nullopt: it is the caller's turn to ask, who tells by answer_question or forget_question what came of it. Else the
/// question that stands in the way.
std::optional<StatusQuestion> begin_question(db::Transaction& transaction, Destination const& to, Instant now);
void answer_question(db::Transaction& transaction, Destination const& to, StatusQuestion const& question);
/// The question of that moment never reached it.
void forget_question(db::Transaction& transaction, Destination const& to, Instant asked);
/// It left a document of that moment without an answer: what it said of itself before counts no longer.
void contradict_answer(db::Transaction& transaction, Destination const& to, Instant sent, std::string_view answer);

} // namespace balcao::sefaz_calls
