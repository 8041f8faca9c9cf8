#pragma once
// A bounded pool of connections.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "platform/db/engine.hpp"

namespace balcao::db {

/// Thread-safe. Opens connections on demand and reuses the last used first. Waiters are served first come, first
/// served.
class Pool {
public:
    using Open = std::function<std::unique_ptr<EngineConnection>()>;
    using Deadline = std::chrono::steady_clock::time_point;

    Pool(int limit, Open open) : limit_(limit), open_(std::move(open)) {
        idle_.reserve(static_cast<std::size_t>(limit));
    }

    /// A connection that returns to its pool on destruction.
    class Lease {
    public:
        Lease(Pool& pool, std::unique_ptr<EngineConnection> connection)
            : pool_(pool), connection_(std::move(connection)) {}
        ~Lease() { pool_.give_back(std::move(connection_)); }
        Lease(Lease const&) = delete;
        Lease& operator=(Lease const&) = delete;

        EngineConnection& operator*() const { return *connection_; }
        EngineConnection* operator->() const { return connection_.get(); }

    private:
        Pool& pool_;
        std::unique_ptr<EngineConnection> connection_;
    };

    /// Throws Busy if none is free by the deadline, Away if none can be opened.
    Lease acquire(Deadline deadline) {
        auto connection = take(deadline);
        try {
            if (connection && !connection->usable()) connection.reset();
            if (!connection) connection = open_();
        } catch (...) {
            give_back(nullptr);
            throw;
        }
        return {*this, std::move(connection)};
    }

    /// How often a caller waited for a connection, and how often in vain.
    std::uint64_t waits() const { return waits_; }
    std::uint64_t gave_up() const { return gave_up_; }

private:
    using Connection = std::unique_ptr<EngineConnection>;
    struct Waiting {
        std::condition_variable woken;
        bool is_served = false;
        Connection connection;
    };

    // An idle connection, or null with the right to open one.
    Connection take(Deadline deadline) {
        std::unique_lock lock(mutex_);
        if (idle_.empty() && open_count_ == limit_) return wait(lock, deadline); // nobody waits otherwise
        if (idle_.empty()) {
            ++open_count_;
            return nullptr;
        }
        auto connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
    }

    Connection wait(std::unique_lock<std::mutex>& lock, Deadline deadline) {
        Waiting self;
        ++waits_;
        waiting_.push_back(&self);
        if (!self.woken.wait_until(lock, deadline, [&] { return self.is_served; })) {
            std::erase(waiting_, &self);
            ++gave_up_;
            throw Busy("no free database connection");
        }
        return std::move(self.connection);
    }

    // Null: one less is open.
    void give_back(Connection connection) {
        if (connection && !connection->usable()) connection.reset();
        std::lock_guard const lock(mutex_);
        if (!waiting_.empty()) {
            auto& next = *waiting_.front();
            waiting_.pop_front();
            next.connection = std::move(connection);
            next.is_served = true;
            next.woken.notify_one(); // while it cannot go away
        } else if (connection) {
            idle_.push_back(std::move(connection));
        } else {
            --open_count_;
        }
    }

    int const limit_;
    Open const open_;
    std::atomic<std::uint64_t> waits_{0};
    std::atomic<std::uint64_t> gave_up_{0};
    std::mutex mutex_;
    // Guarded by mutex_:
    std::vector<Connection> idle_;
    std::deque<Waiting*> waiting_; // who came first in front
    int open_count_ = 0;
};

} // namespace balcao::db
