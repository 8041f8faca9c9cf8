#include "selling/receipts/actions/actions.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "platform/base/crash_point.hpp"
#include "registry/sale_settings/sale_settings.hpp"
#include "selling/receipts/actions/offline.hpp"
#include "selling/receipts/chain/chain.hpp"
#include "selling/receipts/contingency/contingency.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/nota/remessa_items.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/planning/planning.hpp"
#include "selling/receipts/wire/wire.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;

constexpr db::Query siblings_alive{"receipts_siblings_alive", R"sql(
    select count(*) from nfce
    where emitente_id = :emitente_id and venda_id = :venda_id and operacao = 'venda' and id <> :id
        and estado in ('enviando', 'indefinida', 'rejeitada', 'autorizada', 'autorizada_sem_xml', 'contingencia',
            'contingencia_rejeitada'))sql"};

constexpr db::Query returns_of_sale{"receipts_returns_of_sale", R"sql(
    select count(*) from devolucao where emitente_id = :emitente_id and venda_id = :venda_id)sql"};

constexpr db::Query remessas_of_sale{"receipts_remessas_of_sale", R"sql(
    select count(*) from remessa_item where emitente_id = :emitente_id and venda_id = :venda_id)sql"};
// Items of which more came back than left with other remessas.
constexpr db::Query returned_of_remessa{"receipts_returned_of_remessa", R"sql(
    select count(*) from remessa_item r
    where r.emitente_id = :emitente_id and r.nfce_id = :nfce_id
        and (select coalesce(sum(d.quantidade), 0) from devolucao_item d where d.emitente_id = :emitente_id
                and d.venda_id = r.venda_id and d.ordem = r.venda_ordem)
            > (select coalesce(sum(o.quantidade), 0) from remessa_item o where o.emitente_id = :emitente_id
                and o.venda_id = r.venda_id and o.venda_ordem = r.venda_ordem and o.nfce_id <> r.nfce_id))sql"};

bool is_fiscal_open(Subject const& subject) {
    return subject.nota.cancelavel_ate && subject.facts.fiscal_now() < *subject.nota.cancelavel_ate;
}

// An operador only where the company's settings say so.
bool may_cancel(db::Connection& connection, auth::CompanyScope const& scope) {
    return scope.is_gerente() || sale_settings::find_sale_settings(connection, scope).operador_cancela == "S";
}

std::optional<std::string> why_not_cancel_remessa(db::Connection& connection, auth::CompanyScope const& scope,
                                                  Nota const& nota) {
    auto const returned =
        connection.scalar<std::int64_t>(returned_of_remessa, {{"emitente_id", scope.id()}, {"nfce_id", nota.id}});
    if (returned.value_or(0) == 0) return std::nullopt;
    return "Mercadoria desta remessa já foi devolvida: ela não pode mais ser cancelada.";
}

// The sentence why this nota cannot be cancelled now.
std::optional<std::string> why_not_cancel(db::Connection& connection, auth::CompanyScope const& scope,
                                          Subject const& subject) {
    auto const& nota = subject.nota;
    if (!is_authorised(nota.state())) return "Só uma nota autorizada pode ser cancelada.";
    if (!is_fiscal_open(subject)) return "O prazo para cancelar esta nota acabou.";
    if (std::ranges::any_of(subject.facts.events, &OwnEvent::is_open))
        return "Já há um cancelamento desta nota em andamento.";
    if (nota.operacao == Nota::of_return) return std::nullopt;
    if (nota.operacao == Nota::of_delivery) return why_not_cancel_remessa(connection, scope, nota);
    auto const alive = connection.scalar<std::int64_t>(
        siblings_alive, {{"emitente_id", scope.id()}, {"venda_id", nota.venda_id}, {"id", nota.id}});
    if (alive.value_or(0) > 0)
        return "Outra nota desta venda ainda não está resolvida. Espere a resposta da SEFAZ sobre ela.";
    auto const sent =
        connection.scalar<std::int64_t>(remessas_of_sale, {{"emitente_id", scope.id()}, {"venda_id", nota.venda_id}});
    if (sent.value_or(0) > 0) {
        return "Mercadoria desta nota já saiu com NF-e de remessa. Cancele antes as remessas, em Entregas no pedido.";
    }
    auto const returned =
        connection.scalar<std::int64_t>(returns_of_sale, {{"emitente_id", scope.id()}, {"venda_id", nota.venda_id}});
    if (returned.value_or(0) > 0) {
        return "Mercadoria desta nota já foi devolvida: ela não pode mais ser cancelada. Devolva o que falta em "
               "Devolver.";
    }
    return std::nullopt;
}

} // namespace

