#pragma once
// `balcao receipts`: what an operator asks about receipts and their numbers.

#include <iosfwd>
#include <string>

#include "app/config.hpp"

namespace balcao::app {

/// Tells of every series whether each of its numbers is accounted for exactly once, counted from 1; false when one is
/// not.
bool check_receipts(Config const& config, std::ostream& out);
/// The timeline of the receipt with this key; false when there is none.
bool show_receipt(Config const& config, std::string const& chave, std::ostream& out);

} // namespace balcao::app
