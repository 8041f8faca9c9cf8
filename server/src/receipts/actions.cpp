#include "receipts/actions.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/brazilian.hpp"
#include "base/json.hpp"
#include "nfce/tables.hpp"
#include "products/products.hpp"
#include "receipts/apply.hpp"
#include "receipts/contingency.hpp"
#include "receipts/deadlines.hpp"
#include "receipts/events.hpp"
#include "receipts/events_store.hpp"
#include "receipts/issue.hpp"
#include "receipts/issuer.hpp"
#include "receipts/plan.hpp"
#include "receipts/receipt_json.hpp"
#include "receipts/receipts_store.hpp"
#include "receipts/sale_request.hpp"
#include "receipts/successor.hpp"
#include "sales/sales.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;

constexpr db::Query siblings_alive{"receipts_siblings_alive", R"sql(
    select count(*) from nfce
    where emitente_id = :emitente_id and venda_id = :venda_id and id <> :id
        and estado in ('enviando', 'indefinida', 'rejeitada', 'autorizada', 'autorizada_sem_xml', 'contingencia',
            'contingencia_rejeitada'))sql"};

std::unexpected<Failure> unavailable(Nota const& nota, std::string why) {
    return fail({.kind = FailureKind::action_unavailable,
                 .title = "Isso não pode ser feito agora",
                 .detail = std::move(why),
                 .current_json = summary_json(nota)});
}

Result<Subject> find(Acting const& acting, NotaId id) {
    auto subject = acting.wire.database.read(
        [&](db::Connection& connection) { return find_subject(connection, acting.wire, acting.scope, id, {}); });
    if (!subject) return not_found();
    return *std::move(subject);
}

Result<Subject> lock(db::Transaction& transaction, Acting const& acting, NotaId id) {
    BALCAO_TRY(acting.ask_again(transaction));
    auto subject = lock_subject(transaction, acting.wire, acting.scope, id, {});
    if (!subject) return not_found();
    return *std::move(subject);
}

void note(db::Transaction& transaction, Acting const& acting, Nota const& nota, std::string_view action,
          std::string_view did, std::string_view motivo) {
    json::ObjectWriter details;
    if (!motivo.empty()) details.text("motivo", motivo);
    records::note({transaction, acting.actor}, acting.wire.records,
                  {.topic = "receipts",
                   .action = action,
                   .description = fmt::format("{} a NFC-e nº {}, série {}", did, grouped(nota.numero), nota.serie),
                   .company = acting.scope.id(),
                   .entity = nota.id.uuid(),
                   .version = nota.version,
                   .details = details.take()});
}

struct OfflineHeading {
    Instant began;
    std::string xJust;
};
// When contingency began, and why: for a sale that hangs, with the sale.
OfflineHeading why_offline(db::Connection& connection, Acting const& acting, Subject const& subject) {
    auto const now = active(connection, acting.scope, subject.nota.ambiente, acting.wire.watch);
    if (now) return {.began = now->desde, .xJust = now->xJust};
    auto const since = local_date_time_text(subject.nota.created_at, subject.company.fuso_horario).substr(11);
    return {.began = subject.nota.created_at,
            .xJust = fmt::format("SEFAZ sem resposta desde {} (tempo esgotado)", since)};
}

// Why a sale cannot go offline whatever SEFAZ does.
Result<void> check_offline_allowed(db::Connection& connection, Acting const& acting, Subject const& subject) {
    auto const& nota = subject.nota;
    auto const day = document_time(nota, subject.facts.fiscal_now()).date();
    if (!nfce::tables::allowed("contingencia_offline", subject.company.uf, day))
        return unavailable(nota, "A UF da empresa não aceita contingência offline. Espere a resposta da SEFAZ.");
    if (find_contingency(connection, acting.scope, nota.ambiente).modo == Modo::desligada)
        return unavailable(nota, "A contingência está desligada nesta empresa. Um gerente pode ligá-la.");
    auto const sale = sales::find(connection, acting.scope, nota.venda_id);
    if (sale && sale->sale.ind_pres != sales::at_counter) {
        return unavailable(nota, "Entrega não pode sair em contingência. Espere a SEFAZ ou venda no balcão.");
    }
    return {};
}

Heading offline_heading(Subject const& subject, OfflineHeading const& why, std::int64_t numero) {
    auto const dhEmi = local_time(subject.company, subject.facts.fiscal_now());
    auto const began = dhCont(why.began, Instant{dhEmi.epoch() * 1'000'000});
    return {.numero = numero,
            .cNF = draw_cNF(numero),
            .tpEmis = 9,
            .dhEmi = dhEmi,
            .dhCont = document_time(subject.nota, began),
            .xJust = why.xJust};
}

