#include "events/events.hpp"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include "base/log.hpp"

namespace balcao::events {

namespace {

using SteadyClock = std::chrono::steady_clock;

// A sequence is not commit order: a slow transaction may commit a lower number later. So every number stays in
// question for this long before the floor passes it.
constexpr auto overlap = std::chrono::seconds{30};
constexpr auto session_check = std::chrono::seconds{20};

constexpr db::Query insert_event{"events_insert", R"sql(
    insert into saida_eventos (topic, company_id, entity_id, user_id, version, made_by, created_at)
    values (:topic, :company_id, :entity_id, :user_id, :version, :made_by, :created_at))sql"};

constexpr db::Query newest_event_before{"events_newest_before",
                                        "select coalesce(max(seq), 0) from saida_eventos where created_at < :before"};

constexpr db::Query events_after{"events_after", R"sql(
    select seq, topic, company_id, entity_id, user_id, version
    from saida_eventos
    where seq > :floor
    order by seq
    limit 5000)sql"};

constexpr db::Query delete_old_events{"events_delete_old", "delete from saida_eventos where created_at < :before"};

constexpr db::Query session_exists{"events_session_exists", R"sql(
    select 1
    from sessions s join users u on u.id = s.user_id
    where s.id = :session_id and u.active = 'S' and u.deleted_at is null)sql"};

constexpr db::Query may_see_company{"events_may_see_company", R"sql(
    select 1 from emitente_users where emitente_id = :emitente_id and user_id = :user_id)sql"};

constexpr db::Query has_any_company{"events_has_any_company",
                                    "select 1 from emitente_users where user_id = :user_id limit 1"};

// What only somebody with a company may know of (gate: Who::with_company).
bool is_shared_record(std::string_view topic) { return topic == "people" || topic == "imports"; }

struct StoredEvent {
    std::int64_t seq;
    std::string topic;
    std::optional<CompanyId> company;
    std::optional<Uuid> entity;
    std::optional<UserId> user;
    std::int64_t version;
};

std::string to_json(StoredEvent const& event) {
    json::ObjectWriter writer;
    writer.text("topic", event.topic);
    writer.optional_text("company_id", event.company.transform([](CompanyId const& id) { return id.to_string(); }));
    writer.optional_text("id", event.entity.transform([](Uuid const& id) { return id.to_string(); }));
    writer.integer("version", event.version);
    return writer.take();
}

} // namespace

struct Events::Hub {
    Hub(db::Database& database_, Clock const& clock_, std::chrono::milliseconds poll_)
        : database(database_), clock(clock_), poll(poll_) {}

    struct Stream {
        Listener listener;
        std::shared_ptr<http::EventSink> sink;
        bool is_new = true;
    };

    db::Database& database;
    Clock const& clock;
    std::chrono::milliseconds poll;

    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Stream> streams; // guarded by mutex
    bool woken = false;          // guarded by mutex
    bool stopping = false;       // guarded by mutex

    // Only the hub's thread touches these.
    std::optional<std::int64_t> floor;
    std::map<std::int64_t, SteadyClock::time_point> seen; // numbers above the floor, when first seen
    SteadyClock::time_point sessions_checked = SteadyClock::now();

    std::thread thread;

