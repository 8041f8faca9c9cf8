#pragma once
// Queries by many values: `… in (:values)`, or a row for each: `with asked (id) as (values (:values)) …`.

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
/// The SQL with so many parameters in place of `:values`.
std::string with_values(std::string_view sql, std::size_t count);

} // namespace detail

/// Runs the query, which has one `(:values)`, in as many chunks as needed. `params`: its other parameters.
template <class Value>
void run_for_values(Connection& connection, Query const& query, Params const& params, std::span<Value const> values,
                    std::function<void(Row const&)> const& row) {
    if (values.empty()) return;
    // Three sizes keep the number of prepared statements small. PostgreSQL plans large lists each time: a plan made on
    // an empty table would scan it all at the end of an import.
    auto const is_many = values.size() > 10;
    auto const at_once = values.size() == 1 ? std::size_t{1} : is_many ? detail::most_values : std::size_t{10};
    auto const sql = detail::with_values(query.sql, at_once);
    Query const asked{query.name, sql, is_many};
    for (std::size_t from = 0; from < values.size(); from += at_once) {
        auto all = params;
        // Pads with the last value.
        for (std::size_t i = 0; i < at_once; ++i)
            all.emplace_back(detail::value_name(i), values[std::min(from + i, values.size() - 1)]);
        connection.run(asked, all, row);
    }
}

} // namespace balcao::db
