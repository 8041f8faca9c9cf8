#pragma once
// The next step of a nota outside the clerk's request. Pure, but for protections that
// tests take away (platform/base/protection.hpp): everything it may look at is in Facts.

#include <chrono>
#include <string>
#include <variant>

#include "selling/receipts/nota/facts.hpp"

namespace balcao::receipts {

struct SendAnnounced {}; // its exchange stands announced by this run: only the call is missing
struct GiveUpOpen {};    // an exchange of a run that is gone will never be answered (T4)
struct Transmit {
    int versao = 0; // the same bytes
};
struct Rebuild {};   // a new version of the stored one with the time of now, then Transmit
struct SignAgain {}; // its certificate expired: the same document with a new signature
struct AskResult {
    int versao = 0;
    std::string nRec;
};
struct Query {
    int versao = 0; // whose key is asked for
};
struct Abandon {}; // T9
struct Wait {
    Instant until;
};
struct Nothing {}; // a person has to act, or nothing is left to do

using Plan =
    std::variant<SendAnnounced, GiveUpOpen, Transmit, Rebuild, SignAgain, AskResult, Query, Abandon, Wait, Nothing>;

/// A nota with `replaced` never gets Transmit, Rebuild or SignAgain.
Plan plan(Facts const& facts);

/// T9: nothing was sent in the last 15 minutes, and for every key SEFAZ has said twice since then, at least 10 minutes
/// apart, that it does not have it.
bool settled_absent(Facts const& facts);
/// T8 is possible: every transmission without answer is at least 15 minutes old, and later a query of its key said that
/// SEFAZ does not have it. Else the moment from which it can be; nullopt when only further queries can tell.
struct AbsenceProof {
    bool proven = false;
    std::optional<Instant> possible_from;
};
AbsenceProof absence_proof(Facts const& facts);

/// A call to SEFAZ that nobody at a counter waits for.
inline constexpr std::chrono::seconds longest_call{30};
/// What a person has to put right (certificate, settings, a block without an end) is looked for this often.
inline constexpr std::chrono::minutes look_again{1};
/// While SEFAZ is slow or away: between two receipts that find out whether it still is.
inline constexpr std::chrono::seconds between_probes{60};

} // namespace balcao::receipts
