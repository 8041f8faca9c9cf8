#pragma once
// The columns of a spreadsheet of products or people.

#include <span>

#include "platform/spreadsheets/columns.hpp"

namespace balcao::imports {

std::span<spreadsheets::Column const> product_columns();
/// `municipio_nome` stands for the municipality by its name.
std::span<spreadsheets::Column const> person_columns();

} // namespace balcao::imports
