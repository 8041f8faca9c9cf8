#pragma once
// How the simulator misbehaves when asked to.

#include <chrono>
#include <expected>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "nfce/services.hpp"
#include "sefaz/simulator_answers.hpp"

namespace balcao::sefaz {

enum class Misdeed {
    none,
    drop,    // hangs up without an answer
    silence, // never answers
    garbage, // bytes that are no HTTP
    html,    // a web page
    half,    // half of the answer
    huge,    // 100 MB
    error    // HTTP 503
};

struct Behaviour {
    Told told{};
    std::chrono::milliseconds delay{};
    Misdeed misdeed = Misdeed::none;
};

/// What each service does. Thread-safe.
class Behaviours {
public:
    /// `{"service":"NFeStatusServico4","cStat":109,"xMotivo":"…","delay_ms":500,"fault":"drop"}`: what is not named is
    /// as usual; service `*` is all of them. The error is a sentence in Portuguese.
    std::expected<void, std::string> set(std::string_view json);
    /// All as usual again.
    void reset();
    Behaviour of(nfce::Service service) const;
    /// A JSON array of those that differ from the usual.
    std::string to_json() const;

private:
    mutable std::mutex mutex_;
    std::map<nfce::Service, Behaviour> told_;
};

} // namespace balcao::sefaz
