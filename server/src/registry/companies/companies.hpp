#pragma once
// Operations on companies, each with audit row and event in the caller's transaction.

#include <optional>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/pictures/picture.hpp"
#include "platform/records/records.hpp"
#include "registry/companies/company.hpp"

namespace balcao::auth {
class Gate;
}
namespace balcao::http {
class Router;
}

namespace balcao::companies {

std::optional<StoredCompany> find(db::Connection& connection, auth::CompanyScope const& scope);
/// The logo for documents; nothing without one.
std::optional<std::string> find_documents_logo(db::Connection& connection, Company const& company);

/// Conflict at `cnpj` if another company has it.
Result<StoredCompany> create(auth::Write const& write, records::Services const& services, Company company);

/// `if_match`: the header. Fails if stale, if a non-admin changes `ativo`, if CNPJ or UF change after the first fiscal
/// number, and for a taken CNPJ.
Result<StoredCompany> update(auth::Write const& write, auth::CompanyScope const& scope,
                             records::Services const& services, std::string_view if_match, Company typed);

/// Only before the first fiscal number, without sales, budgets and orders, also in the bin.
Result<void> remove(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                    std::string_view if_match);

/// Whether there is any company, active or not.
bool any(db::Connection& connection);

/// Deletes a company with its numbers, without the checks of `remove`. Only for the example shop, after its sales,
/// receipts and tills.
Result<void> remove_with_everything(auth::Write const& write, auth::CompanyScope const& scope,
                                    records::Services const& services);

/// Publishes that settings shown by companies and sessions changed: environment, end of the certificate.
void publish_shown_state(db::Transaction& transaction, events::Events& events, CompanyId company);

/// `system`: for screens; `documents`: for printed documents.
enum class LogoKind { system, documents };
/// Longest side of the stored picture, in pixels.
int side_of(LogoKind kind);

/// Stores picture and uploaded bytes, replacing the logo.
Result<StoredCompany> put_logo(auth::Write const& write, auth::CompanyScope const& scope,
                               records::Services const& services, LogoKind kind, pictures::Picture const& picture,
                               std::string_view upload);
/// Does nothing without one.
Result<StoredCompany> remove_logo(auth::Write const& write, auth::CompanyScope const& scope,
                                  records::Services const& services, LogoKind kind);

/// The URL of a logo file, and back.
inline constexpr std::string_view logo_url_prefix = "/files/company_logos/";

/// Redraws logos of versions that served uploads, under a new URL. One that cannot be drawn is removed, which a
/// notification reports (`logos_retirados`). At start, before serving; does nothing if all were drawn.
void convert_logos(db::Database& database, Clock const& clock);

/// /api/companies, /api/companies/{id}, its logos, and /files/company_logos.
void add_companies_routes(auth::Gate& gate, http::Router& router, db::Database& database, records::Services services);

} // namespace balcao::companies
