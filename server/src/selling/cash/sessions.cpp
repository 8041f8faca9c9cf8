#include "selling/cash/sessions.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "platform/base/crash_point.hpp"
#include "platform/base/json.hpp"
#include "registry/companies/companies.hpp"
#include "registry/sale_settings/sale_settings.hpp"

namespace balcao::cash {

namespace {

constexpr events::Topic topic = "cash";

void tell(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
          Session const& session, std::string_view action, std::string description, std::string details) {
    records::note(write, services,
                  {.topic = topic,
                   .action = action,
                   .description = std::move(description),
                   .company = scope.id(),
                   .entity = session.id.uuid(),
                   .version = session.movimentos,
                   .details = std::move(details)});
    write.db.after_commit([] { crash_point("cash.after_commit"); });
}

std::unexpected<Failure> already_closed(db::Connection& connection, auth::CompanyScope const& scope, SessaoId id) {
    auto const now = find(connection, scope, id);
    auto const company = companies::find(connection, scope);
    auto detail = std::string("Este caixa já foi fechado. Abra um novo caixa.");
    if (now && now->fechada_em && company) {
        auto const when = local_date_time_text(*now->fechada_em, company->company.fuso_horario);
        detail = fmt::format("{} já fechou este caixa às {} de {}. Abra um novo caixa.",
                             now->fechador.value_or("Outra pessoa"), when.substr(11), when.substr(0, 10));
    }
    return fail({.kind = FailureKind::till_closed, .title = "Caixa fechado", .detail = std::move(detail)});
}

// What was cancelled while no till was open here.
void take_over(auth::Write const& write, auth::CompanyScope const& scope, Session const& session) {
    for (auto const sale : take_put_off(write.db, scope, session.ambiente, session.estacao_id)) {
        auto movements = undoing(find_sums_of_sale(write.db, scope, sale), sale, session.aberta_em);
        for (auto& one : movements) one.tardio = "S";
        if (!append(write.db, scope, session.id, session.ambiente, movements))
            throw db::Error("a session was closed in the transaction that opened it");
    }
}

Failure is_open_already(Session const& open) {
    return {.kind = FailureKind::conflict,
            .title = "Caixa já aberto",
            .detail = fmt::format("O caixa da estação {} já está aberto, por {}.", open.estacao, open.operador),
            .existing_id = open.id.to_string()};
}

std::string counted_json(Amounts const& counted, Amounts const& expected) {
    json::ObjectWriter writer;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        writer.raw(kinds[i], fmt::format(R"(["{}","{}"])", counted[i].to_string(), expected[i].to_string()));
    return writer.take();
}

} // namespace

bool holds(auth::Actor const& actor, auth::CompanyScope const& scope, Session const& session) {
    return scope.is_gerente() || session.operador_id == actor.user;
}

std::optional<Session> find_seen(db::Connection& connection, auth::Actor const& actor, auth::CompanyScope const& scope,
                                 SessaoId id) {
    auto session = find(connection, scope, id);
    if (!session || session->is_open() || holds(actor, scope, *session)) return session;
    return std::nullopt;
}

Result<Session> open(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                     Opening const& opening) {
    auto const station = stations::find(write.db, scope, opening.estacao_id);
    if (!station || station->ativo != "S")
        return invalid({{"estacao_id", "Esta estação não existe ou não está em uso. Escolha outra."}});
    if (auto const there = find_open(write.db, scope, opening.ambiente, opening.estacao_id))
        return fail(is_open_already(find(write.db, scope, *there).value()));
    bool const is_first = !opening.treino && !has_opened(write.db, scope);
    Session session{.id = SessaoId::make(),
                    .ambiente = opening.ambiente,
                    .treino = opening.treino ? "S" : "N",
                    .estacao_id = opening.estacao_id,
                    .operador_id = write.actor.user,
                    .aberta_em = services.clock.now(),
                    .fundo = opening.fundo};
    try {
        insert(write.db, scope, session);
    } catch (db::UniqueViolation const& error) {
        if (error.constraint() != "caixa_sessao_aberta") throw;
        throw db::Conflict("the till was opened twice at once");
    }
    std::array<Movement, 1> fundo{{{.tipo = std::string(abertura),
                                    .tPag = std::string(kinds[in_cash]),
                                    .valor = opening.fundo,
                                    .user_id = write.actor.user,
                                    .created_at = session.aberta_em}}};
    if (!append(write.db, scope, session.id, session.ambiente, fundo))
        throw db::Error("a session was closed in the transaction that opened it");
    take_over(write, scope, session);
    if (is_first) sale_settings::demand_till(write, scope, services);
    session = find(write.db, scope, session.id).value();
    json::ObjectWriter details;
    details.text("fundo", opening.fundo.to_string());
    tell(write, scope, services, session, "cash_open",
         fmt::format("Abriu o caixa da estação {} com {}", station->nome, brl(opening.fundo)), details.take());
    return session;
}

Result<Movement> move(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                      Session const& session, ByHand const& typed) {
    bool const out = typed.tipo == sangria;
    auto const now = services.clock.now();
    std::array<Movement, 1> one{{{.tipo = typed.tipo,
                                  .tPag = std::string(kinds[in_cash]),
                                  .valor = out ? -typed.valor : typed.valor,
                                  .motivo = typed.motivo,
                                  .user_id = write.actor.user,
                                  .created_at = now}}};
    // First: whoever moves cash of this session beside waits here.
    if (!append(write.db, scope, session.id, session.ambiente, one)) return already_closed(write.db, scope, session.id);
    bool const too_much = out && expected(find_sums(write.db, scope, session.id))[in_cash] < Money{};
    if (too_much && !scope.is_gerente()) {
        BALCAO_TRY(approvals::use(
            write.db, scope, write.actor.user, typed.aprovacao_id,
            {.acao = approvals::withdrawal, .referencia = session.id.uuid(), .valor = typed.valor}, now,
            "Esta sangria passa do dinheiro que está no caixa. Confira o valor ou peça a autorização de um gerente."));
    }
    json::ObjectWriter details;
    details.text("valor", typed.valor.to_string());
    details.text("motivo", typed.motivo);
    if (typed.aprovacao_id && too_much && !scope.is_gerente())
        details.text("aprovacao_id", typed.aprovacao_id->to_string());
    tell(write, scope, services, session, out ? "cash_out" : "cash_in",
         fmt::format("{} de {} no caixa da estação {}: {}", out ? "Sangria" : "Suprimento", brl(typed.valor),
                     session.estacao, typed.motivo),
         details.take());
    return one.front();
}

Result<Session> close(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                      Session const& session, Amounts const& counted) {
    // A clock that was put back meanwhile must not have it end before it began or before what was moved.
    auto const now = std::max({services.clock.now(), session.aberta_em, last_movement_at(write.db, scope, session.id)});
    if (!close(write.db, scope, session.id, write.actor.user, now)) return already_closed(write.db, scope, session.id);
    auto const should_hold = expected(find_sums(write.db, scope, session.id));
    insert_count(write.db, scope, session, counted, should_hold, now);
    auto closed = find(write.db, scope, session.id).value();
    auto const difference = closed.diferenca.value();
    auto const said = difference.is_zero()   ? std::string("conferiu")
                      : difference < Money{} ? fmt::format("faltaram {}", brl(-difference))
                                             : fmt::format("sobraram {}", brl(difference));
    tell(write, scope, services, closed, "cash_close",
         fmt::format("Fechou o caixa da estação {}: {}", session.estacao, said), counted_json(counted, should_hold));
    return closed;
}

Result<Session> note(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                     Session session, std::optional<std::string> const& text) {
    if (session.is_open()) return invalid("A observação é de um caixa fechado. Feche o caixa primeiro.");
    set_note(write.db, scope, session.id, text);
    json::ObjectWriter details;
    details.optional_text("antes", session.nota_gerente);
    details.optional_text("depois", text);
    session.nota_gerente = text;
    tell(write, scope, services, session, "cash_note",
         fmt::format("Anotou no caixa da estação {}, fechado por {}", session.estacao,
                     session.fechador.value_or("outra pessoa")),
         details.take());
    return session;
}

} // namespace balcao::cash