std::vector<Action> actions_of(db::Connection& connection, auth::CompanyScope const& scope, Subject const& subject) {
    std::vector<Action> found;
    if (retry_transition(subject.facts, false) != Rule::none) found.push_back({.acao = "issue"});
    if (offline_transition(subject.facts)) found.push_back({.acao = "contingency"});
    if (is_pending(subject.facts.estado)) found.push_back({.acao = "check"});
    if (may_cancel(connection, scope) && !why_not_cancel(connection, scope, subject))
        found.push_back({.acao = "cancel", .ate = subject.nota.cancelavel_ate});
    if (scope.is_gerente() && subject.facts.estado == Estado::rejeitada && !subject.facts.replaced)
        found.push_back({.acao = "abandon"});
    return found;
}

namespace {

// As the audit log says it.
std::string did(std::int64_t tpEmis) {
    if (is_by_svc(tpEmis)) return fmt::format("Emitiu pela {}", emission_name(tpEmis));
    return tpEmis == 9 ? "Emitiu em contingência" : "Emitiu de novo pela SEFAZ";
}

} // namespace

Result<Acted> go_offline(Acting const& acting, NotaId id) {
    auto const seen = BALCAO_TRY(find_acted_on(acting, id));
    struct Prepared {
        std::optional<Nota> successor;
        OfflineHeading why;
        Result<void> allowed;
    };
    auto const prepared = acting.wire.database.read([&](db::Connection& connection) {
        return Prepared{.successor = seen.nota.substituida_por
                                         ? find_nota(connection, acting.scope, *seen.nota.substituida_por)
                                         : std::nullopt,
                        .why = why_offline(connection, acting, seen),
                        .allowed = check_offline_allowed(connection, acting, seen)};
    });
    if (prepared.successor && prepared.successor->tpEmis != seen.nota.tpEmis) return Acted{.nota = *prepared.successor};
    if (auto const rule = offline_transition(seen.facts); !rule) return unavailable(seen.nota, rule.error());
    bool const by_svc = seen.nota.of_modelo().has_svc;
    if (!by_svc) BALCAO_TRY(prepared.allowed);
    int const tpEmis = by_svc ? BALCAO_TRY(other_authoriser(acting, seen)) : 9;
    bool const is_slow = !by_svc && acting.wire.watch.met_delay(acting.scope.id(), seen.nota.ambiente,
                                                                seen.nota.id.uuid(), acting.wire.now());
    try {
        return with_next_number(acting.wire, acting.scope, seen.nota, [&](std::int64_t numero) -> Result<Acted> {
            auto const heading =
                by_svc ? svc_heading(seen, tpEmis, numero) : offline_heading(seen, prepared.why, numero);
            auto const document = BALCAO_TRY(reissue(acting.wire, acting.scope, seen, heading));
            auto acted = acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
                auto const subject = BALCAO_TRY(lock_acted_on(transaction, acting, id));
                auto const rule = offline_transition(subject.facts);
                if (!rule) return unavailable(subject.nota, rule.error());
                auto after = subject.nota;
                if (*rule == Rule::t6a) set_abandoned(after, acting.wire.now());
                else after.estado = text(Estado::indefinida);
                auto const next = put_successor(transaction, acting.wire, acting.scope, subject.nota, after, document,
                                                subject.company);
                if (*rule == Rule::t6a) acting.wire.queue.cancel(transaction, resolve_key(id));
                else ensure_job(transaction, acting.wire, acting.scope, after);
                ensure_job(transaction, acting.wire, acting.scope, next);
                if (by_svc) note_no_answer(transaction, subject);
                if (is_slow) begin_slow(transaction, acting.wire, acting.scope, next.ambiente);
                publish_nota(transaction, acting.wire, acting.scope, subject.nota);
                acting.wire.records.events.publish(transaction, {.topic = "numbers", .company = acting.scope.id()});
                note_action(transaction, acting, next, "nfce_contingency", did(tpEmis), {});
                return Acted{.nota = next, .is_new = true};
            });
            crash_point("contingency.after_commit");
            return acted;
        });
    } catch (SeriesStopped const&) {
        return series_stopped(acting, seen.nota);
    }
}

