#pragma once
// A sale as it was sent, judged against what the company has: its products, its client, its settings. Reads only.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiscal/sefaz_calls/fiscal_clock.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/secrets/secrets.hpp"
#include "registry/people/people.hpp"
#include "registry/products/products.hpp"
#include "selling/approvals/approvals.hpp"
#include "selling/receipts/signing/signing.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::receipts {

/// Why a company's sales go offline now.
struct Offline {
    Instant since;
    std::string xJust;           // 15 to 256 characters
    bool only_if_agreed = false; // mode `perguntar`: only when the clerk has agreed
};
/// Empty while sales go to SEFAZ.
using FindOffline =
    std::function<std::optional<Offline>(db::Connection&, auth::CompanyScope const&, std::string_view ambiente)>;

/// What judging a sale takes besides the database.
struct SaleRules {
    secrets::Secrets const& secrets;
    sefaz_calls::FiscalClocks const& clocks;
    FindOffline offline;
    std::string verProc; // program and version, at most 20 characters
};

/// A discount above what the operador may give.
struct Discount {
    Money valor;
    std::string refusal; // that it is, for who has no leave
    std::optional<approvals::ApprovalId> aprovacao_id{};
};
/// `approval_needed` without a leave, used up by this, that fits.
Result<void> use_leave(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale,
                       Discount const& discount, Instant now);

/// A sale that may be saved, with what issuing it takes.
struct ReadySale {
    sales::Sale sale;
    std::vector<products::Product> products{}; // that of each item, in the items' order
    std::optional<people::Person> client{};    // from the records
    // These three only of a sale that is to be issued.
    std::optional<Issuer> issuer{};
    std::vector<std::optional<nfce::ApproximateTaxes>> taxes{}; // those of each item, in the items' order
    std::optional<Offline> offline{};
    std::optional<Discount> above_limit{}; // a gerente has to have allowed it
};

/// Completes the sale with what its products, client and arithmetic say. Refused with every problem there is: of single
/// fields, of the amounts and, when it is to be issued, of the receipt (as if it were dated now) and of what bars the
/// company from issuing: then `emissao_bloqueada`, else `till_closed` where one has to be open, else `invalid`;
/// `approval_needed` when nothing but a leave for the discount is missing. not_found when there is no such company.
/// `now`: of the machine.
Result<ReadySale> judge_sale(db::Connection& connection, auth::CompanyScope const& scope, auth::Actor const& actor,
                             sales::TypedSale typed, SaleRules const& rules, Instant now);

/// Who is chosen from the records is identified on the receipt, unless another CPF was typed. A company is so always.
std::optional<people::Person> identify_client(db::Connection& connection, sales::Sale& sale,
                                              std::vector<FieldProblem>& problems);
/// The product of each item, in the items' order, whatever became of it since. `invalid` at `itens.N` when one is gone.
Result<std::vector<products::Product>> products_of(db::Connection& connection, auth::CompanyScope const& scope,
                                                   sales::Sale const& sale);
/// Without a terminal that is tied to the program (TEF) a card is "not integrated". `day`: YYYY-MM-DD.
void mark_cards(sales::Sale& sale, std::string_view uf, std::string_view day);

/// The heading of its next receipt.
Heading heading_of(ReadySale const& ready, std::int64_t numero, std::string cNF, Instant fiscal_now);

} // namespace balcao::receipts
