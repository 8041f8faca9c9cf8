#pragma once
// A report's tables as a spreadsheet, and as the document that is drawn as PDF.

#include <string>
#include <string_view>
#include <vector>

#include <boost/json/value.hpp>

#include "office/reports/exports.hpp"
#include "platform/spreadsheets/spreadsheet.hpp"
#include "selling/budgets/report_document.hpp"

namespace balcao::reports {

std::string write_sheet(spreadsheets::Format format, Table const& table);
/// Period, figures and tables of a report's answer, in the document of its company.
void fill(budgets::ReportDocument& document, std::string_view report, boost::json::value const& answer,
          std::vector<Table> const& tables);

} // namespace balcao::reports
