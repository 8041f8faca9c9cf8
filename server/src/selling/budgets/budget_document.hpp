#pragma once
// The printed budget or order.

#include <string>

#include "platform/base/time.hpp"
#include "registry/companies/companies.hpp"
#include "registry/people/people.hpp"
#include "selling/budgets/budget.hpp"
#include "selling/budgets/pdf/draw.hpp"

namespace balcao::budgets {

/// `client`: as stored now; null when there is none any more.
BudgetDocument make_document(Budget const& budget, companies::Company const& company, people::Person const* client,
                             Instant now);

/// The document on A4 pages. Thread-safe. Throws std::runtime_error when memory or a library fails.
std::string draw_pdf(BudgetDocument const& document);

/// `orcamento-1047-nome-do-cliente.pdf`
std::string pdf_file_name(Budget const& budget);

} // namespace balcao::budgets
