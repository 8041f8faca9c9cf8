#pragma once
// Notas as rows of a spreadsheet: the list's export, and the list in the files of a month.

#include <functional>
#include <string>

#include "platform/spreadsheets/spreadsheet.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

/// Calls its argument with each nota.
using EachNota = std::function<void(std::function<void(Nota const&)> const&)>;
/// Times are those of the nota's own place.
std::string receipt_sheet(spreadsheets::Format format, EachNota const& each);

} // namespace balcao::receipts
