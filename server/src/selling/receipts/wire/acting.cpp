// What the actions of people on notas share.

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

std::unexpected<Failure> unavailable(Nota const& nota, std::string why) {
    return fail({.kind = FailureKind::action_unavailable,
                 .title = "Isso não pode ser feito agora",
                 .detail = std::move(why),
                 .current_json = summary_json(nota)});
}

Result<Subject> find_acted_on(Acting const& acting, NotaId id) {
    auto subject = acting.wire.database.read(
        [&](db::Connection& connection) { return find_subject(connection, acting.wire, acting.scope, id, {}); });
    if (!subject || !may_see(acting.actor, acting.scope, subject->nota)) return not_found();
    return *std::move(subject);
}

Result<Subject> lock_acted_on(db::Transaction& transaction, Acting const& acting, NotaId id) {
    BALCAO_TRY(acting.ask_again(transaction));
    auto subject = lock_subject(transaction, acting.wire, acting.scope, id, {});
    if (!subject || !may_see(acting.actor, acting.scope, subject->nota)) return not_found();
    return *std::move(subject);
}

void note_action(db::Transaction& transaction, Acting const& acting, Nota const& nota, std::string_view action,
                 std::string_view did, std::string_view motivo) {
    json::ObjectWriter details;
    if (!motivo.empty()) details.text("motivo", motivo);
    records::note({transaction, acting.actor}, acting.wire.records,
                  {.topic = "receipts",
                   .action = action,
                   .description = fmt::format("{} a {}", did, name_of(nota)),
                   .company = acting.scope.id(),
                   .entity = nota.id.uuid(),
                   .version = nota.version,
                   .details = details.take()});
}

} // namespace balcao::receipts
