#pragma once
// What every list takes (search, sort, page, page_size) and answers.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "http/http.hpp"

namespace balcao::http {

struct ListQuery {
    std::string search; // trimmed, at most 200 characters
    std::string sort;   // one of the allowed names
    bool descending = false;
    std::int64_t page = 1;
    std::int64_t page_size = 10; // 1 to 100

    std::int64_t offset() const { return (page - 1) * page_size; }
};

/// Reads the list's parameters. `sorts`: names that may be sorted by, the first is the default (downwards
/// with a leading minus); `filters`: the other parameters of this list. Failure `invalid` names every bad or unknown
/// parameter.
Result<ListQuery> read_list_query(Request const& request, std::span<std::string_view const> sorts,
                                  std::span<std::string_view const> filters = {});

/// Rows of one page, each already JSON, and the total of the whole list.
struct ListPage {
    std::vector<std::string> items;
    std::int64_t total = 0;
    bool total_exact = true;
};

/// `{"items":[…],"page":…,"page_size":…,"total":…,"total_exact":…}`
std::string to_json(ListPage const& page, ListQuery const& query);

} // namespace balcao::http
