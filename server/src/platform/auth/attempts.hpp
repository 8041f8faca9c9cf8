#pragma once
// Slows down guessing per account and address: a growing wait, never a lock.

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "platform/base/time.hpp"

namespace balcao::auth {

/// Counts attempts per key (an e-mail, an address). The first `free` cost nothing; each further one makes the next wait
/// 1, 2, 4 … seconds, at most 60. After a quarter of an hour without attempts the key is forgotten. In memory, per
/// process. Thread-safe.
class Attempts {
public:
    Attempts(Clock const& clock, int free) : clock_(clock), free_(free) {}

    /// Seconds until the next attempt; nullopt: now.
    std::optional<int> wait(std::string const& key);
    /// Counts one attempt.
    void count(std::string const& key);
    /// Success: forgets the key.
    void forget(std::string const& key);

private:
    struct Entry {
        int attempts = 0;
        Instant last{};
        Instant next{};
    };
    void drop_quiet(Instant now);

    Clock const& clock_;
    int free_;
    std::mutex mutex_;
    std::map<std::string, Entry> entries_;
};

} // namespace balcao::auth
