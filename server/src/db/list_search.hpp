#pragma once
// How what is typed into a list's search is put to the database. For db/record_list.cpp alone.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "db/record_list.hpp"

namespace balcao::db {

/// Up to here a list's own index is scanned: quicker than asking the text index, which knows nothing of companies.
inline constexpr std::int64_t most_scanned = 20'000;

/// A word as a condition on the text that is searched.
struct WordCondition {
    std::string text;      // name of a parameter
    std::string plain;     // name of a parameter, or empty
    bool is_in_text_index; // PostgreSQL's can be asked for it

    /// `column`: the text as the planner sees it.
    std::string on(std::string_view column) const;
};

/// Conditions and their parameters. Views itself: stays where it is made.
class Search {
public:
    Search(Connection const& connection, RecordList const& list);
    Search(Search const&) = delete;
    Search& operator=(Search const&) = delete;

    /// False: no word was typed.
    bool is_any() const { return is_any_; }
    /// SQLite's text index is asked by this; empty: it is not.
    std::string const& match() const { return match_; }
    /// PostgreSQL may answer by its text index.
    bool asks_text_index() const;
    Params const& params() const { return params_; }
    std::vector<WordCondition> const& words() const { return words_; }
    /// Groups of three letters a to z that whatever is found holds, at most eight.
    std::vector<std::string> const& letter_groups() const { return letter_groups_; }

    /// ` and …`. A small list is read through: PostgreSQL, which cannot know how few of a word's rows are of this
    /// company, is not to look the word up for all of them.
    std::string where() const {
        return where([&](std::size_t) { return is_large_ || !is_postgres_; });
    }
    /// `may_look_up(i)`: whether the text index may be asked for the word.
    std::string where(std::predicate<std::size_t> auto const& may_look_up) const {
        auto where = prefix_;
        for (std::size_t i = 0; i < words_.size(); ++i)
            where += " and " + words_[i].on(may_look_up(i) ? busca_ : fmt::format("({} || '')", busca_));
        return where;
    }

private:
    std::string add(std::string text);

    std::string const busca_;
    bool const is_postgres_;
    bool const is_large_;
    bool is_any_ = false;
    std::string prefix_{};
    std::string match_{};
    std::vector<WordCondition> words_{};
    std::vector<std::string> letter_groups_{};
    Params params_{};
    std::vector<std::string> texts_{}; // what the parameters view
};

} // namespace balcao::db
