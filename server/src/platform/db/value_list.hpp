#pragma once
// Asking for many rows by their values: `… in (:values)`.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "platform/db/database.hpp"

namespace balcao::db {

namespace detail {

inline constexpr std::size_t most_values = 200;
std::string_view value_name(std::size_t at);
/// The text with a parameter for each of so many values in place of `:values`.
std::string with_values(std::string_view sql, std::size_t count);

} // namespace detail

/// Runs the query, whose text has one `in (:values)`, as often as it takes. `params`: its other parameters.
template <class Value>
void run_for_values(Connection& connection, Query const& query, Params const& params, std::span<Value const> values,
                    std::function<void(Row const&)> const& row) {
    if (values.empty()) return;
    // Three sizes, so that few statements stay prepared. For many values PostgreSQL plans each time: it would keep the
    // plan it made when the table was empty, and go through all of it at the end of an import.
    auto const is_many = values.size() > 10;
    auto const at_once = values.size() == 1 ? std::size_t{1} : is_many ? detail::most_values : std::size_t{10};
    auto const sql = detail::with_values(query.sql, at_once);
    Query const asked{query.name, sql, is_many};
    for (std::size_t from = 0; from < values.size(); from += at_once) {
        auto all = params;
        // The last one is repeated to fill the list up.
        for (std::size_t i = 0; i < at_once; ++i)
            all.emplace_back(detail::value_name(i), values[std::min(from + i, values.size() - 1)]);
        connection.run(asked, all, row);
    }
}

} // namespace balcao::db
