// What a reader of events gets, on both engines.

#include "platform/events/feed.hpp"

#include <future>
#include <latch>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../db/test_database.hpp"
#include "platform/events/events.hpp"

namespace balcao::events {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr Instant now{1'795'000'000'000'000}; // 2026-11-18

class EventFeedTest : public testing::TestWithParam<db::Dialect> {
protected:
    static void publish(db::Transaction& transaction, std::int64_t version, Instant at = now) {
        transaction.execute({"publish", "insert into saida_eventos (topic, version, created_at) "
                                        "values ('products', :version, :at)"},
                            {{"version", version}, {"at", at}});
    }
    void publish(std::int64_t version, Instant at = now) {
        database->write([&](db::Transaction& transaction) { publish(transaction, version, at); });
    }
    std::vector<std::int64_t> versions_read() {
        std::vector<std::int64_t> versions;
        for (auto const& event : feed.read(now)) versions.push_back(event.version);
        return versions;
    }

    test::MigratedDatabase const place{GetParam()};
    std::unique_ptr<db::Database> const& database = place.database;
    Feed feed{*database};
};

TEST_P(EventFeedTest, BeginsWithWhatWasPublishedLately) {
    publish(1, now - std::chrono::microseconds{1});
    publish(2);
    EXPECT_THAT(versions_read(), ElementsAre(2));
}

TEST_P(EventFeedTest, GivesEachEventOnceAndInOrder) {
    EXPECT_THAT(versions_read(), IsEmpty());
    for (auto const version : {1, 2, 3}) publish(version);
    EXPECT_THAT(versions_read(), ElementsAre(1, 2, 3));
    EXPECT_THAT(versions_read(), IsEmpty());
    publish(4);
    EXPECT_THAT(versions_read(), ElementsAre(4));
}

TEST_P(EventFeedTest, GivesAsManyAsThereAre) {
    versions_read();
    database->write([](db::Transaction& transaction) {
        for (std::int64_t version = 1; version <= 12'000; ++version) publish(transaction, version);
    });
    EXPECT_EQ(versions_read().size(), 12'000);
    publish(0);
    EXPECT_THAT(versions_read(), ElementsAre(0));
}

TEST_P(EventFeedTest, LeavesOutWhatWasRolledBack) {
    versions_read();
    auto const gives_up = [&] {
        database->write([](db::Transaction& transaction) {
            publish(transaction, 1);
            throw std::runtime_error("changed its mind");
        });
    };
    EXPECT_THROW(gives_up(), std::runtime_error);
    publish(2);
    EXPECT_THAT(versions_read(), ElementsAre(2));
}

struct StandingClock final : Clock {
    Instant now() const override { return events::now; }
};

TEST_P(EventFeedTest, ForgetsEventsAfterAnHourAndWhatAClockAheadMadeWithThem) {
    using std::chrono::minutes;
    StandingClock const clock;
    Events events{*database, clock};
    auto const left = [&] {
        events.clean_up();
        return database->read([](db::Connection& connection) {
            return connection.all({"left", "select version from saida_eventos order by seq"}, {},
                                  [](db::Row const& row) { return row.integer(0); });
        });
    };
    publish(1, now - minutes{61});
    publish(2, now + std::chrono::days{2});
    EXPECT_THAT(left(), IsEmpty());
    EXPECT_THAT(left(), IsEmpty());
    publish(3, now - minutes{61});
    publish(4, now - minutes{59});
    publish(5, now - minutes{61}); // a transaction that took long
    publish(6);
    EXPECT_THAT(left(), ElementsAre(4, 5, 6));
}

// SQLite has one writer, and goes by the number of the event.
class ManyWritersEventFeedTest : public EventFeedTest {};

TEST_P(ManyWritersEventFeedTest, GivesWhatATransactionPublishedThatTookItsNumberEarlyAndCommittedLate) {
    versions_read();
    std::latch published{1};
    std::latch may_commit{1};
    auto const slow = std::async(std::launch::async, [&] {
        database->write([&](db::Transaction& transaction) {
            publish(transaction, 1);
            published.count_down();
            may_commit.wait();
        });
    });
    published.wait();
    publish(2);
    EXPECT_THAT(versions_read(), ElementsAre(2));
    publish(3);
    may_commit.count_down();
    slow.wait();
    EXPECT_THAT(versions_read(), UnorderedElementsAre(1, 3));
    EXPECT_THAT(versions_read(), IsEmpty());
}

TEST_P(ManyWritersEventFeedTest, IsNotMisledByNumbersOfAnotherCluster) {
    versions_read();
    database->write([](db::Transaction& transaction) {
        publish(transaction, 1);
        transaction.execute({"restore", "update saida_eventos set made_in = cast('9000000000000' as xid8)"});
    });
    EXPECT_THAT(versions_read(), IsEmpty());
    publish(2);
    EXPECT_THAT(versions_read(), ElementsAre(2));
}

INSTANTIATE_TEST_SUITE_P(Engines, EventFeedTest, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& tested) { return test::engine_name(tested.param); });

INSTANTIATE_TEST_SUITE_P(Engines, ManyWritersEventFeedTest, testing::Values(db::Dialect::postgres),
                         [](auto const& tested) { return test::engine_name(tested.param); });

} // namespace
} // namespace balcao::events
