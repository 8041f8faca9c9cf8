#pragma once
// Load figures of the database.

#include <cstdint>

#include "platform/db/database.hpp"

namespace balcao::db {

/// Counters since the database was opened.
struct Load {
    std::uint64_t waits = 0;   // for a connection, since all were in use
    std::uint64_t gave_up = 0; // of these, without getting one
    std::uint64_t retries = 0; // writes that lost against others and were run again
};

/// A database with counters; all from Database::open() have them.
class Counting {
public:
    virtual ~Counting() = default;
    virtual Load load() const = 0;
};

/// Thread-safe. Zeros without counters.
Load load_of(Database const& database);

} // namespace balcao::db
