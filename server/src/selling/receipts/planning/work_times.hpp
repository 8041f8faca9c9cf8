#pragma once
// How long the work on receipts waits, where several kinds of it wait alike. Before `shortened`
// (platform/base/time_scale.hpp).

#include <chrono>

namespace balcao::receipts {

/// A call to SEFAZ that nobody at a counter waits for.
inline constexpr std::chrono::seconds longest_call{30};
/// What a person has to put right (certificate, settings, a block without an end) is looked for this often.
inline constexpr std::chrono::minutes look_again{1};
/// While SEFAZ is slow or away: between two receipts that find out whether it still is, and between two questions about
/// its status.
inline constexpr std::chrono::seconds between_probes{60};
inline constexpr std::chrono::seconds between_questions{180};

} // namespace balcao::receipts
