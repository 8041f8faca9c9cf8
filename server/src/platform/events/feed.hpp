#pragma once
// Reads what was published: each event once, whatever the rate and the order in which transactions commit.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::events {

/// A row of `saida_eventos`; the members as those of Event.
struct PublishedEvent {
    std::string topic;
    std::optional<CompanyId> company;
    std::optional<Uuid> entity;
    std::optional<UserId> user;
    std::int64_t version;
};

/// One reader's place among the events. SQLite has one writer, so an event's number tells what came after; on
/// PostgreSQL a lower number may be committed later, so the place is the snapshot of the last reading. Used by one
/// thread at a time; each call reads in a snapshot of its own.
class Feed {
public:
    explicit Feed(db::Database& database) : database_(database) {}

    /// The first reading gives what was published since `since`, each further one what was committed since the last.
    std::vector<PublishedEvent> read(Instant since);
    /// The next reading is a first one again.
    void forget() { place_.reset(); }

private:
    db::Database& database_;
    std::optional<std::string> place_;
};

} // namespace balcao::events
