#pragma once
// Prepared statements by their text.

#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace balcao::db {

/// The 256 most recently used statements. For one thread.
template <class Statement>
class StatementCache {
public:
    static constexpr std::size_t capacity = 256;

    Statement* find(std::string_view sql) {
        auto const found = by_sql_.find(sql);
        if (found == by_sql_.end()) return nullptr;
        entries_.splice(entries_.begin(), entries_, found->second);
        return &found->second->second;
    }

    /// The one to evict when full.
    std::optional<Statement> make_room() {
        if (entries_.size() < capacity) return std::nullopt;
        auto last = std::move(entries_.back().second);
        by_sql_.erase(entries_.back().first);
        entries_.pop_back();
        return last;
    }

    Statement& insert(std::string_view sql, Statement statement) {
        entries_.emplace_front(std::string(sql), std::move(statement));
        by_sql_.emplace(entries_.front().first, entries_.begin());
        return entries_.front().second;
    }

private:
    using Entries = std::list<std::pair<std::string, Statement>>;
    Entries entries_; // used last in front
    std::unordered_map<std::string_view, typename Entries::iterator> by_sql_;
};

} // namespace balcao::db
