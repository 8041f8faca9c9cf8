#pragma once
// The kept sums compared with what the documents say.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "platform/db/database.hpp"
#include "selling/figures/figures.hpp"

namespace balcao::reports {

/// Where they differ: by how much the documents say more. `mes`: of the sums of a month, against those of its days.
struct Difference {
    std::string company; // CNPJ
    figures::Key key;
    figures::Sums missing;
    bool mes = false;
};
using Found = std::function<void(Difference const&)>;

/// Compares orders by month and receipts by day from `first` on (nothing: from the first document), each in one
/// snapshot. With `repair` what is missing is appended, unless somebody else repaired meanwhile: then it is computed
/// again. Returns how many sums differed. `checkpoint` is called between days.
std::int64_t reconcile(db::Database& database, CompanyId company, std::optional<std::string> const& first, Instant now,
                       bool repair, Found const& found, std::function<void()> const& checkpoint);

std::vector<CompanyId> all_companies(db::Connection& connection);
/// `Vendas por produto em 27/11/2026: os documentos dizem R$ 10,00 a mais` …
std::string sentence_of(Difference const& difference);

} // namespace balcao::reports
