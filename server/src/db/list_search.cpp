#include "db/list_search.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"

namespace balcao::db {

namespace {

constexpr std::size_t most_words = 8;
constexpr std::size_t most_letter_groups = 8;

bool is_letter(char c) { return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Groups of three code points, each as FTS5 wants a string.
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

// PostgreSQL's text index knows groups of three letters or digits.
bool has_trigram(std::string_view word) {
    int together = 0;
    for (char const c : word) {
        if ((static_cast<unsigned char>(c) & 0xC0) == 0x80) continue; // goes on with a letter
        together = is_letter(c) || is_digit(c) ? together + 1 : 0;
        if (together == 3) return true;
    }
    return false;
}

bool is_a_to_z(char c) { return c >= 'a' && c <= 'z'; }

// Side by side, and the last three: each stands in whatever holds the word.
void add_letter_groups(std::string_view word, std::vector<std::string>& groups) {
    for (auto start = word.begin(); start != word.end();) {
        start = std::find_if(start, word.end(), is_a_to_z);
        auto const end = std::find_if_not(start, word.end(), is_a_to_z);
        for (auto at = start; end - at >= 3 && groups.size() < most_letter_groups;
             at += std::clamp<std::ptrdiff_t>(end - at - 3, 1, 3))
            groups.emplace_back(at, at + 3);
        start = end;
    }
}

} // namespace

std::string WordCondition::on(std::string_view column) const {
    auto const contains = [&](std::string_view name) { return fmt::format(R"({} like :{} escape '\')", column, name); };
    return plain.empty() ? contains(text) : fmt::format("({} or {})", contains(text), contains(plain));
}

Search::Search(Connection const& connection, RecordList const& list)
    : busca_(fmt::format("{}.busca", list.table)), is_postgres_(connection.dialect() == Dialect::postgres),
      is_large_(list.rows > most_scanned) {
    auto const words = search_words(list.search);
    is_any_ = !words.empty();
    texts_.reserve(2 * most_words + 3);
    auto rest = std::span(words);
    if (is_large_ && !words.empty()) {
        auto const question = match_text(words);
        if (question.empty()) {
            prefix_ = fmt::format(" and {0}.{1} >= :{2} and {0}.{1} < :{3}", list.table, list.prefix_column,
                                  add(words.front().text), add(words.front().text + "\U0010FFFF"));
            rest = rest.subspan(1);
        } else if (!is_postgres_) {
            match_ = question;
            params_.emplace_back("match", match_);
        }
    }
    for (auto const& [text, plain] : rest) {
        words_.push_back({.text = add(like_contains(text)),
                          .plain = plain.empty() ? std::string{} : add(like_contains(plain)),
                          .is_in_text_index = has_trigram(text) && (plain.empty() || has_trigram(plain))});
        if (plain.empty()) add_letter_groups(text, letter_groups_);
    }
}

bool Search::asks_text_index() const {
    return is_postgres_ && is_large_ && std::ranges::any_of(words_, &WordCondition::is_in_text_index);
}

// The name of the parameter that stands for the text.
std::string Search::add(std::string text) {
    static constexpr std::array<std::string_view, 2 * most_words + 1> names{
        "w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9", "w10", "w11", "w12", "w13", "w14", "w15", "w16"};
    auto const name = names.at(texts_.size());
    params_.emplace_back(name, std::string_view(texts_.emplace_back(std::move(text))));
    return std::string(name);
}

std::string without_punctuation(std::string_view folded) {
    std::string plain;
    std::ranges::copy_if(folded, std::back_inserter(plain), [](char c) { return is_letter(c) || is_digit(c); });
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
