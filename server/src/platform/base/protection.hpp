#pragma once
// Protections of numbers and sales that the crash test switches off, one at a time, to prove that it notices: for tests
// on loopback only (BALCAO_TEST_WITHOUT).

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>

namespace balcao {

enum class Protection : std::uint8_t {
    execucao,         // only the run that announced an exchange sends it
    replaced,         // a replaced nota is never sent again
    fresh_connection, // requests that change something at SEFAZ use a new connection
    announcement,     // a request is recorded before it is sent, so that a dead run is known to have sent it perhaps
    version,          // no announcement for a nota that changed since its next step was planned
    query_first,      // a receipt that may have been judged is queried before it is sent again
    sale_id,          // one sale under one id, however often it is posted
    counter,          // a number is taken only if it is still the next one
};

/// By its name above; nullopt for an unknown one.
constexpr std::optional<Protection> protection_of(std::string_view name) {
    if (name == "execucao") return Protection::execucao;
    if (name == "replaced") return Protection::replaced;
    if (name == "fresh_connection") return Protection::fresh_connection;
    if (name == "announcement") return Protection::announcement;
    if (name == "version") return Protection::version;
    if (name == "query_first") return Protection::query_first;
    if (name == "sale_id") return Protection::sale_id;
    if (name == "counter") return Protection::counter;
    return std::nullopt;
}

namespace detail {
inline constexpr int none_removed = -1;
inline std::atomic<int> removed_protection = none_removed;
} // namespace detail

inline void remove_protection(Protection protection) { detail::removed_protection = static_cast<int>(protection); }

/// Thread-safe.
inline bool is_in_place(Protection protection) {
    return detail::removed_protection.load(std::memory_order_relaxed) != static_cast<int>(protection);
}

} // namespace balcao
