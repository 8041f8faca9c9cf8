#pragma once
// Records as they are stored.

#include <cstdint>

namespace balcao::records {

/// A record with what belongs to its row alone.
template <class Record>
struct Stored {
    Record record;
    std::int64_t version = 1; // in the ETag
};

/// The same record before and after a change; views both.
template <class Record>
struct Revision {
    Stored<Record> const& before;
    Stored<Record> const& after;
};

} // namespace balcao::records
