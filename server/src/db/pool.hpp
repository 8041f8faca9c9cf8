#pragma once
// A bounded pool of connections.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "db/engine.hpp"

namespace balcao::db {

/// Thread-safe. Connections are opened when first needed; the one used last is given out first, so that few stay warm.
class Pool {
public:
    using Open = std::function<std::unique_ptr<EngineConnection>()>;
    using Deadline = std::chrono::steady_clock::time_point;

    Pool(int limit, Open open) : limit_(limit), open_(std::move(open)) {
        idle_.reserve(static_cast<std::size_t>(limit));
    }

    /// A connection that goes back to its pool when the lease ends.
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

    /// Throws Busy when none is free until the deadline, Away when none can be opened.
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

private:
    // An idle connection, or null with the right to open one.
    std::unique_ptr<EngineConnection> take(Deadline deadline) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_until(lock, deadline, [&] { return !idle_.empty() || open_count_ < limit_; }))
            throw Busy("no free database connection");
        if (idle_.empty()) {
            ++open_count_;
            return nullptr;
        }
        auto connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
    }

    void give_back(std::unique_ptr<EngineConnection> connection) {
        if (connection && !connection->usable()) connection.reset();
        {
            std::lock_guard lock(mutex_);
            if (connection) idle_.push_back(std::move(connection));
            else --open_count_;
        }
        changed_.notify_one();
    }

    int const limit_;
    Open const open_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::unique_ptr<EngineConnection>> idle_;
    int open_count_ = 0;
};

} // namespace balcao::db