    void work();
    std::int64_t starting_point();
    std::vector<StoredEvent> fresh_events();
    void deliver(std::vector<StoredEvent> const& fresh);
    void close_ended_sessions(std::optional<UserId> user);
    void check_new_streams();
    void close_if_ended(std::vector<Stream> const& asked) const;
};

// A few seconds back: a client may have asked for its data before this thread noticed the stream.
std::int64_t Events::Hub::starting_point() {
    auto const before = clock.now() - std::chrono::seconds{5};
    return database
        .read([&](db::Connection& connection) {
            return connection.scalar<std::int64_t>(newest_event_before, {{"before", before}});
        })
        .value_or(0);
}

std::vector<StoredEvent> Events::Hub::fresh_events() {
    auto const now = SteadyClock::now();
    auto rows = database.read([&](db::Connection& connection) {
        return connection.all(events_after, {{"floor", *floor}}, [](db::Row const& row) {
            return StoredEvent{.seq = row.get<std::int64_t>(0),
                               .topic = row.get<std::string>(1),
                               .company = row.get<std::optional<CompanyId>>(2),
                               .entity = row.get<std::optional<Uuid>>(3),
                               .user = row.get<std::optional<UserId>>(4),
                               .version = row.get<std::int64_t>(5)};
        });
    });
    std::erase_if(rows, [&](StoredEvent const& event) { return !seen.emplace(event.seq, now).second; });
    while (!seen.empty() && now - seen.begin()->second > overlap) {
        floor = seen.begin()->first;
        seen.erase(seen.begin());
    }
    return rows;
}

void Events::Hub::deliver(std::vector<StoredEvent> const& fresh) {
    std::vector<Stream> open;
    {
        std::lock_guard const lock(mutex);
        open = streams;
    }
    // By user and company; without a company: whether there is any.
    std::map<std::pair<UserId, std::optional<CompanyId>>, bool> may_see;
    auto const hears = [&](Listener const& listener, StoredEvent const& event) {
        if (event.user && *event.user != listener.user) return false;
        if (event.topic == "users") return listener.admin;
        if (listener.admin || (!event.company && !is_shared_record(event.topic))) return true;
        auto const [at, is_new] = may_see.try_emplace({listener.user, event.company}, false);
        if (is_new) {
            at->second = database.read([&](db::Connection& connection) {
                db::Params const params{{"emitente_id", event.company}, {"user_id", listener.user}};
                return connection.scalar<std::int64_t>(event.company ? may_see_company : has_any_company, params)
                    .has_value();
            });
        }
        return at->second;
    };
    for (auto const& event : fresh) {
        if (event.topic == "session" && event.user) close_ended_sessions(event.user);
        for (auto const& stream : open)
            if (stream.sink->is_open() && hears(stream.listener, event)) stream.sink->send(to_json(event));
    }
}

void Events::Hub::close_ended_sessions(std::optional<UserId> user) {
    std::vector<Stream> open;
    {
        std::lock_guard const lock(mutex);
        open = streams;
    }
    if (user) std::erase_if(open, [&](Stream const& stream) { return stream.listener.user != *user; });
    close_if_ended(open);
}

// The session may have ended between the check of the request and its stream being heard of here.
void Events::Hub::check_new_streams() {
    std::vector<Stream> fresh;
    {
        std::lock_guard const lock(mutex);
        for (auto& stream : streams)
            if (std::exchange(stream.is_new, false)) fresh.push_back(stream);
    }
    close_if_ended(fresh);
}

void Events::Hub::close_if_ended(std::vector<Stream> const& asked) const {
    for (auto const& stream : asked) {
        auto const lives = database.read([&](db::Connection& connection) {
            return connection.scalar<std::int64_t>(session_exists, {{"session_id", stream.listener.session}})
                .has_value();
        });
        if (!lives) stream.sink->close();
    }
}

void Events::Hub::work() {
    std::unique_lock lock(mutex);
    while (!stopping) {
        std::erase_if(streams, [](Stream const& stream) { return !stream.sink->is_open(); });
        if (streams.empty()) {
            // Nobody listens: whoever comes asks anew, so what happens until then is of no interest.
            floor.reset();
            seen.clear();
            changed.wait(lock, [&] { return stopping || !streams.empty(); });
            continue;
        }
        woken = false;
        lock.unlock();
        try {
            if (!floor) floor = starting_point();
            check_new_streams();
            deliver(fresh_events());
            if (SteadyClock::now() - sessions_checked > session_check) {
                sessions_checked = SteadyClock::now();
                close_ended_sessions(std::nullopt);
            }
        } catch (std::exception const& error) {
            log::warning("events_not_read", {{"error", error.what()}}); // the next round tries again
        }
        lock.lock();
        changed.wait_for(lock, poll, [&] { return stopping || woken; });
    }
}

Events::Events(db::Database& database, Clock const& clock, std::chrono::milliseconds poll)
    : hub_(std::make_unique<Hub>(database, clock, poll)) {
    hub_->thread = std::thread([hub = hub_.get()] { hub->work(); });
}

Events::~Events() {
    {
        std::lock_guard const lock(hub_->mutex);
        hub_->stopping = true;
    }
    hub_->changed.notify_all();
    hub_->thread.join();
}

void Events::publish(db::Transaction& transaction, Event const& event) {
    transaction.execute(insert_event, {{"topic", event.topic},
                                       {"company_id", event.company},
                                       {"entity_id", event.entity},
                                       {"user_id", event.user},
                                       {"version", event.version},
                                       {"made_by", event.made_by},
                                       {"created_at", hub_->clock.now()}});
    transaction.after_commit([hub = hub_.get()] {
        {
            std::lock_guard const lock(hub->mutex);
            hub->woken = true;
        }
        hub->changed.notify_all();
    });
}

void Events::subscribe(Listener const& listener, std::shared_ptr<http::EventSink> sink) {
    {
        std::lock_guard const lock(hub_->mutex);
        hub_->streams.push_back({.listener = listener, .sink = std::move(sink)});
    }
    hub_->changed.notify_all();
}

void Events::clean_up() {
    hub_->database.write([&](db::Transaction& transaction) {
        transaction.execute(delete_old_events, {{"before", hub_->clock.now() - std::chrono::hours{1}}});
    });
}

} // namespace balcao::events
