#pragma once
// Entities as rows: columns, placeholders and parameters from the entity's field table.

#include <string>

#include "platform/base/entity.hpp"
#include "platform/db/value.hpp"

namespace balcao::db {

/// What a select reads: `id, razao_social, …`, derived fields as their SQL.
std::string columns(Fields fields);
/// What an insert writes: `id, razao_social, …` without derived fields.
std::string column_names(Fields fields);
/// `:id, :razao_social, …`
std::string placeholders(Fields fields);
/// `razao_social = :razao_social, …` without the fields named in `fixed` (ids, creation times).
std::string assignments(Fields fields, std::initializer_list<std::string_view> fixed);

namespace detail {
void read_row(Fields fields, Row const& row, int first_column, void* entity);
void append_params(Fields fields, void const* entity, Params& params);
} // namespace detail

/// Reads the columns of `columns(fields)`, which start at `first_column`.
template <class Entity>
Entity read_row(Fields fields, Row const& row, int first_column = 0) {
    Entity entity{};
    detail::read_row(fields, row, first_column, &entity);
    return entity;
}

/// Parameters for `placeholders(fields)` or `assignments(fields, …)`; they view the entity.
template <class Entity>
Params params(Fields fields, Entity const& entity) {
    Params params;
    detail::append_params(fields, &entity, params);
    return params;
}

} // namespace balcao::db
