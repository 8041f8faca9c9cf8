#pragma once

#include "nfce/danfe_sheet.hpp"
#include "nfce/model.hpp"
#include "platform/base/brazilian.hpp"

#include <optional>
#include <string>

/// What the files that write a Sheet share; not included elsewhere.
namespace balcao::nfce::danfe {

inline constexpr auto right = Align::right, centre = Align::centre;

inline std::string text(Valor const& value) { return decimal_text(value.value); }
inline std::string text(std::optional<Valor> const& value) { return value ? text(*value) : ""; }
inline std::string rate(std::optional<Written<4>> const& value) { return value ? decimal_text(value->value, 2) : ""; }

/// The table of items; `by_reform`: with IBS and CBS (NT 2026.010).
void add_items(Sheet& sheet, Nfce const& nfce, bool by_reform);

} // namespace balcao::nfce::danfe
