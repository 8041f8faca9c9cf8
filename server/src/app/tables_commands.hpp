#pragma once
// `balcao tables`: the installation's fiscal tables, by command.

#include <iosfwd>
#include <string>

#include "app/config.hpp"

namespace balcao::app {

/// What is in force, and each change that stands.
void list_tables(Config const& config, std::ostream& out);
/// What a file would change, or what is wrong with it: then false. `name`: of the table; empty: the file's own.
/// `as_of`: day whose state it says; empty: today.
bool check_table(Config const& config, std::string const& file, std::string const& name, std::string const& as_of,
                 std::ostream& out);
/// The same, and takes it over.
bool load_table(Config const& config, std::string const& file, std::string const& name, std::string const& as_of,
                std::ostream& out);

} // namespace balcao::app