std::unexpected<Failure> series_stopped(Acting const& acting, Nota const& nota) {
    auto const counter = acting.wire.database.read([&](db::Connection& connection) {
        return numbers::find_counter(connection, acting.scope, {.ambiente = nota.ambiente, .serie = nota.serie});
    });
    return blocked(counter && counter->parada_motivo ? *counter->parada_motivo : used_up(nota.serie));
}

struct Sold {
    sales::Sale sale;
    std::vector<products::Product> products;
    Issuer issuer;
};
// The sale as it was sold, its products and settings as they are.
Result<Sold> find_sold(db::Connection& connection, Acting const& acting, Nota const& nota) {
    auto stored = sales::find(connection, acting.scope, nota.venda_id);
    if (!stored) return not_found();
    Sold sold{.sale = std::move(stored->sale),
              .products = {},
              .issuer = BALCAO_TRY(
                  find_issuer(connection, acting.scope, acting.wire.secrets, nota.ambiente, acting.wire.verProc))};
    sold.issuer.serie = nota.serie;
    std::vector<Uuid> ids;
    for (auto const& item : sold.sale.itens) ids.push_back(item.produto_id.uuid());
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    std::map<ProductId, products::Product> found;
    for (auto& product : products::Products(acting.scope).find_many(connection, ids))
        found.emplace(product.record.id, std::move(product.record));
    for (std::size_t i = 0; i < sold.sale.itens.size(); ++i) {
        auto const product = found.find(sold.sale.itens[i].produto_id);
        if (product == found.end()) {
            return invalid(std::vector<FieldProblem>{
                {fmt::format("itens.{}", i), "Este produto não existe mais. Restaure o produto da lixeira."}});
        }
        sold.products.push_back(product->second);
    }
    return sold;
}

Result<Signed> sign_sold(Acting const& acting, Subject const& subject, Sold const& sold, Heading const& heading) {
    auto const identity = acting.wire.caller.identity(acting.scope, subject.destination());
    if (!identity) return blocked(identity.error());
    if (!identity->certificate)
        return blocked("Falta o certificado digital da empresa. Envie em Empresas para vender.");
    std::vector<FieldProblem> problems;
    auto const facts = build(sold.issuer, sold.sale, sold.products, heading, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    return sign_sale(facts, sold.sale, *identity->certificate, subject.facts.fiscal_now());
}

// T7, T11: the same number, another version.
Result<Acted> correct(Acting const& acting, Subject const& seen, Sold const& sold) {
    bool const offline = seen.facts.offline;
    auto const dhEmi =
        offline ? document_time(seen.nota, seen.nota.dhEmi) : local_time(seen.company, seen.facts.fiscal_now());
    auto document = BALCAO_TRY(sign_sold(acting, seen, sold, own_heading(seen.nota, dhEmi)));
    document.version.version.versao = seen.facts.versions.back().versao + 1;
    return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
        auto const subject = BALCAO_TRY(lock(transaction, acting, seen.nota.id));
        if (subject.nota.version != seen.nota.version)
            return unavailable(subject.nota, "A nota mudou enquanto era corrigida. Veja como ela ficou.");
        auto after = subject.nota;
        take_version(after, document);
        after.estado = text(offline ? Estado::contingencia : Estado::enviando);
        after.conferir_em = std::nullopt;
        if (!save_nota(transaction, acting.scope, subject.nota, after)) throw db::Conflict("the nota changed");
        insert_version(transaction, acting.scope, after, document.version, acting.wire.now());
        ++after.version;
        ensure_job(transaction, acting.wire, acting.scope, after);
        note(transaction, acting, after, "nfce_retry", "Enviou de novo", {});
        return Acted{.nota = after};
    });
}

