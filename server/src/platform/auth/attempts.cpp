#include "platform/auth/attempts.hpp"

#include <algorithm>

namespace balcao::auth {

namespace {
constexpr auto quiet = std::chrono::minutes{15};
constexpr std::size_t most_entries = 100'000;
} // namespace

std::optional<int> Attempts::wait(std::string const& key) {
    std::lock_guard const lock(mutex_);
    auto const at = entries_.find(key);
    auto const now = clock_.now();
    if (at == entries_.end() || at->second.next <= now) return std::nullopt;
    return static_cast<int>(std::chrono::ceil<std::chrono::seconds>(at->second.next - now).count());
}

void Attempts::count(std::string const& key) {
    std::lock_guard const lock(mutex_);
    auto const now = clock_.now();
    if (entries_.size() >= most_entries) drop_quiet(now);
    auto& entry = entries_[key];
    if (now - entry.last > quiet) entry.attempts = 0;
    entry.last = now;
    auto const over = ++entry.attempts - free_;
    if (over > 0) entry.next = now + std::chrono::seconds{std::min(60, 1 << std::min(over - 1, 6))};
}

void Attempts::forget(std::string const& key) {
    std::lock_guard const lock(mutex_);
    entries_.erase(key);
}

// A flood of made-up keys must not fill the memory: quiet ones go, and if all are loud, all go.
void Attempts::drop_quiet(Instant now) {
    std::erase_if(entries_, [&](auto const& entry) { return now - entry.second.last > quiet; });
    if (entries_.size() >= most_entries) entries_.clear();
}

} // namespace balcao::auth
