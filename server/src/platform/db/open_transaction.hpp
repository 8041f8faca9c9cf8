#pragma once
// The Transaction of both engines.

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "platform/db/engine.hpp"

namespace balcao::db {

/// A transaction of one connection. After a failed statement PostgreSQL refuses all others; this makes SQLite do the
/// same.
class OpenTransaction final : public Transaction {
public:
    explicit OpenTransaction(EngineConnection& connection) : connection_(connection) {}

    Dialect dialect() const override { return connection_.dialect(); }
    std::int64_t run(Query const& query, Params const& params, std::function<void(Row const&)> const& row) override;
    std::int64_t execute_each(Query const& query, std::span<Params const> all) override;
    void after_commit(std::function<void()> action) override { actions_.push_back(std::move(action)); }

    /// Throws std::logic_error after a failed statement: its predecessors cannot be committed.
    void check() const;
    std::vector<std::function<void()>> take_actions() { return std::move(actions_); }

private:
    template <class Work>
    std::int64_t unless_failed(Query const& query, Work work);

    EngineConnection& connection_;
    std::vector<std::function<void()>> actions_;
    bool failed_ = false;
};

} // namespace balcao::db
