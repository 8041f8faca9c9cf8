#pragma once
// What the actions of people on notas share (selling/receipts/actions/actions.hpp).

#include <string>
#include <string_view>

#include "selling/receipts/actions/actions.hpp"

namespace balcao::receipts {

/// `acao_indisponivel` with the nota as it is.
std::unexpected<Failure> unavailable(Nota const& nota, std::string why);
/// `emissao_bloqueada`: why its series takes no number.
std::unexpected<Failure> series_stopped(Acting const& acting, Nota const& nota);

/// The nota as it is now; not_found for a nota of nobody. Not inside of a read or a write.
Result<Subject> find_acted_on(Acting const& acting, NotaId id);
/// The same, locked, if who asked still may.
Result<Subject> lock_acted_on(db::Transaction& transaction, Acting const& acting, NotaId id);

/// The action's line in the audit log and its event. `did`: "Cancelou".
void note_action(db::Transaction& transaction, Acting const& acting, Nota const& nota, std::string_view action,
                 std::string_view did, std::string_view motivo);

/// When contingency began, and why: for a sale that hangs, with the sale.
struct OfflineHeading {
    Instant began;
    std::string xJust;
};
OfflineHeading why_offline(db::Connection& connection, Acting const& acting, Subject const& subject);
/// Why a sale cannot go offline whatever SEFAZ does.
Result<void> check_offline_allowed(db::Connection& connection, Acting const& acting, Subject const& subject);
/// Of the nota that takes its place.
Heading offline_heading(Subject const& subject, OfflineHeading const& why, std::int64_t numero);

} // namespace balcao::receipts
