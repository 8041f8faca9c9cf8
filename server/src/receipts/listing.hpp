#pragma once
// The list of notas and what it adds up to.

#include <optional>
#include <string>

#include "auth/access.hpp"
#include "base/result.hpp"
#include "db/database.hpp"
#include "receipts/nota.hpp"
#include "records/list_query.hpp"

namespace balcao::receipts {

/// Query parameters of the list besides search and page.
struct ReceiptFilter {
    std::string ambiente;
    std::string situacao;               // todas, autorizadas, enviando, contingencia, rejeitadas, canceladas, numeros
    std::optional<Instant> de{}, ate{}; // of dhEmi; `ate` excluded
    std::optional<std::int64_t> serie{}, numero{};
    std::optional<UserId> operador{};
};
using ReceiptList = records::ListRequest<ReceiptFilter>;

/// `ambiente` by default that of the company's notas.
Result<ReceiptList> read_receipt_list(db::Connection& connection, auth::CompanyScope const& scope,
                                      http::Request const& request);
/// Newest first. Counted to 1000, beyond it "more than".
records::ListPage list_receipts(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked);
/// `{"total":…,"autorizado":…,"cancelado":…}`: how many the list finds, and the value of those authorised and
/// cancelled.
std::string count_receipts(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked);

} // namespace balcao::receipts
