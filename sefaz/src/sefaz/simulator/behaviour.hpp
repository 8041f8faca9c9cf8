#pragma once
// How the simulator misbehaves when asked to: rules, each with what it is for, how often it happens and what it does.

#include <chrono>
#include <cstdint>
#include <expected>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "nfce/services.hpp"
#include "sefaz/simulator/services.hpp"

namespace balcao::sefaz::simulator {

enum class Misdeed {
    none,
    drop,         // hangs up without an answer
    silence,      // never answers
    garbage,      // bytes that are no HTTP
    html,         // a web page
    soap_fault,   // a SOAP fault with HTTP 200
    huge,         // 100 MB
    error,        // HTTP 503
    half,         // half of the answer
    doubled,      // the result twice in one envelope
    foreign,      // the answer of another service
    other_key,    // the answer names another receipt
    wrong_digest, // the protocol is of other bytes (digVal)
    asynchronous, // 103 and nRec; judged later, 105 until then
    late,         // hangs up, and judges later all the same
    kill_judged,  // SIGKILL to itself when it has judged, before that is stored
    kill_stored,  // the same after it is stored, before anything is answered
    kill_half     // the same after half of the answer
};

enum class When {
    before, // the request is taken down, but not judged
    after   // it is judged, and that stands
};

/// What happens to one request.
struct Behaviour {
    std::optional<int> cStat{}; // answered instead of SEFAZ's own judgement
    std::string xMotivo{};      // empty: the official text
    std::chrono::milliseconds delay{};
    Misdeed misdeed = Misdeed::none;
    When when = When::before; // of cStat, delay and misdeed
    std::chrono::milliseconds judged_after{};
    Variants variants{};
};
/// The fault's name, or "cStat", or nothing.
std::string_view name_of_fault(Behaviour const& behaviour);

/// Thread-safe.
class Behaviours {
public:
    /// Adds a rule (sefaz/README.md). Of those that fit a request the newest that happens is taken. One that always
    /// happens takes the place of the older ones it hides. The error is a sentence in Portuguese.
    std::expected<void, std::string> set(std::string_view json);
    /// All as usual again.
    void reset();
    /// Takes away the rules that are for this company alone.
    void forget(std::string_view CNPJ);
    /// What happens to this request. Counts it.
    Behaviour next(Address const& address, Subject const& subject);
    /// A JSON array of the rules, oldest first, with what is left of their counts.
    std::string to_json() const;

    struct Rule {
        std::optional<nfce::Service> service{}; // nullopt: all
        std::optional<nfce::Authoriser> authoriser{};
        std::string CNPJ{}, chNFe{};         // empty: all
        std::optional<std::int64_t> times{}; // so often, then it is gone
        std::int64_t skip = 0;               // so many requests are let through first
        std::optional<double> probability{};
        std::optional<std::int64_t> seed{};
        std::mt19937_64 dice{}; // NOLINT(cert-msc51-cpp): repeatable on purpose
        Behaviour behaviour{};

        bool always() const { return !times && skip == 0 && !probability; }
        bool fits(Address const& address, Subject const& subject) const;
        bool hides(Rule const& older) const;
        bool happens();
    };

private:
    mutable std::mutex mutex_;
    std::vector<Rule> rules_;
};

/// Reads a rule. The error says what is wrong, also with one that could never take effect.
std::expected<Behaviours::Rule, std::string> read_rule(std::string_view json);
std::string rule_json(Behaviours::Rule const& rule);

} // namespace balcao::sefaz::simulator
