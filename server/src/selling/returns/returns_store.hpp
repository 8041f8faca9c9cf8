#pragma once
// The SQL of returns.

#include "platform/db/newest_page.hpp"
#include "selling/returns/returns.hpp"

namespace balcao::returns {

Fields return_fields();
std::optional<Return> find(db::Connection& connection, auth::CompanyScope const& scope, ReturnId id);
std::vector<ReturnedItem> find_items(db::Connection& connection, auth::CompanyScope const& scope, ReturnId id);
/// Those of a sale, the first one first.
std::vector<Return> find_of_sale(db::Connection& connection, auth::CompanyScope const& scope, sales::VendaId sale);
/// What of each of the sale's items came back so far, in one; what did not is left out.
std::vector<ReturnedItem> find_returned(db::Connection& connection, auth::CompanyScope const& scope,
                                        sales::VendaId sale);

struct ReturnFilter {
    std::string ambiente;
    std::optional<bool> pending{};      // its NF-e of entry is missing
    std::optional<Instant> de{}, ate{}; // `ate` excluded
};
using ReturnPage = db::Page<Return>;
/// The last one first.
ReturnPage find_page(db::Connection& connection, auth::CompanyScope const& scope, ReturnFilter const& filter,
                     std::int64_t limit, std::int64_t offset);

void insert(db::Transaction& transaction, auth::CompanyScope const& scope, Return const& made,
            std::vector<ReturnedItem> const& items);
void set_entry_note(db::Transaction& transaction, auth::CompanyScope const& scope, ReturnId id,
                    std::optional<std::string> const& chave, std::optional<Instant> const& at);

} // namespace balcao::returns
