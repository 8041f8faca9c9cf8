#pragma once
// Lists searched, filtered, sorted and paged by the database, at the same cost for a thousand rows and a million.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/db/database.hpp"

namespace balcao::db {

/// One word of a search; all words must occur.
struct SearchWord {
    std::string text;  // folded
    std::string plain; // the same without punctuation when it holds a digit (`12.345/0001` → `123450001`), else empty
};
std::vector<SearchWord> search_words(std::string_view typed);
/// Only the letters and digits of a folded text.
std::string without_punctuation(std::string_view folded);

/// A list. Its table has `seq`, ascending with insertion, and `busca`: searchable folded texts and numbers without
/// punctuation, one per line. The text index is the table `<table>_busca` on SQLite, a GIN index that begins with the
/// company on PostgreSQL. Columns `busca_…` are folded too.
struct RecordList {
    std::string_view name;  // of the statements: `products` → `products_page`, `products_found`
    std::string_view table; // also the prefix of ambiguous columns
    std::string columns;
    std::string where;    // company, bin: equalities, and conditions that the indexes of the lists have too
    std::string filter{}; // ` and …`: further conditions; their selectivity decides the plan
    Params params;        // of both; its texts must outlive the call
    std::string order;    // not null; an index has the equalities of `where`, this and seq
    bool descending = false;
    std::string_view newest; // column that an index has after the equalities of `where`: about when a row was made
    std::string_view prefix_column;      // folded; for searches by short words in a large list
    std::int64_t rows = 0;               // how many there are without filters: the plan depends on it
    std::optional<std::int64_t> total{}; // how many there are, when known without counting and nothing is searched
    std::string_view search{};
    std::int64_t offset = 0;
    std::int64_t limit = 10;
};

struct ListTotal {
    std::int64_t total = 0;
    bool exact = true;   // false: more than `total`
    bool is_cut = false; // the list ends at `total` although there are more
};

/// Searches and filters are counted up to here; beyond it the total is "more than".
inline constexpr std::int64_t most_counted = 1000;
/// Lists up to this size are scanned if a word is common in the whole table, since SQLite's text index has no
/// companies.
inline constexpr std::int64_t most_scanned = 20'000;

/// Calls `row` for each row of the page, in order. A search with more than `most_counted` matches has exactly that
/// many: sorted by a folded text, first those that begin with the typed text, then the newest others; sorted otherwise,
/// the newest.
ListTotal read_page(Connection& connection, RecordList const& list, std::function<void(Row const&)> const& row);

/// Number of rows: exact if known or at most `most_counted`.
ListTotal count_to_most(Connection& connection, RecordList const& list);

/// Exact number of rows at any cost. `what`: `count(*)`, or more (`count(*), coalesce(sum(total), 0)`), read by `row`.
void read_totals(Connection& connection, RecordList const& list, std::string_view what,
                 std::function<void(Row const&)> const& row);

/// All rows in the list's order, without `limit` and `offset`: for exports.
void read_all(Connection& connection, RecordList const& list, std::function<void(Row const&)> const& row);

} // namespace balcao::db
