#pragma once

#include <chrono>

namespace balcao::events {

/// Time since this process last read events while a stream is open; zero without streams. Thread-safe.
std::chrono::nanoseconds lag();

} // namespace balcao::events
