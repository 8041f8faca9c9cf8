#include "platform/events/events.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "platform/base/json.hpp"
#include "platform/base/log.hpp"
#include "platform/db/value_list.hpp"
#include "platform/events/feed.hpp"
#include "platform/events/lag.hpp"

namespace balcao::events {

namespace {

using SteadyClock = std::chrono::steady_clock;

// A client may have asked for its data before its stream was noticed here.
constexpr auto looked_back = std::chrono::seconds{5};
// Many commits in a row are read together.
constexpr auto between_readings = std::chrono::milliseconds{50};
constexpr std::size_t most_told_apart = 100;
constexpr auto kept = std::chrono::hours{1};
constexpr auto session_check = std::chrono::seconds{20};

constexpr db::Query insert_event{"events_insert", R"sql(
    insert into saida_eventos (topic, company_id, entity_id, user_id, version, made_by, created_at)
    values (:topic, :company_id, :entity_id, :user_id, :version, :made_by, :created_at))sql"};

// By number, which grows with the time: reads as many as it deletes, and no event is written to an index for it. One
// that a clock ahead made ends the search no more than an old one.
constexpr db::Query delete_old_events{"events_delete_old", R"sql(
    delete from saida_eventos where seq < coalesce(
        (select seq from saida_eventos where created_at between :since and :until order by seq limit 1),
        (select max(seq) + 1 from saida_eventos)))sql"};

constexpr db::Query living_sessions{"events_living_sessions", R"sql(
    select s.id
    from sessions s join users u on u.id = s.user_id
    where u.active = 'S' and u.deleted_at is null and s.id in (:values))sql"};

constexpr db::Query users_of_company{"events_users_of_company",
                                     "select user_id from emitente_users where emitente_id = :emitente_id"};

constexpr db::Query users_with_company{"events_users_with_company", "select distinct user_id from emitente_users"};

// What only somebody with a company may know of (gate: Who::operador without a company).
bool is_shared_record(std::string_view topic) { return topic == "people" || topic == "imports"; }

std::string to_json(PublishedEvent const& event) {
    json::ObjectWriter writer;
    writer.text("topic", event.topic);
    writer.optional_text("company_id", event.company.transform([](CompanyId const& id) { return id.to_string(); }));
    writer.optional_text("id", event.entity.transform([](Uuid const& id) { return id.to_string(); }));
    writer.integer("version", event.version);
    return writer.take();
}

// Of the one hub that a process has, as lag() tells.
constexpr std::int64_t nobody_listens = -1;
std::atomic<std::int64_t> last_reading{nobody_listens};

void note_reading() { last_reading = std::chrono::nanoseconds(SteadyClock::now().time_since_epoch()).count(); }

} // namespace

struct Events::Hub {
    Hub(db::Database& database_, Clock const& clock_, std::chrono::milliseconds poll_)
        : database(database_), clock(clock_), poll(poll_), feed(database_) {}

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
    Feed feed;
    SteadyClock::time_point sessions_checked = SteadyClock::now();

    std::thread thread;

    void work();
    void deliver(std::vector<PublishedEvent> const& fresh);
    void close_ended_sessions(std::optional<UserId> user);
    void check_new_streams();
    void close_if_ended(std::vector<Stream> const& asked) const;
};

// What listeners need to hear of what one reading gave: of several events about one record the last; of very many of
// one topic and company, that there were many. A browser reads its data anew either way.
std::vector<PublishedEvent> summary_of(std::vector<PublishedEvent> const& fresh) {
    using Subject = std::tuple<std::string, std::optional<CompanyId>, std::optional<UserId>>;
    std::map<Subject, std::map<std::optional<Uuid>, PublishedEvent>> by_subject;
    for (auto const& event : fresh)
        by_subject[{event.topic, event.company, event.user}].insert_or_assign(event.entity, event);
    std::vector<PublishedEvent> told;
    for (auto const& [subject, events] : by_subject) {
        auto const& [topic, company, user] = subject;
        if (events.size() > most_told_apart) {
            told.push_back({.topic = topic, .company = company, .entity = {}, .user = user, .version = 0});
            continue;
        }
        for (auto const& [entity, event] : events) told.push_back(event);
    }
    return told;
}

// Who may know of events, asked once for all listeners of a round.
class Audience {
public:
    explicit Audience(db::Database& database) : database_(database) {}

