#pragma once
// Store credit (tables `credito_loja`, `credito_uso`) for returned goods. The holder of the code may spend it, at any
// till, in parts, within its environment.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/decimal.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "registry/stations/stations.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::store_credits {

struct CreditId : Id<CreditId> {
    using Id::Id;
};

struct StoreCredit {
    CreditId id;
    std::string ambiente;
    std::string codigo;   // eight letters and digits, without what is read as another; people see it in two halves
    Money valor;          // as it was given
    Money saldo;          // what is left of it
    std::string validade; // last day, YYYY-MM-DD in the company's time zone
    Uuid devolucao_id;
    Instant created_at;
};

/// `7K3M9QXR` → `7K3M-9QXR`
std::string code_text(std::string_view codigo);

std::optional<StoreCredit> find(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                                std::string_view codigo);
/// The credit of a return.
std::optional<StoreCredit> find_of_return(db::Connection& connection, auth::CompanyScope const& scope,
                                          Uuid const& devolucao);

/// Creates one with a new code. `credit`: without id, code and balance.
StoreCredit give(db::Transaction& transaction, auth::CompanyScope const& scope, StoreCredit credit);

/// Appends the problems of the sale's payments by credit on that day (YYYY-MM-DD), at `pagamentos.N.credito` or
/// `pagamentos.N.valor`: unknown, expired, used up, or too small.
void check_payments(db::Connection& connection, auth::CompanyScope const& scope, sales::Sale const& sale,
                    std::string_view day, std::vector<FieldProblem>& problems);
/// Spends them, in the transaction that issues the sale and after its row; `invalid` like check_payments. Of two tills
/// at once one is refused.
Result<void> take_payments(db::Transaction& transaction, auth::CompanyScope const& scope,
                           records::Services const& services, sales::Sale const& sale, std::string_view day);
/// Restores what an undone sale spent. Never refused.
void give_back(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
               sales::VendaId sale);

using stations::Services;
/// /api/companies/{id}/store-credits… and /api/companies/{id}/stations/{eid}/vouchers; copies `services`. Sellers query
/// a credit by code; list and voucher are a gerente's.
void add_store_credits_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::store_credits
