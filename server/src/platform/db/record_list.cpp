#include "platform/db/record_list.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "platform/db/list_search.hpp"

namespace balcao::db {

namespace {

// One list with its search: the statements that read it.
class Reader {
public:
    Reader(Connection& connection, RecordList const& list)
        : connection_(connection), list_(list), search_(connection.dialect(), list), params_(list.params) {
        params_.insert(params_.end(), search_.params().begin(), search_.params().end());
        params_.emplace_back("begin", search_.begin());
        params_.emplace_back("end", search_.end());
        params_.emplace_back("match", std::string_view(search_.match()));
        params_.emplace_back("most", most_counted + 1);
        params_.emplace_back("many", many() + 1);
        params_.emplace_back("limit", list.limit);
        params_.emplace_back("offset", list.offset);
        params_.emplace_back("begin_most", std::min(list.offset + list.limit, most_counted));
    }

    ListTotal page(std::function<void(Row const&)> const& row) {
        if (search_.is_any()) return page_of_search(row);
        if (list_.filter.empty()) {
            auto const total = list_.total ? *list_.total : count();
            run("page", fmt::format("select {}{}{}{}", list_.columns, plain_from(), order_by(), of_page), row);
            return {.total = total};
        }
        if (list_.total && *list_.total > most_counted) {
            fetch(walked(), list_.limit, 0, row);
            return {.total = *list_.total};
        }
        auto const some = numbers("some", fmt::format("{} limit :most", seqs(plain_from() + list_.filter)));
        auto const total = total_of(some);
        if (total.exact) fetch(some, list_.limit, list_.offset, row);
        else fetch(walked(), list_.limit, 0, row);
        return {.total = list_.total.value_or(total.total), .exact = list_.total || total.exact};
    }

    ListTotal counted() {
        if (search_.is_any()) return total_of(newest_found());
        if (list_.total) return {.total = *list_.total};
        return total_of(numbers("some", fmt::format("{} limit :most", seqs(plain_from() + list_.filter))));
    }

    void totals(std::string_view what, std::function<void(Row const&)> const& row) {
        run("totals", fmt::format("select {}{}", what, from()), row);
    }

    void all(std::function<void(Row const&)> const& row) {
        run("export", fmt::format("select {}{}{}", list_.columns, from(), order_by()), row);
    }

private:
    static constexpr std::string_view of_page = " limit :limit offset :offset";

    bool is_sqlite() const { return connection_.dialect() == Dialect::sqlite; }

    // PostgreSQL plans what is narrowed for the values of each call: how many rows a word leaves decides between its
    // text index and the list's own.
    void run(std::string_view what, std::string const& sql, std::function<void(Row const&)> const& row) {
        auto const is_planned = search_.is_any() || !list_.filter.empty();
        connection_.run({fmt::format("{}_{}", list_.name, what), sql, is_planned}, params_, row);
    }
    std::vector<std::int64_t> numbers(std::string_view what, std::string const& sql) {
        std::vector<std::int64_t> found;
        run(what, sql, [&](Row const& row) { found.push_back(row.integer(0)); });
        return found;
    }
    std::int64_t count() {
        std::int64_t total = 0;
        run("count", "select count(*)" + from(), [&](Row const& row) { total = row.integer(0); });
        return total;
    }
    static ListTotal total_of(std::vector<std::int64_t> const& found) {
        return {.total = std::min<std::int64_t>(std::ssize(found), most_counted),
                .exact = std::ssize(found) <= most_counted};
    }

    std::string seqs(std::string_view from) const { return fmt::format("select {}.seq{}", list_.table, from); }
    std::string plain_from() const { return fmt::format(" from {} where {}", list_.table, list_.where); }
    std::string scanned() const { return plain_from() + list_.filter + search_.where(); }
    // `cross join` keeps SQLite from walking the table instead of the matches of the text index.
    std::string matched() const {
        return fmt::format(" from {0}_busca cross join {0} on {0}.seq = {0}_busca.rowid "
                           "where {0}_busca match :match and {1}{2}{3}",
                           list_.table, list_.where, list_.filter, search_.where());
    }
    std::string from() const {
        if (search_.goes_by_prefix()) return scanned() + begins(list_.prefix_column);
        return search_.match().empty() ? scanned() : matched();
    }
    std::string begins(std::string_view column) const {
        return fmt::format(" and {0}.{1} >= :begin and {0}.{1} < :end", list_.table, column);
    }
    std::string order_by() const {
        std::string_view const direction = list_.descending ? " desc" : "";
        return fmt::format(" order by {}{}, {}.seq{}", list_.order, direction, list_.table, direction);
    }

    ListTotal page_of_search(std::function<void(Row const&)> const& row) {
        auto found = newest_found();
        auto total = total_of(found);
        total.is_cut = !total.exact;
        if (total.is_cut && list_.order.contains(".busca_")) {
            page_beginning_as_typed(found, row);
        } else {
            if (total.is_cut) found.pop_back();
            fetch(found, list_.limit, list_.offset, row);
        }
        return total;
    }