    bool hears(Listener const& listener, PublishedEvent const& event) {
        if (event.user && *event.user != listener.user) return false;
        if (event.topic == "users") return listener.admin;
        if (listener.admin || (!event.company && !is_shared_record(event.topic))) return true;
        return users_of(event.company).contains(listener.user);
    }

private:
    // Without a company: those who have any.
    std::set<UserId> const& users_of(std::optional<CompanyId> const& company) {
        auto const [at, is_new] = users_.try_emplace(company);
        if (is_new) {
            database_.read([&](db::Connection& connection) {
                connection.run(company ? users_of_company : users_with_company, {{"emitente_id", company}},
                               [&](db::Row const& row) { at->second.insert(row.get<UserId>(0)); });
            });
        }
        return at->second;
    }

    db::Database& database_;
    std::map<std::optional<CompanyId>, std::set<UserId>> users_;
};

void Events::Hub::deliver(std::vector<PublishedEvent> const& fresh) {
    if (fresh.empty()) return;
    std::vector<Stream> open;
    {
        std::lock_guard const lock(mutex);
        open = streams;
    }
    Audience audience(database);
    for (auto const& event : summary_of(fresh)) {
        if (event.topic == "session" && event.user) close_ended_sessions(event.user);
        auto const told = to_json(event);
        for (auto const& stream : open)
            if (stream.sink->is_open() && audience.hears(stream.listener, event)) stream.sink->send(told);
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
    if (asked.empty()) return;
    std::vector<Uuid> ids;
    for (auto const& stream : asked) ids.push_back(stream.listener.session.uuid());
    std::set<Uuid> living;
    database.read([&](db::Connection& connection) {
        db::run_for_values<Uuid>(connection, living_sessions, {}, ids,
                                 [&](db::Row const& row) { living.insert(row.uuid(0)); });
    });
    for (auto const& stream : asked)
        if (!living.contains(stream.listener.session.uuid())) stream.sink->close();
}

void Events::Hub::work() {
    std::unique_lock lock(mutex);
    while (!stopping) {
        std::erase_if(streams, [](Stream const& stream) { return !stream.sink->is_open(); });
        if (streams.empty()) {
            // Nobody listens: whoever comes asks anew, so what happens until then is of no interest.
            feed.forget();
            last_reading = nobody_listens;
            changed.wait(lock, [&] { return stopping || !streams.empty(); });
            note_reading();
            continue;
        }
        woken = false;
        bool is_read = false;
        lock.unlock();
        try {
            check_new_streams();
            deliver(feed.read(clock.now() - looked_back));
            is_read = true;
            if (SteadyClock::now() - sessions_checked > session_check) {
                sessions_checked = SteadyClock::now();
                close_ended_sessions(std::nullopt);
            }
        } catch (std::exception const& error) {
            log::warning("events_not_read", {{"error", error.what()}}); // the next round tries again
        }
        lock.lock();
        if (is_read) note_reading();
        changed.wait_for(lock, between_readings, [&] { return stopping; });
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
    transaction.execute(insert_event, {{"topic", event.topic.word()},
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

std::chrono::nanoseconds lag() {
    auto const last = last_reading.load();
    return last == nobody_listens ? std::chrono::nanoseconds{}
                                  : SteadyClock::now().time_since_epoch() - std::chrono::nanoseconds{last};
}

void Events::clean_up() {
    hub_->database.write([&](db::Transaction& transaction) {
        auto const now = hub_->clock.now();
        transaction.execute(delete_old_events, {{"since", now - kept}, {"until", now + kept}});
    });
}

} // namespace balcao::events
