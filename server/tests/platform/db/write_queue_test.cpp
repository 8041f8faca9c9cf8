// Writes of one SQLite file that are committed together.

#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes_fixture.hpp"

namespace balcao::test {

namespace {

using db::Connection;
using db::Dialect;
using db::Transaction;

class WriteQueueTest : public NotesTest {
protected:
    ~WriteQueueTest() override { let_go(); }

    // Keeps the writer busy until let_go(): what is written meanwhile waits together.
    void hold_the_writer() {
        std::atomic<bool> is_held = false;
        holder_ = std::jthread([&] {
            database->write([&](Transaction&) {
                is_held = true;
                is_held.notify_all();
                is_let_go_.wait(false);
            });
        });
        is_held.wait(false);
    }
    void let_go() {
        is_let_go_ = true;
        is_let_go_.notify_all();
    }

    // Starts a write, in the order of the calls; what it throws is kept.
    template <class Work>
    std::shared_ptr<std::exception_ptr> begin(Work work) {
        auto failure = std::make_shared<std::exception_ptr>();
        writers_.emplace_back([this, work, failure] {
            try {
                database->write(work);
            } catch (...) {
                *failure = std::current_exception();
            }
        });
        std::this_thread::sleep_for(std::chrono::milliseconds{50}); // nothing says that it waits in the queue
        return failure;
    }
    void join_writers() { writers_.clear(); }
    void wait_for_all() {
        let_go();
        join_writers();
    }

    template <class Expected>
    static void expect_failure(std::exception_ptr const& failure) {
        ASSERT_NE(failure, nullptr);
        EXPECT_THROW(std::rethrow_exception(failure), Expected);
    }

private:
    std::atomic<bool> is_let_go_ = false;
    std::jthread holder_;
    std::vector<std::jthread> writers_;
};
INSTANTIATE_TEST_SUITE_P(Engines, WriteQueueTest, testing::Values(Dialect::sqlite),
                         [](auto const& info) { return engine_name(info.param); });

TEST_P(WriteQueueTest, WhatWaitsTogetherIsCommittedTogetherAndInOrder) {
    hold_the_writer();
    std::vector<std::string> seen;
    auto const first = begin([&](Transaction& t) {
        increment(t);
        t.after_commit([&] { EXPECT_EQ(counter(), 2) << "answered after the commit of both"; });
        seen.push_back("first");
    });
    auto const second = begin([&](Transaction& t) {
        EXPECT_EQ(t.scalar<std::int64_t>({"value", "select value from counter"}), 1) << "sees the one before it";
        std::jthread{[&] { EXPECT_EQ(counter(), 0) << "which is not committed yet"; }}.join();
        increment(t);
        seen.push_back("second");
    });
    wait_for_all();
    EXPECT_EQ(*first, nullptr);
    EXPECT_EQ(*second, nullptr);
    EXPECT_THAT(seen, testing::ElementsAre("first", "second"));
    EXPECT_EQ(counter(), 2);
}

TEST_P(WriteQueueTest, OneThatFailsIsUndoneAlone) {
    auto const taken = Uuid::make();
    database->write([&](Transaction& t) { add_note(t, taken, "taken"); });
    hold_the_writer();
    auto const good = [&](Transaction& t) { increment(t); };
    auto const before = begin(good);
    auto const duplicate = begin([&](Transaction& t) {
        increment(t);
        add_note(t, taken, "again");
    });
    auto const thrown = begin([&](Transaction& t) {
        increment(t);
        throw std::runtime_error("stop");
    });
    auto const refused = begin([&](Transaction& t) -> Result<void> {
        increment(t);
        return not_found();
    });
    auto const after = begin(good);
    wait_for_all();
    EXPECT_EQ(*before, nullptr);
    expect_failure<db::UniqueViolation>(*duplicate);
    expect_failure<std::runtime_error>(*thrown);
    EXPECT_EQ(*refused, nullptr);
    EXPECT_EQ(*after, nullptr);
    EXPECT_EQ(counter(), 2);
}

TEST_P(WriteQueueTest, ACommitThatFailsFailsAllOfItsGroup) {
    database->write([&](Transaction& t) {
        t.execute({"create", "create table leaf (note uuid references note (id) deferrable initially deferred)"});
    });
    hold_the_writer();
    bool is_answered = false;
    auto const innocent = begin([&](Transaction& t) {
        increment(t);
        t.after_commit([&] { is_answered = true; });
    });
    auto const guilty = begin([&](Transaction& t) { // found only by the commit
        t.execute({"hang", "insert into leaf (note) values (:note)"}, {{"note", Uuid::make()}});
    });
    auto const refused = begin([&](Transaction& t) -> Result<void> {
        increment(t);
        return not_found();
    });
    wait_for_all();
    expect_failure<db::ForeignKeyViolation>(*innocent);
    expect_failure<db::ForeignKeyViolation>(*guilty);
    expect_failure<db::ForeignKeyViolation>(*refused);
    EXPECT_FALSE(is_answered);
    EXPECT_EQ(counter(), 0);
    database->write([](Transaction& t) { increment(t); });
    EXPECT_EQ(counter(), 1);
}

TEST_P(WriteQueueTest, WhoseTurnDoesNotComeIsToldSoAndNothingOfItRuns) {
    hold_the_writer(); // let go only below: who waited for it would never return
    auto const waited = begin([](Transaction& t) { increment(t); });
    join_writers();
    expect_failure<db::Busy>(*waited);
    wait_for_all();
    EXPECT_EQ(counter(), 0);
}

} // namespace

} // namespace balcao::test
