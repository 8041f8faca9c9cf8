#pragma once
// A report as PDF, drawn by the module that draws budgets.

#include <string>

#include "registry/companies/companies.hpp"
#include "selling/budgets/pdf/draw.hpp"

namespace balcao::budgets {

/// Company, accent and tables without logo, figures and subtitles.
ReportDocument report_of(companies::Company const& company, std::string title);
std::string draw(ReportDocument const& document);

} // namespace balcao::budgets
