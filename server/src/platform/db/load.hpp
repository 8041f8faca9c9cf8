#pragma once
// How hard the database is pressed.

#include <cstdint>

#include "platform/db/database.hpp"

namespace balcao::db {

/// Counted since the database was opened.
struct Load {
    std::uint64_t waits = 0;   // for a connection, since all were in use
    std::uint64_t gave_up = 0; // of these, without getting one
    std::uint64_t retries = 0; // writes that lost against others and were run again
};

/// A database that counts; all that Database::open() makes do.
class Counting {
public:
    virtual ~Counting() = default;
    virtual Load load() const = 0;
};

/// Thread-safe. Zeros of one that does not count.
Load load_of(Database const& database);

} // namespace balcao::db
