#pragma once
// How what is typed into a list's search is put to the database. For platform/db/record_list.cpp alone.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platform/db/record_list.hpp"

namespace balcao::db {

/// Conditions and their parameters. Views itself: stays where it is made.
class Search {
public:
    Search(Dialect dialect, RecordList const& list);
    Search(Search const&) = delete;
    Search& operator=(Search const&) = delete;

    /// False: no word was typed.
    bool is_any() const { return is_any_; }
    /// ` and …`, true for what holds every word. PostgreSQL may answer it by its text index.
    std::string const& where() const { return where_; }
    /// SQLite's text index is asked by this; empty: it cannot be, no word has three letters.
    std::string const& match() const { return match_; }
    /// In a large list words of less than three letters go by the beginning of its `prefix_column`.
    bool goes_by_prefix() const { return goes_by_prefix_; }
    /// What was typed as the beginning of a folded column: from `begin` to before `end`.
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
