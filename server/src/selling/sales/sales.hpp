#pragma once
// SQL of sales, and operations on drafts.

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

/// A stored sale with items, payments and its row's own columns.
struct StoredSale {
    Sale sale;
    db::Blob corpo_sha256; // of the request that wrote it last, to know a repeated one
};
std::optional<StoredSale> find(db::Connection& connection, auth::CompanyScope const& scope, VendaId id);

/// The order that a sale invoices; none in the simulator.
std::optional<budgets::BudgetId> order_of(db::Connection& connection, auth::CompanyScope const& scope, VendaId id);

/// A parked draft in the list.
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
/// Drafts of practice in the simulator, all others, or both.
struct ParkedOf {
    bool practice = true;
    bool others = true;
};
/// At most `most_parked`, last parked first.
std::vector<ParkedSale> find_parked(db::Connection& connection, auth::CompanyScope const& scope, ParkedOf const& of);

/// `venda_alterada` with the current draft, and who has it.
Failure changed_meanwhile(db::Connection& connection, Sale const& now);
/// `venda_ja_emitida` or `venda_encerrada`, by its state. `current_json`: the contract's schema IssuedSale.
Failure not_a_draft(Sale const& now, std::string current_json);

/// Throws UniqueViolation `venda_pkey` if the id exists.
void insert(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale, db::BlobView corpo_sha256);
/// Turns a draft into this sale, whose version is the draft's. False, nothing written, if the draft has another version
/// or is none.
[[nodiscard]] bool replace_draft(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale,
                                 db::BlobView corpo_sha256);
/// Writes the changes of correct_sale. False if the sale has another version or is not `emitida`.
[[nodiscard]] bool correct(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale,
                           Instant now);
/// Marks an issued sale as cancelled or given up; false if it was not `emitida`.
[[nodiscard]] bool undo(db::Transaction& transaction, auth::CompanyScope const& scope, VendaId id, Instant now);

/// Deletes a draft, read in this transaction; `stale` if somebody changed it.
Result<void> discard(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                     Sale draft, std::string_view if_match);
/// Takes a draft over: it is no longer parked and belongs to the actor. `venda_alterada` if its version is not the one
/// the actor saw.
Result<Sale> resume(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                    Sale draft, std::int64_t version);

} // namespace balcao::sales
