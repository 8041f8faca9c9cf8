#pragma once
// Administrators are told of a proxy on this machine whose word about addresses is not believed.

#include <atomic>
#include <cstdint>
#include <vector>

#include "office/notifications/notifications.hpp"
#include "platform/base/time.hpp"

namespace balcao::app {

/// Thread-safe.
class ProxyNotice {
public:
    /// The first request that came so; later calls change nothing.
    void saw(Instant now);
    /// One notice since then, until the program ends; else none.
    void add_to(std::vector<notifications::Notification>& notices) const;

private:
    static constexpr std::int64_t never = 0;
    std::atomic<std::int64_t> since_{never}; // µs
};

} // namespace balcao::app
