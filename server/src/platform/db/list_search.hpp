#pragma once
// Conditions for the words of a list's search. For platform/db/record_list.cpp only.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platform/db/record_list.hpp"

namespace balcao::db {

/// Conditions and their parameters. Has views of itself: do not move.
class Search {
public:
    Search(Dialect dialect, RecordList const& list);
    Search(Search const&) = delete;
    Search& operator=(Search const&) = delete;

    /// False: no word was typed.
    bool is_any() const { return is_any_; }
    /// ` and …`: every word occurs. PostgreSQL may use its text index.
    std::string const& where() const { return where_; }
    /// Query for SQLite's text index; empty if no word has three letters.
    std::string const& match() const { return match_; }
    /// In a large list, words of less than three letters match the beginning of `prefix_column`.
    bool goes_by_prefix() const { return goes_by_prefix_; }
    /// The typed text as a prefix range of a folded column: `begin` <= value < `end`.
    std::string_view begin() const { return begin_; }
    std::string_view end() const { return end_; }
    Params const& params() const { return params_; }

private:
    std::string add(std::string text);

    bool is_any_ = false;
    bool goes_by_prefix_ = false;
    std::string where_{};
    std::string match_{};
    std::string begin_{};
    std::string end_{};
    Params params_{};
    std::vector<std::string> texts_{}; // what the parameters view
};

} // namespace balcao::db
