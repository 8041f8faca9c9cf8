#pragma once
// Parameters (search, sort, page, page_size) and answers of all lists.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/result.hpp"

namespace balcao::http {
struct Request;
}
namespace balcao::db {
class Connection;
class Row;
struct RecordList;
} // namespace balcao::db

namespace balcao::records {

struct ListQuery {
    std::string search; // trimmed, at most 200 characters
    std::string sort;   // one of the allowed names
    bool descending = false;
    std::int64_t page = 1;
    std::int64_t page_size = 10; // 1 to 100

    std::int64_t offset() const { return (page - 1) * page_size; }
};

/// Reads the parameters. `sorts`: sortable names, the first is the default (descending with a leading minus);
/// `filters`: further parameters. Failure `invalid` names every wrong or unknown one.
Result<ListQuery> read_list_query(http::Request const& request, std::span<std::string_view const> sorts,
                                  std::span<std::string_view const> filters = {});

/// All parameters of a list.
template <class Filter>
struct ListRequest {
    ListQuery query;
    Filter filter;
};

/// Rows of one page as JSON, and the total.
struct ListPage {
    std::vector<std::string> items;
    std::int64_t total = 0;
    bool total_exact = true;
    bool ends_at_total = false; // although there are more
};

/// A page from the database; `json`: of a row.
ListPage read_page(db::Connection& connection, db::RecordList const& list,
                   std::function<std::string(db::Row const&)> const& json);

/// `{"items":[…],"page":…,"page_size":…,"total":…,"total_exact":…}`, with `"ends_at_total":true` for a cut list.
std::string to_json(ListPage const& page, ListQuery const& query);

} // namespace balcao::records
