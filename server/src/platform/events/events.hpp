#pragma once
// Hints for open browsers that something changed. Rows of `saida_eventos`, so they cross processes.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/events/topic.hpp"
#include "platform/http/http.hpp"

namespace balcao::events {

/// With a company: for its members. With a user: for that user's
/// streams. With neither: for everyone, except people and their imports (members of a company) and users
/// (administrators).
struct Event {
    Topic topic;
    std::optional<CompanyId> company{};
    std::optional<Uuid> entity{};
    std::optional<UserId> user{};
    std::int64_t version = 0;
    std::optional<UserId> made_by{}; // not sent to listeners
};

/// The listener of a stream.
struct Listener {
    UserId user;
    SessionId session;
    bool admin = false;
};

/// Publishes events and feeds open streams from one thread. Thread-safe.
class Events {
public:
    /// `poll`: interval for events of other processes while a stream is open.
    Events(db::Database& database, Clock const& clock, std::chrono::milliseconds poll = std::chrono::seconds{1});
    ~Events();

    /// Adds the event to the transaction; listeners get it after the commit.
    void publish(db::Transaction& transaction, Event const& event);
    /// Feeds `sink` until it closes or the listener's session ends.
    void subscribe(Listener const& listener, std::shared_ptr<http::EventSink> sink);
    /// Deletes events older than an hour.
    void clean_up();

private:
    struct Hub;
    std::unique_ptr<Hub> hub_;
};

} // namespace balcao::events
