#pragma once
// What can be done with a company, each with its audit row and event in the caller's transaction.

#include <optional>
#include <string_view>

#include "auth/gate.hpp"
#include "base/result.hpp"
#include "companies/company.hpp"
#include "records/records.hpp"

namespace balcao::companies {

/// Conflict at `cnpj` when another company has it.
Result<StoredCompany> create(auth::WriteCall& call, records::Services const& services, Company company);

/// `if_match`: the header. Fails when stale, when a non-admin changes `ativo`, when CNPJ or UF change after the
/// first fiscal number, and on a taken CNPJ.
Result<StoredCompany> update(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                             std::string_view if_match, Company typed);

/// Only while no fiscal number was ever taken.
Result<void> remove(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                    std::string_view if_match);

/// Tells open browsers that what companies and sessions show of its settings changed: environment, end of the
/// certificate.
void publish_shown_state(db::Transaction& transaction, events::Events& events, CompanyId company);

enum class LogoKind { system, documents };

/// Checks and keeps the image in place of the one before.
Result<StoredCompany> put_logo(auth::WriteCall& call, auth::CompanyScope const& scope,
                               records::Services const& services, LogoKind kind, std::string_view bytes);
/// Also fine when there was none.
Result<StoredCompany> remove_logo(auth::WriteCall& call, auth::CompanyScope const& scope,
                                  records::Services const& services, LogoKind kind);

/// Address under which the browser finds a logo file, and back.
inline constexpr std::string_view logo_url_prefix = "/files/company_logos/";

} // namespace balcao::companies
