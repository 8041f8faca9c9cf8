#pragma once
// What can be done with a company, each with its audit row and event in the caller's transaction.

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
/// The bytes of the image that is printed on documents; nothing when the company has none.
std::optional<std::string> find_documents_logo(db::Connection& connection, Company const& company);

/// Conflict at `cnpj` when another company has it.
Result<StoredCompany> create(auth::Write const& write, records::Services const& services, Company company);

/// `if_match`: the header. Fails when stale, when a non-admin changes `ativo`, when CNPJ or UF change after the
/// first fiscal number, and on a taken CNPJ.
Result<StoredCompany> update(auth::Write const& write, auth::CompanyScope const& scope,
                             records::Services const& services, std::string_view if_match, Company typed);

/// Only while no fiscal number was ever taken and there is no budget or order, not even in the bin, and no sale.
Result<void> remove(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                    std::string_view if_match);

/// Whether the installation has any, active or not.
bool any(db::Connection& connection);

/// Takes a company out, numbers and all, whatever `remove` would say. Only for one that was made up, once what refers
/// to it without going with it is gone (sales, receipts, tills).
Result<void> remove_with_everything(auth::Write const& write, auth::CompanyScope const& scope,
                                    records::Services const& services);

/// Tells open browsers that what companies and sessions show of its settings changed: environment, end of the
/// certificate.
void publish_shown_state(db::Transaction& transaction, events::Events& events, CompanyId company);

/// `system`: shown on screens; `documents`: printed on what the company hands out.
enum class LogoKind { system, documents };
/// Longest side of the picture that is kept, in pixels.
int side_of(LogoKind kind);

/// Keeps the picture and the bytes it was drawn from in place of the logo before.
Result<StoredCompany> put_logo(auth::Write const& write, auth::CompanyScope const& scope,
                               records::Services const& services, LogoKind kind, pictures::Picture const& picture,
                               std::string_view upload);
/// Also fine when there was none.
Result<StoredCompany> remove_logo(auth::Write const& write, auth::CompanyScope const& scope,
                                  records::Services const& services, LogoKind kind);

/// Address under which the browser finds a logo file, and back.
inline constexpr std::string_view logo_url_prefix = "/files/company_logos/";

/// Draws each logo kept by versions that served what was uploaded, and puts the pixels in its place, under a new
/// address. One that cannot be drawn is taken off its company, which notifications tell (`logos_retirados`). At the
/// start, before anything is served; does nothing when all were drawn before.
void convert_logos(db::Database& database, Clock const& clock);

/// /api/companies, /api/companies/{id}, its logos, and /files/company_logos.
void add_companies_routes(auth::Gate& gate, http::Router& router, db::Database& database, records::Services services);

} // namespace balcao::companies
