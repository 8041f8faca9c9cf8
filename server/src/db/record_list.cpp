#include "db/record_list.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"

namespace balcao::db {

namespace {

// Up to here a list's own index is scanned: quicker than asking the text index, which knows nothing of companies.
constexpr std::int64_t most_scanned = 20'000;
// So many of the newest rows tell what is common.
constexpr std::int64_t sampled = 2'000;
// When no more of them fit, all that fit are sorted in less time than a long list takes to be walked.
constexpr std::int64_t most_sorted = sampled / 40;
// How far a list is walked before that is asked.
constexpr std::int64_t first_walked = 5'000;
constexpr std::size_t most_words = 8;

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
    // Side by side, at most a dozen from all over the word: each is one more list to go through, and the text tells the rest.
    auto const step = std::max<std::size_t>(3, (letters.size() + 11) / 12);
    for (std::size_t i = 0;; i = std::min(i + step, last)) {
        std::string group = "\"";
        for (auto const letter : {letters[i], letters[i + 1], letters[i + 2]}) group += letter == "\"" ? "\"\"" : std::string(letter);
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

// A word as a condition on the text that is searched.
struct WordCondition {
    std::string text;      // of a parameter: `w0`
    std::string plain;     // of a parameter, or empty
    bool is_in_text_index; // PostgreSQL's can be asked for it

    // `column`: the text as the planner sees it.
    std::string on(std::string_view column) const {
        auto const contains = [&](std::string_view name) { return fmt::format(R"({} like :{} escape '\')", column, name); };
        return plain.empty() ? contains(text) : fmt::format("({} or {})", contains(text), contains(plain));
    }
};

// How a search is put to the database: conditions and their parameters.
class Search {
public:
    Search(Connection const& connection, RecordList const& list, std::vector<SearchWord> const& words)
        : busca_(fmt::format("{}.busca", list.table)), is_postgres_(connection.dialect() == Dialect::postgres),
          is_large_(list.rows > most_scanned) {
        texts_.reserve(2 * most_words + 3);
        auto rest = std::span(words);
        if (is_large_ && !words.empty()) {
            auto const question = match_text(words);
            if (question.empty()) {
                prefix_ = fmt::format(" and {0}.{1} >= :{2} and {0}.{1} < :{3}", list.table, list.prefix_column, add(words.front().text),
                                      add(words.front().text + "\U0010FFFF"));
                rest = rest.subspan(1);
            } else if (!is_postgres_) {
                match_ = question;
                params_.emplace_back("match", match_);
            }
        }
        for (auto const& [text, plain] : rest)
            words_.push_back({.text = add(like_contains(text)),
                              .plain = plain.empty() ? std::string{} : add(like_contains(plain)),
                              .is_in_text_index = has_trigram(text) && (plain.empty() || has_trigram(plain))});
    }
    Search(Search const&) = delete;
    Search& operator=(Search const&) = delete;

    // SQLite's text index is asked by this; empty: it is not.
    std::string const& match() const { return match_; }
    // PostgreSQL may answer by its text index.
    bool asks_text_index() const { return is_postgres_ && is_large_ && std::ranges::any_of(words_, &WordCondition::is_in_text_index); }
    Params const& params() const { return params_; }
    std::vector<WordCondition> const& words() const { return words_; }

    // ` and …`. A small list is read through: PostgreSQL, which cannot know how few of a word's rows are of this company, is
    // not to look the word up for all of them.
    std::string where() const {
        return where([&](std::size_t) { return is_large_ || !is_postgres_; });
    }
    // `may_look_up(i)`: whether the text index may be asked for the word.
    std::string where(std::predicate<std::size_t> auto const& may_look_up) const {
        auto where = prefix_;
        for (std::size_t i = 0; i < words_.size(); ++i)
            where += " and " + words_[i].on(may_look_up(i) ? busca_ : fmt::format("({} || '')", busca_));
        return where;
    }

private:
    // The name of the parameter that stands for the text.
    std::string add(std::string text) {
        static constexpr std::array<std::string_view, 2 * most_words + 1> names{"w0", "w1",  "w2",  "w3",  "w4",  "w5",  "w6",  "w7", "w8",
                                                                                "w9", "w10", "w11", "w12", "w13", "w14", "w15", "w16"};
        auto const name = names.at(texts_.size());
        params_.emplace_back(name, std::string_view(texts_.emplace_back(std::move(text))));
        return std::string(name);
    }

    std::string const busca_;
    bool const is_postgres_;
    bool const is_large_;
    std::string prefix_{};
    std::string match_{};
    std::vector<WordCondition> words_{};
    Params params_{};
    std::vector<std::string> texts_{}; // what the parameters view
};

// One list with its search: the statements that read it.
class Reader {
public:
    Reader(Connection& connection, RecordList const& list)
        : connection_(connection), list_(list), words_(search_words(list.search)), search_(connection, list, words_), params_(list.params),
          is_narrowed_(!words_.empty() || !list.filter.empty()) {
        params_.insert(params_.end(), search_.params().begin(), search_.params().end());
    }

    ListTotal page(std::function<void(Row const&)> const& row) {
        if (!is_narrowed_) {
            auto const total = list_.total ? *list_.total : count();
            page_in_order(row);
            return {.total = total};
        }
        ListTotal total;
        std::vector<std::int64_t> found;
        if (words_.empty() && list_.total) {
            total.total = *list_.total;
            if (total.total <= most_counted) found = some();
        } else {
            found = some();
            total.exact = std::ssize(found) <= most_counted;
            total.total = std::min<std::int64_t>(std::ssize(found), most_counted);
        }
        if (total.exact && total.total <= most_counted) fetch(found, list_.limit, list_.offset, row);
        else fetch(page_of_many(), list_.limit, 0, row);
        return total;
    }

    void totals(std::string_view what, std::function<void(Row const&)> const& row) {
        run("totals", fmt::format("select {}{}", what, from()), row);
    }

    void all(std::function<void(Row const&)> const& row) {
        run("export", fmt::format("select {}{}{}", list_.columns, from(), order_by()), row);
    }

private:
    // What the database may plan for the values of each call; the rest is looked up in the list's own index.
    bool is_planned() const { return is_narrowed_ && list_.rows > most_scanned; }

    void run(std::string_view what, std::string const& sql, std::function<void(Row const&)> const& row) {
        auto const name = fmt::format("{}_{}", list_.name, what);
        connection_.run({name, sql, is_planned()}, params_, row);
    }

    std::string plain_from() const { return fmt::format(" from {} where {}", list_.table, list_.where); }

    // `cross join` keeps SQLite from walking the table instead of the matches of the text index.
    std::string from() const {
        if (search_.match().empty()) return plain_from() + list_.filter + search_.where();
        return fmt::format(" from {0}_busca cross join {0} on {0}.seq = {0}_busca.rowid where {0}_busca match :match and {1}{2}{3}",
                           list_.table, list_.where, list_.filter, search_.where());
    }

    std::string order_by() const {
        std::string_view const direction = list_.descending ? " desc" : "";
        return fmt::format(" order by {}{}, {}.seq{}", list_.order, direction, list_.table, direction);
    }

    std::int64_t count() {
        std::int64_t total = 0;
        run("count", "select count(*)" + from(), [&](Row const& row) { total = row.integer(0); });
        return total;
    }

    void page_in_order(std::function<void(Row const&)> const& row) {
        params_.emplace_back("limit", list_.limit);
        params_.emplace_back("offset", list_.offset);
        run("page", fmt::format("select {}{}{} limit :limit offset :offset", list_.columns, plain_from(), order_by()), row);
    }

    // Up to one more than are counted, in any order.
    std::vector<std::int64_t> some() {
        if (!search_.asks_text_index()) return found_by(from());
        // PostgreSQL gathers every row of a word before it gives the first, so what is common is not looked up: when the newest
        // rows show that many fit they are read through.
        auto const& sample = newest_sample();
        if (sample.fitting >= sampled / 20)
            if (auto found = found_by(newest(most_scanned) + conditions()); std::ssize(found) > most_counted) return found;
        return found_by(from_rare());
    }
    // PostgreSQL's text index is asked for the words that are about as rare as the rarest.
    std::string from_rare() {
        auto const& sample = newest_sample();
        auto rarest = sampled;
        for (std::size_t i = 0; i < sample.words.size(); ++i)
            if (search_.words()[i].is_in_text_index) rarest = std::min(rarest, sample.words[i]);
        auto const is_rare = [&](std::size_t word) {
            return search_.words()[word].is_in_text_index && sample.words[word] <= 10 * std::max<std::int64_t>(1, rarest);
        };
        return plain_from() + list_.filter + search_.where(is_rare);
    }
    std::vector<std::int64_t> found_by(std::string const& from) {
        return numbers("found", fmt::format("select {}.seq{} limit {}", list_.table, from, most_counted + 1));
    }

    // How many of the newest rows fit, and how many hold each of the words.
    struct Sample {
        std::int64_t fitting = 0;
        std::vector<std::int64_t> words{};
    };
    Sample const& newest_sample() {
        if (!sample_) sample_ = read_sample();
        return *sample_;
    }
    Sample read_sample() {
        auto what = fmt::format("count(*) filter (where 1 = 1{})", conditions());
        for (auto const& word : search_.words())
            what += fmt::format(", count(*) filter (where {})", word.on(fmt::format("{}.busca", list_.table)));
        Sample sample;
        run("sample", fmt::format("select {}{}", what, newest(sampled)), [&](Row const& row) {
            sample.fitting = row.integer(0);
            for (int i = 1; i <= std::ssize(search_.words()); ++i) sample.words.push_back(row.integer(i));
        });
        return sample;
    }
    // The table cut down to its newest rows, without the filter and the search.
    std::string newest(std::int64_t rows) const {
        return fmt::format(" from (select *{0} order by {1} desc, {2}.seq desc limit {3}) as {2} where 1 = 1", plain_from(), list_.newest,
                           list_.table, rows);
    }
    std::string conditions() const { return list_.filter + search_.where(); }

    // Those of the page when there are many. Going through the list in its order soon meets them, unless what is searched for
    // is what the list is sorted by, and stands late in it: then the rows a text index gives are sorted, if they are not too many.
    std::vector<std::int64_t> page_of_many() {
        params_.emplace_back("limit", list_.limit);
        params_.emplace_back("offset", list_.offset);
        if (search_.match().empty() && !search_.asks_text_index()) return walk();
        if (auto found = walk(first_walked); std::ssize(found) == list_.limit) return found;
        if (newest_sample().fitting <= most_sorted) return sorted();
        return walk();
    }
    // Through the first `rows` rows of the list, or all of them.
    std::vector<std::int64_t> walk(std::optional<std::int64_t> rows = {}) {
        if (connection_.dialect() == Dialect::sqlite) {
            // It plans without knowing how many fit, and would rather sort them all: a condition that is a value, on rows that
            // come in order, leaves it no choice. Within `case` the second word is looked for only where the first one is.
            return numbers("walk", fmt::format("select walked.seq from (select {0}.seq as seq, case when 1 = 1{1} then 1 end as fits"
                                               "{2}{3} limit {4}) as walked"
                                               " where walked.fits limit :limit offset :offset",
                                               list_.table, conditions(), plain_from(), order_by(), rows.value_or(-1)));
        }
        auto const from = rows
                              ? fmt::format(" from (select *{}{} limit {}) as {} where 1 = 1", plain_from(), order_by(), *rows, list_.table)
                              : plain_from();
        return numbers("walk", fmt::format("select {}.seq{}{}{} limit :limit offset :offset", list_.table, from, conditions(), order_by()));
    }
    std::vector<std::int64_t> sorted() {
        // `offset 0` keeps PostgreSQL from walking after all.
        auto const from = connection_.dialect() == Dialect::sqlite
                              ? this->from()
                              : fmt::format(" from (select *{} offset 0) as {}", from_rare(), list_.table);
        return numbers("sorted", fmt::format("select {}.seq{}{} limit :limit offset :offset", list_.table, from, order_by()));
    }

    std::vector<std::int64_t> numbers(std::string_view what, std::string const& sql) {
        std::vector<std::int64_t> found;
        run(what, sql, [&](Row const& row) { found.push_back(row.integer(0)); });
        return found;
    }

    // Rows by their numbers, in the list's order.
    void fetch(std::vector<std::int64_t> const& found, std::int64_t limit, std::int64_t offset,
               std::function<void(Row const&)> const& row) {
        if (found.empty()) return;
        auto const is_sqlite = connection_.dialect() == Dialect::sqlite;
        auto const numbers = is_sqlite ? fmt::format("[{}]", fmt::join(found, ",")) : fmt::format("{{{}}}", fmt::join(found, ","));
        // Neither engine is to go through the whole list in its order in the hope of meeting them soon, as it would: `cross join`
        // and `offset 0` leave them no choice.
        auto const from =
            is_sqlite
                ? fmt::format(" from (select value from json_each(:found)) as numbers cross join {0} on {0}.seq = numbers.value where {1}",
                              list_.table, list_.where)
                : fmt::format(" from (select *{} and {}.seq = any(cast(:found as bigint[])) offset 0) as {}", plain_from(), list_.table,
                              list_.table);
        auto params = list_.params;
        params.emplace_back("found", std::string_view(numbers));
        params.emplace_back("limit", limit);
        params.emplace_back("offset", offset);
        auto const name = fmt::format("{}_fetch", list_.name);
        auto const sql = fmt::format("select {}{}{} limit :limit offset :offset", list_.columns, from, order_by());
        connection_.run({name, sql}, params, row);
    }

    Connection& connection_;
    RecordList const& list_;
    std::vector<SearchWord> const words_;
    Search const search_;
    Params params_;
    bool const is_narrowed_;
    std::optional<Sample> sample_{};
};

} // namespace

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

ListTotal read_page(Connection& connection, RecordList const& list, std::function<void(Row const&)> const& row) {
    return Reader(connection, list).page(row);
}

void read_totals(Connection& connection, RecordList const& list, std::string_view what, std::function<void(Row const&)> const& row) {
    Reader(connection, list).totals(what, row);
}

void read_all(Connection& connection, RecordList const& list, std::function<void(Row const&)> const& row) {
    Reader(connection, list).all(row);
}

} // namespace balcao::db
