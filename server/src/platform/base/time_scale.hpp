#pragma once
// How much shorter than usual the program waits: tests see in a minute what takes an hour.

#include <atomic>
#include <chrono>
#include <cstdint>

#include "platform/base/test_switches.hpp"

namespace balcao {

namespace detail {
inline std::atomic<double> time_scale = 1;
} // namespace detail

/// From now on `shortened` times are that much of themselves (BALCAO_TEST_TIME_SCALE); 1: as they are.
inline void set_time_scale(double scale) { detail::time_scale = scale; }

/// A time that is waited for, or within which something is counted, as long as it is now. What others measure by the
/// calendar, such as an offline receipt's deadline or the age of dhEmi, is never shortened. Thread-safe.
template <class Duration = std::chrono::microseconds>
Duration shortened(std::chrono::microseconds time) {
    if constexpr (!has_test_switches) return std::chrono::ceil<Duration>(time);
    auto const scale = detail::time_scale.load(std::memory_order_relaxed);
    if (scale == 1) return std::chrono::ceil<Duration>(time);
    auto const left = static_cast<std::int64_t>(static_cast<double>(time.count()) * scale);
    return std::chrono::ceil<Duration>(std::chrono::microseconds(left));
}

} // namespace balcao
