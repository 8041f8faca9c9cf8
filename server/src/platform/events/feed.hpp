#pragma once
// Reads each published event once, whatever the rate and the order of commits.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::events {

/// A row of `saida_eventos`; members as in Event.
struct PublishedEvent {
    std::string topic;
    std::optional<CompanyId> company;
    std::optional<Uuid> entity;
    std::optional<UserId> user;
    std::int64_t version;
};

/// A reader's position. On SQLite, with one writer, the event's number; on PostgreSQL, where a lower number may commit
/// later, the snapshot of the last read. Used by one thread at a time; each call reads in its own snapshot.
class Feed {
public:
    explicit Feed(db::Database& database) : database_(database) {}

    /// The first call returns events since `since`, each further one those committed since the last.
    std::vector<PublishedEvent> read(Instant since);
    /// The next call is a first one again.
    void forget() { place_.reset(); }

private:
    db::Database& database_;
    std::optional<std::string> place_;
};

} // namespace balcao::events
