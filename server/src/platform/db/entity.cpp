#include "platform/db/entity.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace balcao::db {

namespace {

bool is_column(Field const& field) { return field.rules.derived.empty(); }

std::string joined(Fields fields, auto const& piece) {
    std::string sql;
    for (auto const& field : fields) {
        auto const text = piece(field);
        if (text.empty()) continue;
        if (!sql.empty()) sql += ", ";
        sql += text;
    }
    return sql;
}

} // namespace

std::string columns(Fields fields) {
    return joined(fields, [](Field const& field) {
        return std::string(field.rules.derived.empty() ? field.name : field.rules.derived);
    });
}

std::string column_names(Fields fields) {
    return joined(fields,
                  [](Field const& field) { return is_column(field) ? std::string(field.name) : std::string{}; });
}

std::string placeholders(Fields fields) {
    return joined(fields,
                  [](Field const& field) { return is_column(field) ? fmt::format(":{}", field.name) : std::string{}; });
}

std::string assignments(Fields fields, std::initializer_list<std::string_view> fixed) {
    return joined(fields, [&](Field const& field) {
        if (!is_column(field) || std::ranges::find(fixed, field.name) != fixed.end()) return std::string{};
        return fmt::format("{0} = :{0}", field.name);
    });
}

namespace detail {

void read_row(Fields fields, Row const& row, int first_column, void* entity) {
    int column = first_column;
    for (auto const& field : fields) {
        auto const at = column++;
        if (field.optional && row.is_null(at)) {
            field.set(entity, std::monostate{});
            continue;
        }
        switch (field.kind) {
        case FieldKind::text: field.set(entity, row.text(at)); break;
        case FieldKind::id: field.set(entity, row.uuid(at)); break;
        case FieldKind::integer:
        case FieldKind::boolean:
        case FieldKind::decimal:
        case FieldKind::instant: field.set(entity, row.integer(at)); break;
        }
    }
}

void append_params(Fields fields, void const* entity, Params& params) {
    for (auto const& field : fields) {
        if (!is_column(field)) continue;
        std::visit(
            [&]<class T>(T const& value) {
                if constexpr (std::is_same_v<T, std::monostate>) params.emplace_back(field.name, std::nullopt);
                else params.emplace_back(field.name, value);
            },
            field.get(entity));
    }
}

} // namespace detail

} // namespace balcao::db
