#include "platform/db/list_search.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "platform/base/text.hpp"

namespace balcao::db {

namespace {

constexpr std::size_t most_words = 8;
constexpr std::string_view after_all = "\U0010FFFF";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter_or_digit(char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') || is_digit(c);
}

// Groups of three code points, each as FTS5 wants a string; none when the word is shorter.
std::vector<std::string> trigrams(std::string_view word) {
    std::vector<std::string_view> letters;
    for (std::size_t at = 0; at < word.size();) {
        auto end = at + 1;
        while (end < word.size() && (static_cast<unsigned char>(word[end]) & 0xC0) == 0x80) ++end;
        letters.push_back(word.substr(at, end - at));
        at = end;
    }
    if (letters.size() < 3) return {};
    std::vector<std::string> found;
    auto const last = letters.size() - 3;
    // Side by side, at most a dozen from all over the word: each is one more list to go through, and the text tells the
    // rest.
    auto const step = std::max<std::size_t>(3, (letters.size() + 11) / 12);
    for (std::size_t i = 0;; i = std::min(i + step, last)) {
        std::string group = "\"";
        for (auto const letter : {letters[i], letters[i + 1], letters[i + 2]})
            group += letter == "\"" ? "\"\"" : std::string(letter);
        found.push_back(group + '"');
        if (i == last) break;
    }
    return found;
}

std::string all_of(std::vector<std::string> const& groups) { return fmt::format("({})", fmt::join(groups, " AND ")); }

// The full-text question for the words that are long enough; empty when none is.
std::string match_text(std::vector<SearchWord> const& words) {
    std::vector<std::string> parts;
    for (auto const& word : words) {
        auto const text = trigrams(word.text);
        auto const plain = trigrams(word.plain);
        if (text.empty() || (!word.plain.empty() && plain.empty())) continue;
        parts.push_back(plain.empty() ? all_of(text) : fmt::format("({} OR {})", all_of(text), all_of(plain)));
    }
    return fmt::format("{}", fmt::join(parts, " AND "));
}

} // namespace

Search::Search(Dialect dialect, RecordList const& list) {
    auto const words = search_words(list.search);
    if (words.empty()) return;
    is_any_ = true;
    texts_.reserve(2 * most_words + 1);
    for (auto const& word : words) begin_ += begin_.empty() ? word.text : ' ' + word.text;

    auto const question = match_text(words);
    goes_by_prefix_ = question.empty() && list.rows > most_scanned;
    if (goes_by_prefix_) begin_ = words.front().text;
    end_ = begin_ + std::string(after_all);
    if (!question.empty() && dialect == Dialect::sqlite) match_ = question;

    auto const contains = [&](std::string_view part) {
        return fmt::format(R"({}.busca like :{} escape '\')", list.table, add(like_contains(part)));
    };
    for (auto const& [text, plain] : words) {
        auto const has_text = contains(text);
        where_ += plain.empty() ? " and " + has_text : fmt::format(" and ({} or {})", has_text, contains(plain));
    }
}

// The name of the parameter that stands for the text.
std::string Search::add(std::string text) {
    static constexpr std::array<std::string_view, 2 * most_words> names{
        "w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9", "w10", "w11", "w12", "w13", "w14", "w15"};
    auto const name = names.at(texts_.size());
    params_.emplace_back(name, std::string_view(texts_.emplace_back(std::move(text))));
    return std::string(name);
}

std::string without_punctuation(std::string_view folded) {
    std::string plain;
    std::ranges::copy_if(folded, std::back_inserter(plain), is_letter_or_digit);
    return plain;
}

std::vector<SearchWord> search_words(std::string_view typed) {
    auto folded = fold(typed);
    std::ranges::replace_if(folded, [](char c) { return (c >= 0 && c < ' ') || c == '\x7F'; }, ' ');
    std::vector<SearchWord> words;
    std::size_t at = 0;
    while (at < folded.size() && words.size() < most_words) {
        auto const end = std::min(folded.find(' ', at), folded.size());
        auto word = folded.substr(at, end - at);
        at = end + 1;
        if (word.empty()) continue;
        auto plain = std::ranges::any_of(word, is_digit) ? without_punctuation(word) : std::string{};
        if (plain == word) plain.clear();
        words.push_back({.text = std::move(word), .plain = std::move(plain)});
    }
    return words;
}

} // namespace balcao::db
