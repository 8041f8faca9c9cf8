#include "platform/db/statistics.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace balcao::db {

namespace {

// Rows that are assumed of a table. No round numbers, so that they differ from what SQLite found.
constexpr std::int64_t young_rows = 1'009;
constexpr std::int64_t partial_rows = 101;

constexpr Query exists{"statistics_exist", R"sql(
    select count(*) from sqlite_schema where type = 'table' and name = 'sqlite_stat1')sql"};
constexpr Query load{"statistics_load", "analyze sqlite_schema"}; // makes their table, where there is none
constexpr Query unknown{"statistics_unknown", R"sql(
    select count(*) from pragma_table_list t
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%'
        and not exists (select 1 from sqlite_stat1 s where s.tbl = t.name)
        and exists (select 1 from pragma_index_list(t.name)))sql"};
// Indexes of what is not in a bin hold nearly all; other partial ones what is under way.
constexpr Query unknown_columns{"statistics_unknown_columns", R"sql(
    select t.name, l.name, l."unique",
        case when l.partial = 1 and m.sql not like '% where deleted_at is null' then :partial else :young end,
        coalesce(x.name, ''), coalesce(lower(c.type), '')
    from pragma_table_list t join pragma_index_list(t.name) l join pragma_index_info(l.name) x
    left join pragma_table_info(t.name) c on c.cid = x.cid
    left join sqlite_schema m on m.type = 'index' and m.name = l.name
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%'
        and not exists (select 1 from sqlite_stat1 s where s.tbl = t.name)
    order by t.name, l.name, x.seqno)sql"};
constexpr Query insert{"statistics_insert", "insert into sqlite_stat1 (tbl, idx, stat) values (:tbl, :idx, :stat)"};

constexpr Query limit_rows{"statistics_limit", "pragma analysis_limit = 400"};
constexpr Query assumed{"statistics_assumed", R"sql(
    select distinct tbl from sqlite_stat1 where stat like :young || ' %' or stat like :partial || ' %')sql"};
constexpr Query look{"statistics_look", "pragma optimize"};

/// How many values a column of a young table has.
std::int64_t values_of(std::string_view column, std::string_view type) {
    if (column == "emitente_id" || column == "company_id" || column == "id_emit") return 4;
    if (type == "uuid") return young_rows;
    return type == "bigint" || type == "integer" ? 10 : 5;
}

struct Index {
    std::string table, name;
    bool is_unique;
    std::vector<std::int64_t> rows; // of all, of one value of its first column, of its first two, …
};

std::vector<Index> indexes_of_unknown(Connection& connection) {
    std::vector<Index> indexes;
    connection.run(unknown_columns, {{"young", young_rows}, {"partial", partial_rows}}, [&](Row const& row) {
        if (indexes.empty() || indexes.back().name != row.text(1)) {
            indexes.push_back(
                {std::string(row.text(0)), std::string(row.text(1)), row.integer(2) != 0, {row.integer(3)}});
        }
        auto& rows = indexes.back().rows;
        rows.push_back(std::max<std::int64_t>(1, rows.back() / values_of(row.text(4), row.text(5))));
    });
    return indexes;
}

// Those that have as many rows as were assumed.
std::vector<std::string> grown(Connection& connection) {
    auto tables =
        connection.all(assumed, {{"young", std::to_string(young_rows)}, {"partial", std::to_string(partial_rows)}},
                       [](Row const& row) { return std::string(row.text(0)); });
    std::erase_if(tables, [&](std::string const& table) {
        auto const sql = fmt::format("select 1 from \"{}\" limit 1 offset {}", table, young_rows - 1);
        return !connection.scalar<std::int64_t>({"statistics_is_grown", sql});
    });
    return tables;
}

} // namespace

void refresh_statistics(Database& database) {
    if (database.dialect() != Dialect::sqlite) return;
    auto const tables = database.read(grown);
    database.write([&](Transaction& transaction) {
        transaction.execute(limit_rows);
        for (auto const& table : tables)
            transaction.execute({"statistics_look_at", fmt::format("analyze \"{}\"", table)});
        transaction.execute(look); // at those that have many more rows than when it looked last
    });
}

void assume_statistics(Connection& connection) {
    if (connection.dialect() != Dialect::sqlite) return;
    if (connection.scalar<int>(exists) != 0 && connection.scalar<int>(unknown) == 0) return;
    connection.execute(load);
    for (auto& [table, name, is_unique, rows] : indexes_of_unknown(connection)) {
        if (is_unique) rows.back() = 1;
        connection.execute(insert, {{"tbl", table}, {"idx", name}, {"stat", fmt::format("{}", fmt::join(rows, " "))}});
    }
    connection.execute(load);
}

} // namespace balcao::db
