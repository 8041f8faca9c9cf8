#pragma once
// The SQL of store credits.

#include "platform/db/newest_page.hpp"
#include "platform/records/list_query.hpp"
#include "selling/store_credits/store_credits.hpp"

namespace balcao::store_credits {

enum class Standing { usable, used_up, expired };
/// `day`: YYYY-MM-DD, of the company.
Standing standing_of(StoreCredit const& credit, std::string_view day);

struct CreditFilter {
    std::string ambiente;
    std::optional<Standing> standing{}; // all when absent
    std::string day;                    // YYYY-MM-DD: what has expired by then
    std::string codigo;                 // begins with this; may be empty
};
using CreditPage = db::Page<StoreCredit>;
/// The last given first.
CreditPage find_page(db::Connection& connection, auth::CompanyScope const& scope, CreditFilter const& filter,
                     std::int64_t limit, std::int64_t offset);

void insert(db::Transaction& transaction, auth::CompanyScope const& scope, StoreCredit const& credit);
/// False when it has less, or has expired: nothing was written.
[[nodiscard]] bool take(db::Transaction& transaction, auth::CompanyScope const& scope, CreditId id, Money valor,
                        std::string_view day);
void put_back(db::Transaction& transaction, auth::CompanyScope const& scope, CreditId id, Money valor);

struct Use {
    CreditId credito;
    Money valor;
};
void insert_use(db::Transaction& transaction, auth::CompanyScope const& scope, sales::VendaId sale, std::int64_t ordem,
                Use const& use, Instant now);
/// Marks what the sale used as given back, and answers it; what was so already is left out.
std::vector<Use> take_back_uses(db::Transaction& transaction, auth::CompanyScope const& scope, sales::VendaId sale,
                                Instant now);

} // namespace balcao::store_credits
