#pragma once
// Pages of tables that are small enough to be counted whenever one is read.

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "platform/db/database.hpp"

namespace balcao::db {

template <class Item>
struct Page {
    std::vector<Item> items;
    std::int64_t total = 0; // of all pages
};

struct PageQuery {
    std::string_view name; // of the statements: `returns` → `returns_page`, `returns_found`
    std::string_view table;
    std::string_view columns;
    std::string_view where;
    std::string_view time; // column by which rows are new; those of one moment go by their id
    std::int64_t limit = 0;
    std::int64_t offset = 0;
};

/// The newest rows first. `read` makes an item of a row.
template <class Read>
auto newest_page(Connection& connection, PageQuery const& query, Params params, Read read) {
    Page<std::invoke_result_t<Read, Row const&>> page;
    auto const found_name = fmt::format("{}_found", query.name), page_name = fmt::format("{}_page", query.name);
    auto const counting = fmt::format("select count(*) from {} where {}", query.table, query.where);
    page.total = connection.scalar<std::int64_t>({found_name, counting}, params).value_or(0);
    auto const sql = fmt::format("select {} from {} where {} order by {} desc, id desc limit :limit offset :offset",
                                 query.columns, query.table, query.where, query.time);
    params.emplace_back("limit", query.limit);
    params.emplace_back("offset", query.offset);
    page.items = connection.all({page_name, sql}, params, read);
    return page;
}

} // namespace balcao::db
