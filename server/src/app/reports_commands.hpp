#pragma once
// balcao reports …

#include <iosfwd>

#include "app/config.hpp"

namespace balcao::app {

/// Compares the kept sums with the documents and prints each difference; with `repair` appends what is missing, beside
/// a running server too. Returns whether nothing differed, or everything was repaired.
bool check_reports(Config const& config, bool repair, std::ostream& out);

} // namespace balcao::app
