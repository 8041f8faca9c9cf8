#pragma once
// The SQL of sales, and what can be done with drafts.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::sales {

/// The sale with items and payments, and what belongs to its row alone.
struct StoredSale {
    Sale sale;
    db::Blob corpo_sha256; // of the request that wrote it last, to know a repeated one
};
std::optional<StoredSale> find(db::Connection& connection, auth::CompanyScope const& scope, VendaId id);

/// The order that a sale invoices; practice in the simulator invoices none.
std::optional<budgets::BudgetId> order_of(db::Connection& connection, auth::CompanyScope const& scope, VendaId id);

/// A parked draft as the list shows it.
struct ParkedSale {
    VendaId id;
    std::string em_espera;
    UserId operador_id;
    std::string operador; // full name
    std::optional<std::string> nome;
    Money total;
    std::int64_t itens = 0; // how many
    Instant updated_at;
    std::int64_t version = 1;
};
Fields parked_fields();
inline constexpr std::int64_t most_parked = 200;
/// Which drafts: those of practice in the simulator, all others, or both.
struct ParkedOf {
    bool practice = true;
    bool others = true;
};
/// At most `most_parked`, those parked last first.
std::vector<ParkedSale> find_parked(db::Connection& connection, auth::CompanyScope const& scope, ParkedOf const& of);

/// `venda_alterada` with the draft as it is now, and who has it.
Failure changed_meanwhile(db::Connection& connection, Sale const& now);
/// `venda_ja_emitida` or `venda_encerrada`, by its state. `current_json`: the contract's schema IssuedSale.
Failure not_a_draft(Sale const& now, std::string current_json);

/// UniqueViolation `venda_pkey`: a sale with this id is there.
void insert(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale, db::BlobView corpo_sha256);
/// A draft becomes this sale, whose version is the draft's. False when the draft is another version by now, or none
/// any more: nothing was written.
[[nodiscard]] bool replace_draft(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale,
                                 db::BlobView corpo_sha256);
/// What correct_sale changes of an issued sale. False when it is another version by now, or not `emitida`.
[[nodiscard]] bool correct(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale,
                           Instant now);
/// An issued sale is cancelled or given up; false when it was not `emitida`.
[[nodiscard]] bool undo(db::Transaction& transaction, auth::CompanyScope const& scope, VendaId id, Instant now);

/// Throws a draft away; `stale` when somebody changed it. `draft`: as read in this transaction.
Result<void> discard(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                     Sale draft, std::string_view if_match);
/// Takes a draft over: it is no longer parked, and the actor's. `venda_alterada` when it has another version than the
/// actor saw.
Result<Sale> resume(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                    Sale draft, std::int64_t version);

} // namespace balcao::sales
