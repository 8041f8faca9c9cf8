#include "selling/sales/sales.hpp"

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "selling/sales/sales_store.hpp"

namespace balcao::sales {

namespace {

constexpr events::Topic topic = "sales";

constexpr db::Query name_of_user{"sales_name_of_user", "select full_name from users where id = :id"};

} // namespace

Failure not_a_draft(Sale const& now, std::string current_json) {
    bool const issued = now.estado == emitida;
    return {.kind = issued ? FailureKind::sale_issued : FailureKind::sale_ended,
            .title = issued ? "Venda já emitida" : "Venda encerrada",
            .detail = issued
                          ? "Esta venda já foi emitida com outro conteúdo. Abra a nota para ver o que pode ser feito."
                          : "Esta venda foi descartada ou desfeita. Comece uma venda nova.",
            .current_json = std::move(current_json)};
}

Failure changed_meanwhile(db::Connection& connection, Sale const& now) {
    auto const who = connection.scalar<std::string>(name_of_user, {{"id", now.operador_id}}).value_or("");
    auto const name = who.empty() ? std::string("Outra pessoa") : who;
    return {.kind = FailureKind::sale_changed,
            .title = "Esta venda mudou",
            .detail = now.em_espera
                          ? fmt::format("{} mudou esta venda, que está em espera. Veja como ela está agora.", name)
                          : fmt::format("{} já retomou esta venda.", name),
            .current_json = R"({"venda":)" + to_json(now) + R"(,"nota":null})"};
}

Result<void> discard(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                     Sale draft, std::string_view if_match) {
    BALCAO_TRY(records::check_current(write.db, if_match,
                                      {.topic = topic,
                                       .id = draft.id.uuid(),
                                       .version = draft.version,
                                       .what = "esta venda",
                                       .json = to_json(draft)}));
    draft.estado = descartada;
    draft.em_espera.reset();
    draft.updated_at = services.clock.now();
    set_state(write.db, scope, draft);
    records::note(write, services,
                  {.topic = topic,
                   .action = "sale_discard",
                   .description = fmt::format("Descartou uma venda de {}", brl(draft.total)),
                   .company = scope.id(),
                   .entity = draft.id.uuid(),
                   .version = draft.version + 1});
    return {};
}

Result<Sale> resume(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                    Sale draft, std::int64_t version) {
    if (draft.version != version) return fail(changed_meanwhile(write.db, draft));
    draft.em_espera.reset();
    draft.operador_id = write.actor.user;
    draft.updated_at = services.clock.now();
    set_state(write.db, scope, draft);
    ++draft.version;
    services.events.publish(write.db, {.topic = topic,
                                       .company = scope.id(),
                                       .entity = draft.id.uuid(),
                                       .version = draft.version,
                                       .made_by = write.actor.user});
    return draft;
}

} // namespace balcao::sales
