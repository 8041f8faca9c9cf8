#pragma once

#include <string_view>

#include "platform/db/database.hpp"

namespace balcao::db {

/// Calls `write()`. If two write the same unique value at once, the later transaction is retried and then finds the
/// holder to name. `constraint`: the unique index.
void run_again_when_taken(std::string_view constraint, auto const& write) {
    try {
        write();
    } catch (UniqueViolation const& violation) {
        if (violation.constraint() != constraint) throw;
        throw Conflict(violation.what());
    }
}

} // namespace balcao::db
