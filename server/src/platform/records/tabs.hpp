#pragma once
// The tabs of a list, with counts within search and filters.

#include <span>
#include <string>
#include <string_view>

#include "platform/base/json.hpp"
#include "platform/db/record_list.hpp"

namespace balcao::records {

/// A tab: its name in `abas`, and its filter.
template <class Filter>
struct Tab {
    std::string_view name;
    void (*narrow)(Filter& filter);
};

/// The contract's schema TabTotal.
std::string to_json(db::ListTotal const& total);

/// `{"ativos":{"total":12,"total_exact":true},…}`. `count`: counts a filter.
template <class Filter, class Count>
std::string tabs_json(std::span<Tab<Filter> const> tabs, Filter const& filter, Count const& count) {
    json::ObjectWriter writer;
    for (auto const& tab : tabs) {
        auto narrowed = filter;
        tab.narrow(narrowed);
        writer.raw(tab.name, to_json(count(narrowed)));
    }
    return writer.take();
}

} // namespace balcao::records
