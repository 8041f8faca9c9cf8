#pragma once
// The list of notas and what it adds up to.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/records/list_query.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

/// Query parameters of the list besides search and page.
struct ReceiptFilter {
    std::string ambiente;
    std::string situacao;               // one of the contract's parameter
    std::optional<Instant> de{}, ate{}; // of dhEmi; `ate` excluded
    std::optional<std::int64_t> modelo{}, serie{}, numero{};
    std::optional<std::int64_t> tpNF{}; // 0: NF-e of entry, 1: of a sale
    std::optional<UserId> operador{};
    std::optional<std::string> tPag{};    // two digits
    std::optional<std::int64_t> pedido{}; // numero_pedido of the order
    std::optional<std::string> cliente{}; // id of a person, CPF, or `-`: neither
    std::optional<ProductId> produto{};
    std::optional<std::int64_t> hora{}, dia_semana{};   // of dhEmi as printed; 1 Monday to 7 Sunday
    std::optional<std::string> first_day{}, last_day{}; // `de` and `ate` as they were typed
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
/// A receipt with what the list shows of its sale.
struct ListedReceipt {
    Nota nota;
    std::string operador;                // full name
    std::vector<std::string> pagamentos; // tPag
    std::optional<std::int64_t> pedido{};
    std::optional<Uuid> pedido_id{};
};
std::vector<ListedReceipt> with_sales(db::Connection& connection, auth::CompanyScope const& scope,
                                      std::vector<Nota> notas);
/// The contract's ReceiptSummary as lists show it.
std::string listed_json(ListedReceipt const& one);
/// The newest authorised or pending ones; of one person alone if named.
std::vector<std::string> latest_receipts(db::Connection& connection, auth::CompanyScope const& scope,
                                         std::string_view ambiente, std::optional<UserId> const& operador,
                                         std::int64_t limit);
/// All that the list finds, in its order, with what it shows of the sales. For few at once.
void each_listed(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked,
                 std::function<void(ListedReceipt const&)> const& use);
/// All that the list finds, in its order.
void each_receipt(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked,
                  std::function<void(Nota const&)> const& use);

} // namespace balcao::receipts
