#pragma once
// The SQL of `emitente`.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/records/list_query.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::companies {

/// One page and its total. `only_of`: the companies linked to this user; nullopt: all. `ativo`: S, N or both.
struct CompanyFilter {
    std::optional<UserId> only_of{};
    std::optional<std::string> ativo{};
};
records::ListPage list(db::Connection& connection, records::ListQuery const& query, CompanyFilter const& filter);

/// Inserts the row and what belongs to it. A taken CNPJ throws db::UniqueViolation `emitente_cnpj`.
void insert(db::Transaction& transaction, StoredCompany const& stored);
/// Writes the row. A taken CNPJ throws db::UniqueViolation `emitente_cnpj`.
void update(db::Transaction& transaction, auth::CompanyScope const& scope, StoredCompany const& before,
            StoredCompany const& after);
void remove(db::Transaction& transaction, auth::CompanyScope const& scope, StoredCompany const& stored);

/// Budgets and orders, also those in the bin.
bool has_budgets(db::Connection& connection, auth::CompanyScope const& scope);
/// Drafts, and those of practice, too.
bool has_sales(db::Connection& connection, auth::CompanyScope const& scope);
/// Whether a till was ever opened.
bool has_tills(db::Connection& connection, auth::CompanyScope const& scope);

inline std::string_view papel_in(auth::CompanyScope const& scope) {
    return auth::text(scope.is_gerente() ? auth::Papel::gerente : auth::Papel::operador);
}
/// The contract's schema Company. `papel`: what whoever is told of it is in it.
std::string to_json(Company const& company, std::string_view papel);

/// Id of the company with this CNPJ.
std::optional<CompanyId> find_by_cnpj(db::Connection& connection, std::string_view cnpj);
/// The tone the fewest companies use, the first of those in the order of company_colors.
std::string_view least_used_color(db::Connection& connection);

} // namespace balcao::companies
