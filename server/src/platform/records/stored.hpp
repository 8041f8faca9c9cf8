#pragma once
// Stored records.

#include <cstdint>

namespace balcao::records {

/// A record with its row's own columns.
template <class Record>
struct Stored {
    Record record;
    std::int64_t version = 1; // in the ETag
};

/// A record before and after a change; views of both.
template <class Record>
struct Revision {
    Stored<Record> const& before;
    Stored<Record> const& after;
};

} // namespace balcao::records
