// Who gets a connection, and when.

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "platform/db/pool.hpp"

namespace balcao::db::test {
namespace {

using namespace std::chrono_literals;

class NoConnection final : public EngineConnection {
public:
    explicit NoConnection(bool const& is_usable) : is_usable_(is_usable) {}

    Dialect dialect() const override { return Dialect::sqlite; }
    bool usable() noexcept override { return is_usable_; }
    void begin(std::chrono::milliseconds) override {}
    void begin_snapshot() override {}
    void end_snapshot() noexcept override {}
    void commit() override {}
    void rollback() noexcept override {}
    void command(std::string_view) override {}

protected:
    std::int64_t run_statement(Query const&, Params const&, std::function<void(Row const&)> const&) override {
        return 0;
    }

private:
    bool const& is_usable_;
};

class ConnectionPool : public testing::Test {
protected:
    static Pool::Deadline in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

    bool usable = true;
    int opened = 0;
    Pool pool{1, [this] {
                  ++opened;
                  return std::make_unique<NoConnection>(usable);
              }};
};

// Each starts to wait well after the one before; without an order of its own the system would often serve the last.
TEST_F(ConnectionPool, ServesWhoWaitsInTheOrderOfComing) {
    std::mutex mutex;
    std::vector<int> served;
    std::vector<std::jthread> threads;
    {
        auto const held = pool.acquire(in(0ms));
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&, i] {
                auto const lease = pool.acquire(in(20s));
                std::lock_guard const lock(mutex);
                served.push_back(i);
            });
            std::this_thread::sleep_for(50ms);
        }
    }
    threads.clear();
    EXPECT_EQ(served, (std::vector{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(opened, 1);
}

TEST_F(ConnectionPool, RefusesWhoWaitedTooLongAndForgetsThem) {
    {
        auto const held = pool.acquire(in(0ms));
        EXPECT_THROW(pool.acquire(in(20ms)), Busy);
    }
    EXPECT_NO_THROW(pool.acquire(in(0ms)));
    EXPECT_EQ(opened, 1);
}

TEST_F(ConnectionPool, LetsWhoWaitsOpenOneInThePlaceOfOneThatBroke) {
    std::jthread waiting;
    {
        auto const held = pool.acquire(in(0ms));
        waiting = std::jthread([&] { EXPECT_NO_THROW(pool.acquire(in(20s))); });
        std::this_thread::sleep_for(50ms);
        usable = false;
    }
    waiting.join();
    EXPECT_EQ(opened, 2);
}

} // namespace
} // namespace balcao::db::test
