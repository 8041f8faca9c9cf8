#pragma once
// Scales waiting times down, so that tests see in a minute what takes an hour.

#include <atomic>
#include <chrono>
#include <cstdint>

namespace balcao {

namespace detail {
inline std::atomic<double> time_scale = 1;
} // namespace detail

/// Sets the factor of `shortened` (BALCAO_TEST_TIME_SCALE), 0.001 to 1; 1 is real time.
inline void set_time_scale(double scale) { detail::time_scale = scale; }

/// A waiting time or counting window, scaled. Never use it for times that others measure by the calendar, such as an
/// offline receipt's deadline or the age of dhEmi. Thread-safe.
template <class Duration = std::chrono::microseconds>
Duration shortened(std::chrono::microseconds time) {
    auto const scale = detail::time_scale.load(std::memory_order_relaxed);
    if (scale == 1) return std::chrono::ceil<Duration>(time);
    auto const left = static_cast<std::int64_t>(static_cast<double>(time.count()) * scale);
    return std::chrono::ceil<Duration>(std::chrono::microseconds(left));
}

} // namespace balcao
