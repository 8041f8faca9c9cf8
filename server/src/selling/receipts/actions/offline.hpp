#pragma once
// How a sale that SEFAZ does not answer goes offline.

#include <cstdint>
#include <string>

#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

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

/// tpEmis of the NF-e that takes the place of one that is not answered: of the SVC that stands in for the UF, or 1 for
/// what the SVC does not answer. Refused while that service does not say that it works, or has not when it was asked
/// less than three minutes ago: a number would be spent for nothing. Waits some seconds for its answer; not inside of a
/// read or a write.
Result<int> other_authoriser(Acting const& acting, Subject const& subject);
/// The nota, locked, goes on elsewhere: whoever has it did not answer it.
void note_no_answer(db::Transaction& transaction, Subject const& subject);
/// Of the NF-e that takes its place.
Heading svc_heading(Subject const& subject, int tpEmis, std::int64_t numero);
/// `emissao_bloqueada`: why its series takes no number.
std::unexpected<Failure> series_stopped(Acting const& acting, Nota const& nota);

} // namespace balcao::receipts