// T7c: into contingency, with another number.
Result<Acted> correct_offline(Acting const& acting, Subject const& seen, Sold const& sold, OfflineHeading const& why) {
    return with_next_number(acting.wire, acting.scope, seen.nota, [&](std::int64_t numero) -> Result<Acted> {
        auto const document = BALCAO_TRY(sign_sold(acting, seen, sold, offline_heading(seen, why, numero)));
        return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
            auto const subject = BALCAO_TRY(lock(transaction, acting, seen.nota.id));
            if (subject.nota.version != seen.nota.version)
                return unavailable(subject.nota, "A nota mudou enquanto era corrigida. Veja como ela ficou.");
            auto after = subject.nota;
            after.estado = text(Estado::abandonada);
            auto const next =
                put_successor(transaction, acting.wire, acting.scope, subject.nota, after, document, subject.company);
            ensure_job(transaction, acting.wire, acting.scope, next);
            publish_nota(transaction, acting.wire, acting.scope, subject.nota);
            acting.wire.records.events.publish(transaction, {.topic = "numbers", .company = acting.scope.id()});
            note(transaction, acting, next, "nfce_contingency", "Emitiu em contingência", {});
            return Acted{.nota = next, .is_new = true};
        });
    });
}

bool is_fiscal_open(Subject const& subject) {
    return subject.nota.cancelavel_ate && subject.facts.fiscal_now() < *subject.nota.cancelavel_ate;
}

bool has_open_event(Subject const& subject) {
    return std::ranges::any_of(subject.facts.events, [](OwnEvent const& event) {
        return event.estado == EventEstado::aguardando || event.estado == EventEstado::enviando ||
               event.estado == EventEstado::indefinido;
    });
}

// The sentence why this nota cannot be cancelled now.
std::optional<std::string> why_not_cancel(db::Connection& connection, auth::CompanyScope const& scope,
                                          Subject const& subject) {
    auto const& nota = subject.nota;
    if (!is_authorised(nota.state())) return "Só uma nota autorizada pode ser cancelada.";
    if (!is_fiscal_open(subject)) return "O prazo para cancelar esta nota acabou.";
    if (has_open_event(subject)) return "Já há um cancelamento desta nota em andamento.";
    auto const alive = connection.scalar<std::int64_t>(
        siblings_alive, {{"emitente_id", scope.id()}, {"venda_id", nota.venda_id}, {"id", nota.id}});
    if (alive.value_or(0) > 0)
        return "Outra nota desta venda ainda não está resolvida. Espere a resposta da SEFAZ sobre ela.";
    return std::nullopt;
}

} // namespace

std::vector<Action> actions_of(db::Connection& connection, auth::CompanyScope const& scope, Subject const& subject) {
    std::vector<Action> found;
    if (retry_transition(subject.facts, false) != Rule::none) found.push_back({.acao = "issue"});
    if (offline_transition(subject.facts)) found.push_back({.acao = "contingency"});
    if (is_pending(subject.facts.estado)) found.push_back({.acao = "check"});
    if (!why_not_cancel(connection, scope, subject))
        found.push_back({.acao = "cancel", .ate = subject.nota.cancelavel_ate});
    if (subject.facts.estado == Estado::rejeitada && !subject.facts.replaced) found.push_back({.acao = "abandon"});
    return found;
}

Result<Acted> go_offline(Acting const& acting, NotaId id) {
    auto const seen = BALCAO_TRY(find(acting, id));
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
    if (prepared.successor && prepared.successor->tpEmis == 9) return Acted{.nota = *prepared.successor};
    if (auto const rule = offline_transition(seen.facts); !rule) return unavailable(seen.nota, rule.error());
    BALCAO_TRY(prepared.allowed);
    acting.wire.watch.met_delay(acting.scope.id(), seen.nota.ambiente, seen.nota.id.uuid(), acting.wire.now());
    try {
        return with_next_number(acting.wire, acting.scope, seen.nota, [&](std::int64_t numero) -> Result<Acted> {
            auto const document =
                BALCAO_TRY(reissue(acting.wire, acting.scope, seen, offline_heading(seen, prepared.why, numero)));
            return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
                auto const subject = BALCAO_TRY(lock(transaction, acting, id));
                auto const rule = offline_transition(subject.facts);
                if (!rule) return unavailable(subject.nota, rule.error());
                auto after = subject.nota;
                after.estado = text(*rule == Rule::t6a ? Estado::abandonada : Estado::indefinida);
                auto const next = put_successor(transaction, acting.wire, acting.scope, subject.nota, after, document,
                                                subject.company);
                if (*rule == Rule::t6a) acting.wire.queue.cancel(transaction, resolve_key(id));
                else ensure_job(transaction, acting.wire, acting.scope, after);
                ensure_job(transaction, acting.wire, acting.scope, next);
                publish_nota(transaction, acting.wire, acting.scope, subject.nota);
                acting.wire.records.events.publish(transaction, {.topic = "numbers", .company = acting.scope.id()});
                note(transaction, acting, next, "nfce_contingency", "Emitiu em contingência", {});
                return Acted{.nota = next, .is_new = true};
            });
        });
    } catch (SeriesStopped const&) {
        return series_stopped(acting, seen.nota);
    }
}

