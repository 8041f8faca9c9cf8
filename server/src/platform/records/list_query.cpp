#include "platform/records/list_query.hpp"

#include <algorithm>
#include <array>

#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/db/record_list.hpp"
#include "platform/http/http.hpp"

namespace balcao::records {

Result<ListQuery> read_list_query(http::Request const& request, std::span<std::string_view const> sorts,
                                  std::span<std::string_view const> filters) {
    constexpr std::array<std::string_view, 4> common{"search", "sort", "page", "page_size"};
    auto const plain = [](std::string_view sort) { return sort.starts_with('-') ? sort.substr(1) : sort; };
    ListQuery query{
        .search = {}, .sort = std::string(plain(sorts.front())), .descending = sorts.front().starts_with('-')};
    std::vector<FieldProblem> problems;

    for (auto const& [name, value] : request.query_params) {
        auto const known =
            std::ranges::find(common, name) != common.end() || std::ranges::find(filters, name) != filters.end();
        if (!known) problems.push_back({name, "Este filtro não existe."});
    }
    if (auto const search = request.query("search")) {
        query.search = trim(*search);
        if (length(query.search) > 200) problems.push_back({"search", "Digite no máximo 200 caracteres."});
    }
    if (auto sort = request.query("sort")) {
        query.descending = sort->starts_with('-');
        if (query.descending) sort->remove_prefix(1);
        if (std::ranges::find(sorts, *sort, plain) == sorts.end())
            problems.push_back({"sort", "Não é possível ordenar por esta coluna."});
        query.sort = *sort;
    }
    auto const number = [&](std::string_view name, std::int64_t most, std::int64_t& into) {
        auto const text = request.query(name);
        if (!text) return;
        auto const value = parse_int(*text);
        if (!value || *value < 1 || *value > most) {
            problems.push_back({std::string(name), "Use um número de 1 a " + std::to_string(most) + "."});
        } else {
            into = *value;
        }
    };
    number("page", 1'000'000'000, query.page);
    number("page_size", 100, query.page_size);

    if (!problems.empty()) return invalid(std::move(problems));
    return query;
}

ListPage read_page(db::Connection& connection, db::RecordList const& list,
                   std::function<std::string(db::Row const&)> const& json) {
    ListPage page;
    auto const total = db::read_page(connection, list, [&](db::Row const& row) { page.items.push_back(json(row)); });
    page.total = total.total;
    page.total_exact = total.exact;
    page.ends_at_total = total.is_cut;
    return page;
}

std::string to_json(ListPage const& page, ListQuery const& query) {
    std::string items = "[";
    for (auto const& item : page.items) {
        if (items.size() > 1) items += ',';
        items += item;
    }
    items += ']';
    json::ObjectWriter writer;
    writer.raw("items", items);
    writer.integer("page", query.page);
    writer.integer("page_size", query.page_size);
    writer.integer("total", page.total);
    writer.boolean("total_exact", page.total_exact);
    if (page.ends_at_total) writer.boolean("ends_at_total", true);
    return writer.take();
}

} // namespace balcao::records
