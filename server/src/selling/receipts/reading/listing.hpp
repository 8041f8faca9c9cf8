#pragma once
// The list of notas and what it adds up to.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/records/list_query.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

/// Query parameters of the list besides search and page.
struct ReceiptFilter {
    std::string ambiente;
    std::string situacao; // todas, autorizadas, enviando, contingencia, rejeitadas, canceladas, numeros, com_alerta
    std::optional<Instant> de{}, ate{}; // of dhEmi; `ate` excluded
    std::optional<std::int64_t> serie{}, numero{};
    std::optional<UserId> operador{};
    std::optional<std::string> tPag{}; // two digits
};
using ReceiptList = records::ListRequest<ReceiptFilter>;

/// The search means a key (44 characters), an amount with its cents ('1.386,00'), else part of name, document or
/// number. `ambiente` by default that of the company's notas. `more`: parameters that the route takes besides.
Result<ReceiptList> read_receipt_list(db::Connection& connection, auth::CompanyScope const& scope,
                                      http::Request const& request, std::span<std::string_view const> more = {});
/// Newest first. Counted to 1000, beyond it "more than".
records::ListPage list_receipts(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked);
/// `{"total":…,"autorizado":…,"cancelado":…,"abas":{…}}`: how many the list finds, for a gerente the value of those
/// authorised and cancelled, and how many each situacao has, counted to 1000.
std::string count_receipts(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked);

/// How many the list finds, exactly.
std::int64_t found_receipts(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked);
/// All that the list finds, in its order.
void each_receipt(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked,
                  std::function<void(Nota const&)> const& use);

} // namespace balcao::receipts
