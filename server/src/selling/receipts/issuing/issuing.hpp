#pragma once
// From a sale that was sent to a committed nota (T1, T1c): its number is taken, its document signed and stored and its
// job created in one transaction, and the sale's own id makes sending it again safe for ever.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiscal/numbers/marks.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/jobs/jobs.hpp"
#include "platform/records/records.hpp"
#include "selling/receipts/issuing/sale_request.hpp"
#include "selling/receipts/issuing/turns.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/nota/remessa_items.hpp"
#include "selling/receipts/signing/signing.hpp"
#include "selling/receipts/wire/wire.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

struct IssuingServices {
    db::Database& database;
    records::Services records;
    jobs::Queue& queue;
    numbers::Marks& marks;
    SaleRules rules;
    FindSigner signer;
};

/// A sale and its nota (that which no other one has replaced), as they are stored.
struct IssuedSale {
    sales::Sale sale;
    std::optional<Nota> nota{};
    bool is_new = false; // made by this call
};
/// The contract's schema IssuedSale.
std::string to_json(IssuedSale const& issued);

/// One for the whole process. Thread-safe.
class Issuing {
public:
    explicit Issuing(IssuingServices services) : services_(std::move(services)) {}

    /// What every sale is judged by.
    SaleRules const& rules() const { return services_.rules; }

    /// Saves a draft, or issues the sale. The same body again: what was made of it, whatever has happened since. Else
    /// `sale_issued`, `sale_ended` or `sale_changed` with what is stored; the refusals of judge_sale and
    /// `issuing_blocked` take no number. `result_unknown`: nobody knows whether it was saved; sending it again tells.
    /// Holds no connection while it signs; not inside another read or write.
    Result<IssuedSale> post(auth::Actor const& actor, auth::CompanyScope const& scope, std::string const& body,
                            AskAgain const& ask_again);
    /// The DANFE of the NF-e that this sale would become now, as PDF, marked as without fiscal value; takes no number
    /// and saves nothing. `body` as for `post`, and refused as it when the sale is to be issued; `invalid` of an NFC-e.
    /// Holds no connection while it signs and draws; not inside another read or write.
    Result<std::string> preview(auth::Actor const& actor, auth::CompanyScope const& scope, std::string const& body);

private:
    struct Attempt;

    std::optional<Result<IssuedSale>> known(db::Connection& connection, auth::CompanyScope const& scope,
                                            sales::VendaId id, std::optional<std::int64_t> version,
                                            db::BlobView corpo_sha256);
    /// A refused sale's failure, with what is wrong with the certificate.
    Failure with_certificate(Failure failure, auth::CompanyScope const& scope, bool treino);
    Result<IssuedSale> save_draft(Attempt const& attempt);
    Result<IssuedSale> issue(Attempt const& attempt);
    Result<Signed> sign(ReadySale const& ready, std::int64_t numero, nfce::Certificate const& certificate) const;
    /// What follows the number in its transaction.
    Result<IssuedSale> write_issued(db::Transaction& transaction, Attempt const& attempt, Signed const& document,
                                    Instant now);
    /// A nota has the number that the counter says is next.
    Failure stop(Attempt const& attempt, std::string const& motivo);

    IssuingServices const services_;
    Turns turns_;
};

/// /api/companies/{id}/sales…, /api/companies/{id}/budgets/{bid}/sale.
void add_sales_routes(auth::Gate& gate, Issuing& issuing, records::Services services);

/// POST /api/companies/{id}/budgets/{bid}/sale: begins a sale of what the order still has to be invoiced. `rules` must
/// outlive the gate.
void add_order_sale_route(auth::Gate& gate, SaleRules const& rules, records::Services services);

struct IssuedNota {
    Nota nota;
    bool is_new = false; // made by this call
};

/// A return with all that its NF-e of entry is made of.
struct Entry {
    Nota origin; // of the sale
    ReturnedGoods goods;
    Issuer issuer;
};
/// not_found when there is no such return; refused when its document is not here or the settings are missing.
Result<Entry> find_entry(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                         DevolucaoId returned);
/// Not inside of a read or a write.
Result<Signed> sign_entry(Acting const& acting, Entry const& entry, Heading const& heading, Instant fiscal_now);
/// The sentence why the return may have no NF-e from here now; not_found when there is no such return.
Result<std::optional<std::string>> why_no_entry(db::Connection& connection, auth::CompanyScope const& scope,
                                                DevolucaoId returned);

/// The NF-e of the return that is issued or on its way.
std::optional<Nota> standing_entry(db::Connection& connection, auth::CompanyScope const& scope, DevolucaoId returned);

/// Issues it. `after`: the last one that the caller saw, which was cancelled or given up; when there is a later one,
/// that is the answer, so that sending it again makes no second one. Not inside of a read or a write.
Result<IssuedNota> issue_entry(Acting const& acting, DevolucaoId returned, std::optional<NotaId> const& after);

/// Goods of a delivery with all that their remessa is made of.
struct Remessa {
    sales::Sale goods{};                       // as a sale says them, at what was invoiced for them; never stored
    std::vector<products::Product> products{}; // of its items
    std::optional<people::Person> client{};    // from the records
    std::vector<std::string> invoiced_by{};    // keys of the notas
    std::vector<RemessaItem> itens;            // in the order of `goods`
    Issuer issuer;
};
/// Of a remessa that stands; not_found when its goods go with another.
Result<Remessa> find_remessa(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                             Nota const& nota);
/// Not inside of a read or a write.
Result<Signed> sign_remessa(Acting const& acting, Remessa const& remessa, Heading const& heading, Instant fiscal_now);
/// Issues the NF-e of a delivery whose goods were invoiced for future delivery. `after` as for issue_entry.
/// `issuing_blocked` when something of it was not invoiced so. Not inside of a read or a write.
Result<IssuedNota> issue_remessa(Acting const& acting, budgets::BudgetId order, EntregaId delivery,
                                 std::optional<NotaId> const& after);
/// POST /api/companies/{id}/budgets/{bid}/deliveries/{entrega}/remessa. `wire` must outlive the gate.
void add_remessas_routes(auth::Gate& gate, Wire const& wire);

/// The sentence about a series without a number left.
std::string used_up(numbers::Series const& series);
/// `emissao_bloqueada`: why no number of a stopped series can be taken.
Failure why_stopped(db::Connection& connection, auth::CompanyScope const& scope, numbers::Series const& series);

/// What bars receipts of this series: the series itself, and what SEFAZ refuses the company until
/// somebody puts it right. Sentences that say who does what.
std::vector<std::string> series_hindrances(db::Connection& connection, auth::CompanyScope const& scope,
                                           numbers::Series const& series, Instant now);

/// All that would refuse any sale of the company, its certificate included; empty while it can issue.
std::vector<std::string> find_hindrances(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                                         std::string_view ambiente);

/// SEFAZ answers the company's questions only later (656): until when, and what to do meanwhile.
std::optional<std::string> overuse_notice(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                                          std::string_view ambiente);
/// For a gerente at the counter: what has to be done about fiscal rules and products and stops no sale.
std::vector<std::string> find_reminders(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope);

} // namespace balcao::receipts