Result<Acted> check_now(Acting const& acting, NotaId id) {
    return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
        auto const subject = BALCAO_TRY(lock_acted_on(transaction, acting, id));
        if (!is_pending(subject.facts.estado))
            return unavailable(subject.nota, "Esta nota já está resolvida: não há o que conferir.");
        auto after = subject.nota;
        after.conferencia_pedida_em = acting.wire.now();
        if (subject.facts.offline) after.conferir_em = std::nullopt;
        if (!save_nota(transaction, acting.scope, subject.nota, after)) throw db::Conflict("the nota changed");
        ++after.version;
        ensure_job(transaction, acting.wire, acting.scope, after);
        publish_nota(transaction, acting.wire, acting.scope, after);
        return Acted{.nota = after};
    });
}

Result<Acted> cancel(Acting const& acting, NotaId id, std::string const& motivo) {
    return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
        auto const scope = BALCAO_TRY(acting.ask_again(transaction));
        if (!may_cancel(transaction, scope)) BALCAO_TRY(acting.as_gerente(transaction));
        auto const subject = BALCAO_TRY(lock_acted_on(transaction, acting, id));
        if (auto why = why_not_cancel(transaction, acting.scope, subject))
            return unavailable(subject.nota, *std::move(why));
        // Who takes goods of it back beside this begins anew.
        for (auto const& item : find_remessa_items(transaction, acting.scope, subject.nota.id))
            raise_nota_of_sale(transaction, acting.scope, item.venda_id);
        auto after = subject.nota;
        if (!save_nota(transaction, acting.scope, subject.nota, after)) throw db::Conflict("the nota changed");
        ++after.version;
        make_cancellation(transaction, acting.wire, acting.scope, after, motivo, acting.actor.user);
        note_action(transaction, acting, after, "nfce_cancel", "Pediu para cancelar", motivo);
        return Acted{.nota = after};
    });
}

Result<Acted> abandon(Acting const& acting, NotaId id, std::string const& motivo) {
    std::optional<Failure> in_question;
    auto acted = acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
        in_question.reset();
        auto const subject = BALCAO_TRY(lock_acted_on(transaction, acting, id));
        auto const& nota = subject.nota;
        if (subject.facts.estado != Estado::rejeitada || subject.facts.replaced)
            return unavailable(nota, "Só uma nota recusada pode ser abandonada.");
        auto after = nota;
        auto const proof = absence_proof(subject.facts);
        if (!proof.proven) {
            auto const from = proof.possible_from.value_or(acting.wire.now() + 1min);
            in_question =
                Failure{.kind = FailureKind::number_in_question,
                        .title = "Número em conferência",
                        .detail = fmt::format("Ainda estamos conferindo se a {} recebeu a {}. Tente de novo às {}.",
                                              authoriser_name(nota.tpEmis), grouped(nota.numero),
                                              local_date_time_text(from, subject.company.fuso_horario).substr(11)),
                        .current_json = summary_json(nota),
                        .retry_after = static_cast<int>(
                            std::chrono::ceil<std::chrono::seconds>(from - acting.wire.now()).count())};
            after.conferencia_pedida_em = acting.wire.now();
        } else {
            set_abandoned(after, acting.wire.now());
        }
        if (!save_nota(transaction, acting.scope, nota, after)) throw db::Conflict("the nota changed");
        ++after.version;
        if (in_question) {
            ensure_job(transaction, acting.wire, acting.scope, after);
            publish_nota(transaction, acting.wire, acting.scope, after);
            return Acted{.nota = after};
        }
        undo_documented(transaction, acting.scope, acting.wire.records, nota);
        note_action(transaction, acting, after, "nfce_abandon", "Desistiu de emitir", motivo);
        return Acted{.nota = after};
    });
    // The question to SEFAZ stands committed.
    if (acted && in_question) return fail(*std::move(in_question));
    return acted;
}

} // namespace balcao::receipts
