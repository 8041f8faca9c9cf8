#include "platform/spreadsheets/exports.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace balcao::spreadsheets {

namespace {

Cell cell_of(Column const& column, Field const& field, Scalar const& value) {
    if (std::holds_alternative<std::monostate>(value)) return {};
    auto const is_number =
        field.kind == FieldKind::decimal || (field.kind == FieldKind::integer && column.words.empty());
    if (is_number) return Number{.raw = std::get<std::int64_t>(value), .places = std::max(field.places, 0)};
    return shown_value(column, field, value);
}

} // namespace

Result<void> check_export_size(std::int64_t rows) {
    if (rows <= most_exported) return {};
    return invalid(
        "São " + std::to_string(rows) +
        " registros, e uma exportação leva no máximo 100.000. Use a busca ou os filtros e exporte em partes.");
}

std::string export_file(Format format, std::string const& sheet, std::span<Column const> columns, Fields fields,
                        EachRecord const& each) {
    std::vector<Heading> headings;
    std::vector<Field const*> shown;
    for (auto const& column : columns) {
        headings.push_back({std::string(column.title), column.width});
        auto const at = std::ranges::find(fields, column.field, &Field::name);
        if (at == fields.end()) throw std::logic_error("a column without field: " + std::string(column.field));
        shown.push_back(&*at);
    }
    auto const file = new_spreadsheet(format, sheet, headings);
    std::vector<Cell> cells(columns.size());
    each([&](void const* record) {
        for (std::size_t i = 0; i < columns.size(); ++i)
            cells[i] = cell_of(columns[i], *shown[i], shown[i]->get(record));
        file->row(cells);
    });
    return file->take();
}

std::string file_stem(std::string_view what, Instant now) {
    constexpr auto behind_utc = std::chrono::hours{3}; // no summer time since 2019
    return std::string(what) + "-" + (now - behind_utc).to_iso().substr(0, 10);
}

} // namespace balcao::spreadsheets
