#pragma once
// Asking for many rows by their values: `… in (:v0, :v1, …)`, a fixed number at a time, so that the statement stays the same.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "db/database.hpp"

namespace balcao::db {

inline constexpr std::size_t values_at_once = 200;

/// `:v0, :v1, …`
std::string const& value_list();

namespace detail {
std::string_view value_name(std::size_t at);
}

/// Runs the query, whose text has `in (` value_list() `)`, as often as it takes. `params`: its other parameters.
template <class Value>
void run_for_values(Connection& connection, Query const& query, Params const& params, std::span<Value const> values,
                    std::function<void(Row const&)> const& row) {
    for (std::size_t from = 0; from < values.size(); from += values_at_once) {
        auto all = params;
        // The last one is repeated to fill the list up.
        for (std::size_t i = 0; i < values_at_once; ++i)
            all.emplace_back(detail::value_name(i), values[std::min(from + i, values.size() - 1)]);
        connection.run(query, all, row);
    }
}

} // namespace balcao::db
