#pragma once
// Whose turn it is to take the next number of a series, within this process: sales of a series sign one after the
// other, so that none signs a number for nothing. Between processes the database decides (numbers::take_number).

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "fiscal/numbers/numbers.hpp"
#include "platform/base/ids.hpp"

namespace balcao::receipts {

struct Waiting;

/// Thread-safe.
class Turns {
    struct Line;

public:
    /// Held until release() or its end.
    class Turn {
    public:
        explicit Turn(std::shared_ptr<Line> line) : line_(std::move(line)) {}
        ~Turn() { release(); }
        Turn(Turn&&) noexcept = default;
        Turn& operator=(Turn&&) = delete;

        /// The number after the last one taken here; nothing when only the database knows.
        std::optional<std::int64_t> expected() const;
        /// This number was taken, as far as its transaction goes: the next one is expected to be free.
        void took(std::int64_t numero);
        /// Nobody knows what is next. Also after release().
        void forget();
        /// Lets the next one go on, from any thread.
        void release();

    private:
        std::shared_ptr<Line> line_;
        bool held_ = true;
    };

    /// Waits for the turn, first come first served; db::Busy when it does not come in time.
    Turn take(CompanyId company, numbers::Series const& series, std::chrono::milliseconds patience);

private:
    struct Line {
        std::mutex mutex;
        bool is_held = false;
        std::deque<Waiting*> waiting;
        std::optional<std::int64_t> next;
    };
    using Key = std::tuple<CompanyId, std::string, std::int64_t, std::int64_t>;

    std::mutex mutex_;
    std::map<Key, std::shared_ptr<Line>> lines_; // one for each series that was sold in
};

} // namespace balcao::receipts
