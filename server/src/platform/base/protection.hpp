#pragma once
// Protections of numbers, sales and the right to call SEFAZ. A test can remove one at a time to prove that the crash
// test notices (BALCAO_TEST_WITHOUT, on loopback only); a package has no such switch.

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>

#include "platform/base/test_switches.hpp"

namespace balcao {

enum class Protection : std::uint8_t {
    execucao,         // an announced exchange is sent by the run that announced it, nobody else
    replaced,         // a nota whose place was taken is never sent again
    fresh_connection, // what changes something at SEFAZ goes over a connection of its own
    announcement,     // what is about to be sent is on record, so that a dead run is known to have sent it, perhaps
    version,          // nothing is announced of a nota that changed since its next step was planned
    query_first,      // what may have been judged is asked for, before it is sent again
    sale_id,          // one sale under one id, however often it is posted
    counter,          // a number is taken only if it is still the next one
    status_question,  // a service is asked once in three minutes whether it works
};

/// By its name above; nullopt: no such protection.
constexpr std::optional<Protection> protection_of(std::string_view name) {
    if (name == "execucao") return Protection::execucao;
    if (name == "replaced") return Protection::replaced;
    if (name == "fresh_connection") return Protection::fresh_connection;
    if (name == "announcement") return Protection::announcement;
    if (name == "version") return Protection::version;
    if (name == "query_first") return Protection::query_first;
    if (name == "sale_id") return Protection::sale_id;
    if (name == "counter") return Protection::counter;
    if (name == "status_question") return Protection::status_question;
    return std::nullopt;
}

namespace detail {
inline constexpr int none_removed = -1;
inline std::atomic<int> removed_protection = none_removed;
} // namespace detail

inline void remove_protection(Protection protection) { detail::removed_protection = static_cast<int>(protection); }

/// Thread-safe. Always true in a package.
inline bool is_in_place(Protection protection) {
    if constexpr (!has_test_switches) return true;
    return detail::removed_protection.load(std::memory_order_relaxed) != static_cast<int>(protection);
}

} // namespace balcao