    // Up to one more than are counted, the newest first. By the beginning of a column they come in its order.
    std::vector<std::int64_t> newest_found() {
        if (search_.goes_by_prefix())
            return numbers("found", by(from(), fmt::format("{0}.{1}, {0}.seq", list_.table, list_.prefix_column)));
        if (!is_sqlite())
            return numbers("found", by(from(), fmt::format("{} desc, {}.seq desc", list_.newest, list_.table)));
        if (search_.match().empty()) return numbers("scan", by(scanned(), unindexed_seq()));
        if (list_.rows <= most_scanned) {
            auto const matches = matches_of_all();
            if (matches == 0) return {};
            if (matches > many()) return numbers("scan", by(scanned(), unindexed_seq()));
        }
        return numbers("found", by(from(), fmt::format("{}_busca.rowid desc", list_.table)));
    }
    std::string by(std::string_view from, std::string_view order) const {
        return fmt::format("{} order by {} limit :most", seqs(from), order);
    }
    // With `+` SQLite reads the list's own index and sorts what fits, rather than walk the rows of all companies.
    std::string unindexed_seq() const { return fmt::format("+{}.seq desc", list_.table); }

    // A match of the text index, whose row is looked up, costs as much as four rows of the list's own index.
    std::int64_t many() const { return list_.rows / 4; }

    // What the text index finds for all companies, counted to one more than many().
    std::int64_t matches_of_all() {
        std::int64_t matches = 0;
        run("matches",
            fmt::format("select count(*) from (select 1 from {0}_busca where {0}_busca match :match limit :many) as m",
                        list_.table),
            [&](Row const& row) { matches = row.integer(0); });
        return matches;
    }

    // Those that begin with what was typed, then the others.
    void page_beginning_as_typed(std::vector<std::int64_t> const& found, std::function<void(Row const&)> const& row) {
        auto const column = std::string_view(list_.order).substr(list_.order.find('.') + 1);
        // No more than the page needs: when they fill it, nobody asks for the others.
        auto const begin = numbers("begin", seqs(scanned() + begins(column)) + order_by() + " limit :begin_most");
        std::unordered_set<std::int64_t> const known(begin.begin(), begin.end());
        std::vector<std::int64_t> others;
        std::ranges::copy_if(found, std::back_inserter(others), [&](auto const seq) { return !known.contains(seq); });
        others.resize(std::min<std::size_t>(others.size(), most_counted - begin.size()));

        auto const page_of = [&](std::vector<std::int64_t> const& seqs, std::int64_t from, std::int64_t to) {
            auto const size = std::ssize(seqs);
            auto const first = seqs.begin() + std::clamp<std::int64_t>(from, 0, size);
            auto const last = seqs.begin() + std::clamp<std::int64_t>(to, 0, size);
            fetch({first, last}, list_.limit, 0, row);
        };
        page_of(begin, list_.offset, list_.offset + list_.limit);
        page_of(others, list_.offset - std::ssize(begin), list_.offset - std::ssize(begin) + list_.limit);
    }

    // Those of the page when a filter leaves many: going through the list in its order soon meets them. SQLite plans
    // without knowing how many fit, and would rather sort them all: a condition that is a value, on rows that come in
    // order, leaves it no choice.
    std::vector<std::int64_t> walked() {
        if (!is_sqlite()) return numbers("walk", seqs(plain_from() + list_.filter) + order_by() + std::string(of_page));
        return numbers("walk",
                       fmt::format("select walked.seq from (select {0}.seq as seq, case when 1 = 1{1} then 1 end "
                                   "as fits{2}{3} limit -1) as walked where walked.fits{4}",
                                   list_.table, list_.filter, plain_from(), order_by(), of_page));
    }

    // Rows by their numbers, in the list's order. Neither engine is to go through the whole list in its order in the
    // hope of meeting them soon, as it would: `cross join` and `offset 0` leave them no choice.
    void fetch(std::vector<std::int64_t> const& found, std::int64_t limit, std::int64_t offset,
               std::function<void(Row const&)> const& row) {
        if (found.empty()) return;
        auto const numbers =
            is_sqlite() ? fmt::format("[{}]", fmt::join(found, ",")) : fmt::format("{{{}}}", fmt::join(found, ","));
        auto const from =
            is_sqlite() ? fmt::format(" from (select value from json_each(:found)) as numbers cross join {0} on "
                                      "{0}.seq = numbers.value where {1}",
                                      list_.table, list_.where)
                        : fmt::format(" from (select *{} and {}.seq = any(cast(:found as bigint[])) offset 0) as {}",
                                      plain_from(), list_.table, list_.table);
        auto params = list_.params;
        params.emplace_back("found", std::string_view(numbers));
        params.emplace_back("limit", limit);
        params.emplace_back("offset", offset);
        auto const sql = fmt::format("select {}{}{}{}", list_.columns, from, order_by(), of_page);
        connection_.run({fmt::format("{}_fetch", list_.name), sql}, params, row);
    }

    Connection& connection_;
    RecordList const& list_;
    Search const search_;
    Params params_;
};

} // namespace

ListTotal read_page(Connection& connection, RecordList const& list, std::function<void(Row const&)> const& row) {
    return Reader(connection, list).page(row);
}

ListTotal count_to_most(Connection& connection, RecordList const& list) { return Reader(connection, list).counted(); }

void read_totals(Connection& connection, RecordList const& list, std::string_view what,
                 std::function<void(Row const&)> const& row) {
    Reader(connection, list).totals(what, row);
}

void read_all(Connection& connection, RecordList const& list, std::function<void(Row const&)> const& row) {
    Reader(connection, list).all(row);
}

} // namespace balcao::db