Result<Acted> try_again(Acting const& acting, NotaId id) {
    auto const seen = BALCAO_TRY(find(acting, id));
    struct Prepared {
        std::optional<Contingency> contingency;
        OfflineHeading why;
        Result<Sold> sold;
    };
    auto prepared = acting.wire.database.read([&](db::Connection& connection) {
        return Prepared{.contingency = active(connection, acting.scope, seen.nota.ambiente, acting.wire.watch),
                        .why = why_offline(connection, acting, seen),
                        .sold = find_sold(connection, acting, seen.nota)};
    });
    auto const rule = retry_transition(seen.facts, prepared.contingency && !prepared.contingency->ask);
    if (rule == Rule::none) return unavailable(seen.nota, "Só uma nota recusada pode ser enviada de novo.");
    auto const sold = BALCAO_TRY(std::move(prepared.sold));
    if (rule != Rule::t7c) return correct(acting, seen, sold);
    try {
        return correct_offline(acting, seen, sold, prepared.why);
    } catch (SeriesStopped const&) {
        return series_stopped(acting, seen.nota);
    }
}

Result<Acted> check_now(Acting const& acting, NotaId id) {
    return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
        auto const subject = BALCAO_TRY(lock(transaction, acting, id));
        if (!is_pending(subject.facts.estado))
            return unavailable(subject.nota, "Esta nota já está resolvida: não há o que conferir.");
        auto after = subject.nota;
        after.conferencia_pedida_em = acting.wire.now();
        after.conferir_em = std::nullopt;
        if (!save_nota(transaction, acting.scope, subject.nota, after)) throw db::Conflict("the nota changed");
        ++after.version;
        ensure_job(transaction, acting.wire, acting.scope, after);
        publish_nota(transaction, acting.wire, acting.scope, after);
        return Acted{.nota = after};
    });
}

Result<Acted> cancel(Acting const& acting, NotaId id, std::string const& motivo) {
    return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
        auto const subject = BALCAO_TRY(lock(transaction, acting, id));
        if (auto why = why_not_cancel(transaction, acting.scope, subject))
            return unavailable(subject.nota, *std::move(why));
        auto after = subject.nota;
        if (!save_nota(transaction, acting.scope, subject.nota, after)) throw db::Conflict("the nota changed");
        ++after.version;
        make_cancellation(transaction, acting.wire, acting.scope, after, motivo, acting.actor.user);
        note(transaction, acting, after, "nfce_cancel", "Pediu para cancelar", motivo);
        return Acted{.nota = after};
    });
}

Result<Acted> abandon(Acting const& acting, NotaId id, std::string const& motivo) {
    std::optional<Failure> in_question;
    auto acted = acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
        in_question.reset();
        auto const subject = BALCAO_TRY(lock(transaction, acting, id));
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
                        .detail = fmt::format("Ainda estamos conferindo se a SEFAZ recebeu a {}. Tente de novo às {}.",
                                              grouped(nota.numero),
                                              local_date_time_text(from, subject.company.fuso_horario).substr(11)),
                        .current_json = summary_json(nota),
                        .retry_after = static_cast<int>(
                            std::chrono::ceil<std::chrono::seconds>(from - acting.wire.now()).count())};
            after.conferencia_pedida_em = acting.wire.now();
        } else {
            after.estado = text(Estado::abandonada);
        }
        if (!save_nota(transaction, acting.scope, nota, after)) throw db::Conflict("the nota changed");
        ++after.version;
        if (in_question) {
            ensure_job(transaction, acting.wire, acting.scope, after);
            publish_nota(transaction, acting.wire, acting.scope, after);
            return Acted{.nota = after};
        }
        if (sales::undo(transaction, acting.scope, nota.venda_id, acting.wire.now())) {
            acting.wire.records.events.publish(
                transaction, {.topic = "sales", .company = acting.scope.id(), .entity = nota.venda_id.uuid()});
        }
        note(transaction, acting, after, "nfce_abandon", "Desistiu de emitir", motivo);
        return Acted{.nota = after};
    });
    // The question to SEFAZ stands committed.
    if (acted && in_question) return fail(*std::move(in_question));
    return acted;
}

} // namespace balcao::receipts
