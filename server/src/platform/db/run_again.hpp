#pragma once

#include <string_view>

#include "platform/db/database.hpp"

namespace balcao::db {

/// Calls `write()`. Of two that write the same unique value at once the later one's transaction is run again, and then
/// finds the holder, so that it can be named. `constraint`: the unique index.
void run_again_when_taken(std::string_view constraint, auto const& write) {
    try {
        write();
    } catch (UniqueViolation const& violation) {
        if (violation.constraint() != constraint) throw;
        throw Conflict(violation.what());
    }
}

} // namespace balcao::db
