#pragma once
// For callers of external services: a cache of a day and a limit of waiting calls. Thread-safe.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace balcao {

/// The last 2,000 answers, each for a day, in memory.
template <class Key, class Answer>
class KeptAnswers {
public:
    std::optional<Answer> find(Key const& key) {
        std::lock_guard const lock(mutex_);
        auto const found = kept_.find(key);
        if (found == kept_.end()) return std::nullopt;
        if (Clock::now() - found->second.at < kept_for) return found->second.answer;
        kept_.erase(found);
        return std::nullopt;
    }

    void put(Key const& key, Answer answer) {
        std::lock_guard const lock(mutex_);
        if (kept_.size() >= most_kept && !kept_.contains(key))
            kept_.erase(std::ranges::min_element(kept_, {}, [](auto const& each) { return each.second.at; }));
        kept_.insert_or_assign(key, Kept{.answer = std::move(answer), .at = Clock::now()});
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t most_kept = 2'000;
    static constexpr std::chrono::hours kept_for{24};
    struct Kept {
        Answer answer;
        Clock::time_point at;
    };
    std::mutex mutex_;
    std::map<Key, Kept> kept_; // guarded by mutex_
};

/// Limits one service's share of the sixteen threads of http::Lane::outside.
class AskingTurns {
public:
    /// Released by its destructor.
    class Turn {
    public:
        explicit Turn(std::atomic<int>& asking) : asking_(&asking) {}
        Turn(Turn&& other) noexcept : asking_(std::exchange(other.asking_, nullptr)) {}
        Turn(Turn const&) = delete;
        Turn& operator=(Turn const&) = delete;
        Turn& operator=(Turn&&) = delete;
        ~Turn() {
            if (asking_ != nullptr) asking_->fetch_sub(1);
        }

    private:
        std::atomic<int>* asking_;
    };

    /// nullopt: too many calls are waiting.
    std::optional<Turn> take() {
        std::optional<Turn> turn(std::in_place, asking_);
        if (asking_.fetch_add(1) >= most_asking) turn.reset();
        return turn;
    }

private:
    static constexpr int most_asking = 4;
    std::atomic<int> asking_{0};
};

} // namespace balcao
