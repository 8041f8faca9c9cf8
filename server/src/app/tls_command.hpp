#pragma once
// A certificate for a server in a shop's own network, from the command line.

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "platform/base/time.hpp"

namespace balcao::app {

/// Makes a key and a certificate for `names` (names or IP addresses), and the certificate of an authority that
/// computers are told to trust; its key is thrown away. Writes them into `folder` and prints what the operator has to
/// do. Throws std::runtime_error with a sentence; those that are there are replaced only if told.
void make_certificate(std::vector<std::string> const& names, std::filesystem::path const& folder, bool replace,
                      Instant now, std::ostream& out);

} // namespace balcao::app
