#pragma once
// Sends ESC/POS to a printer in the shop's network.

#include <expected>
#include <string>
#include <string_view>

#include "registry/stations/station.hpp"

namespace balcao::stations {

/// away: nobody takes the connection within 3 s. silent: it takes the bytes no further, or says nothing, for as long.
enum class Trouble { away, silent, no_paper };
/// The sentence, in Portuguese: what to look at.
std::string what_to_check(Trouble trouble);

/// Returns once everything is printed, as far as a printer with `confere` says so; without it once everything is sent.
/// Takes up to 3 s to connect, 3 s until it says whether it has paper, 3 s without a byte going out, and 15 s until it
/// has printed the last one. The printer is one of `rede`, its address still allowed by `reach` (else away). Several at
/// once on one printer come out mixed; blocks its thread, which must hold nothing of the database.
std::expected<void, Trouble> print(Printer const& printer, std::string_view bytes, Reach const& reach);

} // namespace balcao::stations
