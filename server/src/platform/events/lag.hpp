#pragma once

#include <chrono>

namespace balcao::events {

/// Since this process last read what was published while a browser listens; zero while none does. Thread-safe.
std::chrono::nanoseconds lag();

} // namespace balcao::events
