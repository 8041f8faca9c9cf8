#include "db/record_list.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "db/list_search.hpp"
#include "db/value_list.hpp"

namespace balcao::db {

namespace {

// So many of the newest rows tell what is common.
constexpr std::int64_t sampled = 2'000;
// When no more of them fit, all that fit are sorted in less time than a long list takes to be walked.
constexpr std::int64_t most_sorted = sampled / 40;
// How far a list is walked before that is asked.
constexpr std::int64_t first_walked = 5'000;
// In more stretches than this a list may as well be walked.
constexpr std::size_t most_stretches = 64;

// One list with its search: the statements that read it.
class Reader {
public:
    Reader(Connection& connection, RecordList const& list)
        : connection_(connection), list_(list), search_(connection, list), params_(list.params),
          is_narrowed_(search_.is_any() || !list.filter.empty()) {
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
        if (!search_.is_any() && list_.total) {
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
        return fmt::format(
            " from {0}_busca cross join {0} on {0}.seq = {0}_busca.rowid where {0}_busca match :match and {1}{2}{3}",
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
        run("page", fmt::format("select {}{}{} limit :limit offset :offset", list_.columns, plain_from(), order_by()),
            row);
    }

    // Up to one more than are counted, in any order.
    std::vector<std::int64_t> some() {
        if (!search_.asks_text_index()) return found_by(from());
        // PostgreSQL gathers every row of a word before it gives the first, so what is common is not looked up: when
        // the newest rows show that many fit they are read through.
        auto const& sample = newest_sample();
        if (sample.fitting >= sampled / 20) {
            if (auto found = found_by(newest(most_scanned) + conditions()); std::ssize(found) > most_counted)
                return found;
        }
        return found_by(from_rare());
    }
    // PostgreSQL's text index is asked for the words that are about as rare as the rarest.
    std::string from_rare() {
        auto const& sample = newest_sample();
        auto rarest = sampled;
        for (std::size_t i = 0; i < sample.words.size(); ++i)
            if (search_.words()[i].is_in_text_index) rarest = std::min(rarest, sample.words[i]);
        auto const is_rare = [&](std::size_t word) {
            return search_.words()[word].is_in_text_index &&
                   sample.words[word] <= 10 * std::max<std::int64_t>(1, rarest);
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
        return fmt::format(" from (select *{0} order by {1} desc, {2}.seq desc limit {3}) as {2} where 1 = 1",
                           plain_from(), list_.newest, list_.table, rows);
    }
    std::string conditions() const { return list_.filter + search_.where(); }

    // Those of the page when there are many. Going through the list in its order soon meets them, unless what is
    // searched for is what the list is sorted by, and stands late in it: then it is looked for in the stretches of the
    // list that hold its letters, or the rows a text index gives are sorted, if they are not too many.
    std::vector<std::int64_t> page_of_many() {
        params_.emplace_back("limit", list_.limit);
        params_.emplace_back("offset", list_.offset);
        if (search_.match().empty() && !search_.asks_text_index()) return walk();
        if (auto found = walk(first_walked); std::ssize(found) == list_.limit) return found;
        if (auto const stretches = stretches_of_letters(); stretches) return walk(*stretches);
        if (newest_sample().fitting <= most_sorted) return sorted();
        return walk();
    }
    // Through the first `rows` rows of the list, or all of them.
    std::vector<std::int64_t> walk(std::optional<std::int64_t> rows = {}) {
        return numbers("walk", walk_sql(plain_from(), conditions(), rows));
    }
    std::string walk_sql(std::string from, std::string_view conditions, std::optional<std::int64_t> rows = {}) const {
        if (connection_.dialect() == Dialect::sqlite) {
            // It plans without knowing how many fit, and would rather sort them all: a condition that is a value, on
            // rows that come in order, leaves it no choice. Within `case` the second word is looked for only where the
            // first one is.
            return fmt::format(
                "select walked.seq from (select {0}.seq as seq, case when 1 = 1{1} then 1 end as fits{2}{3} limit {4})"
                " as walked where walked.fits limit :limit offset :offset",
                list_.table, conditions, from, order_by(), rows.value_or(-1));
        }
        if (rows)
            from = fmt::format(" from (select *{}{} limit {}) as {} where 1 = 1", from, order_by(), *rows, list_.table);
        return fmt::format("select {}.seq{}{}{} limit :limit offset :offset", list_.table, from, conditions,
                           order_by());
    }
    // The stretches of the list that have every group of letters of the search, in its order. Nothing when it is sorted
    // by something else, when the search has no such groups, and when there are too many stretches.
    std::optional<std::vector<std::string>> stretches_of_letters() {
        auto const& groups = search_.letter_groups();
        if (groups.empty() || list_.order != prefix_column()) return {};
        auto const of_company =
            list_.company_column.empty() ? std::string{} : fmt::format("{0} = :{0} and ", list_.company_column);
        auto const sql = fmt::format("select trecho from {}_trechos where {}trigrama in (:values) group by trecho "
                                     "having count(distinct trigrama) = :groups order by trecho limit {}",
                                     list_.table, of_company, most_stretches + 1);
        auto params = list_.params;
        params.emplace_back("groups", std::ssize(std::set(groups.begin(), groups.end())));
        std::vector<std::string> stretches;
        std::size_t rows = 0;
        run_for_values<std::string>(connection_, {fmt::format("{}_stretches", list_.name), sql}, params, groups,
                                    [&](Row const& row) {
                                        ++rows;
                                        // That of a name of one word holds those of the longer names that begin with
                                        // it.
                                        if (stretches.empty() || !row.text(0).starts_with(stretches.back()))
                                            stretches.push_back(row.get<std::string>(0));
                                    });
        if (rows > most_stretches) return {};
        if (list_.descending) std::ranges::reverse(stretches);
        return stretches;
    }
    // Through these stretches, until the page is full.
    std::vector<std::int64_t> walk(std::vector<std::string> const& stretches) {
        // No word may be looked up: the stretch is to be walked.
        auto const conditions = list_.filter + search_.where([](std::size_t) { return false; });
        auto const sql = walk_sql(
            fmt::format("{0} and {1} >= :stretch and {1} < :stretch_end", plain_from(), prefix_column()), conditions);
        std::vector<std::int64_t> found;
        set_param("offset", std::int64_t{0});
        for (auto const& stretch : stretches) {
            auto const end = stretch + "\U0010FFFF";
            set_param("stretch", std::string_view(stretch));
            set_param("stretch_end", std::string_view(end));
            set_param("limit", list_.offset + list_.limit - std::ssize(found));
            std::ranges::copy(numbers("walk_stretch", sql), std::back_inserter(found));
            if (std::ssize(found) == list_.offset + list_.limit) break;
        }
        found.erase(found.begin(), found.begin() + std::min(list_.offset, std::ssize(found)));
        return found;
    }
    std::vector<std::int64_t> sorted() {
        // `offset 0` keeps PostgreSQL from walking after all.
        auto const from = connection_.dialect() == Dialect::sqlite
                              ? this->from()
                              : fmt::format(" from (select *{} offset 0) as {}", from_rare(), list_.table);
        return numbers("sorted",
                       fmt::format("select {}.seq{}{} limit :limit offset :offset", list_.table, from, order_by()));
    }

    std::string prefix_column() const { return fmt::format("{}.{}", list_.table, list_.prefix_column); }

    void set_param(std::string_view name, auto value) {
        std::erase_if(params_, [&](Param const& param) { return param.name == name; });
        params_.emplace_back(name, value);
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
        auto const numbers =
            is_sqlite ? fmt::format("[{}]", fmt::join(found, ",")) : fmt::format("{{{}}}", fmt::join(found, ","));
        // Neither engine is to go through the whole list in its order in the hope of meeting them soon, as it would:
        // `cross join` and `offset 0` leave them no choice.
        auto const from =
            is_sqlite ? fmt::format(" from (select value from json_each(:found)) as numbers cross join {0} on {0}.seq "
                                    "= numbers.value where {1}",
                                    list_.table, list_.where)
                      : fmt::format(" from (select *{} and {}.seq = any(cast(:found as bigint[])) offset 0) as {}",
                                    plain_from(), list_.table, list_.table);
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
    Search const search_;
    Params params_;
    bool const is_narrowed_;
    std::optional<Sample> sample_{};
};

} // namespace

ListTotal read_page(Connection& connection, RecordList const& list, std::function<void(Row const&)> const& row) {
    return Reader(connection, list).page(row);
}

void read_totals(Connection& connection, RecordList const& list, std::string_view what,
                 std::function<void(Row const&)> const& row) {
    Reader(connection, list).totals(what, row);
}

void read_all(Connection& connection, RecordList const& list, std::function<void(Row const&)> const& row) {
    Reader(connection, list).all(row);
}

} // namespace balcao::db
