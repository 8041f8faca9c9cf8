#pragma once
// Whether goods of a nota's sale may come back (selling/returns/returns.hpp).

#include <optional>
#include <string>

#include "selling/receipts/wire/wire.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::receipts {

struct Returnable {
    Nota nota;
    sales::Sale sale;
    companies::Company company;
    /// The sentence why nothing of it may come back now, whatever was returned already.
    std::optional<std::string> why_not{};
    /// Who asks may have the nota cancelled instead, until then.
    std::optional<Instant> cancelavel_ate{};
};

/// The document of such a nota as document_of (documents.hpp) gives it; not_found when there is no such nota.
Result<std::string> returned_document(db::Connection& connection, auth::CompanyScope const& scope, NotaId id);

/// nullopt: no such nota that the actor may see.
std::optional<Returnable> find_returnable(db::Connection& connection, auth::Actor const& actor, Wire const& wire,
                                          auth::CompanyScope const& scope, NotaId id);
/// Any nota's before something of it is taken back: raises the nota's version, so that who cancels it or takes
/// something of it back beside this begins anew and sees what was done. First in its transaction.
std::optional<Returnable> lock_returnable(db::Transaction& transaction, Wire const& wire,
                                          auth::CompanyScope const& scope, NotaId id);
/// `acao_indisponivel` with the nota as it is.
std::unexpected<Failure> not_returnable(Nota const& nota, std::string why);
/// What open screens hear of a nota whose goods came back.
void tell_returned(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota);

} // namespace balcao::receipts
