#include "selling/receipts/sending/sending.hpp"

#include <span>

#include <fmt/format.h>

#include "fiscal/numbers/numbers.hpp"
#include "platform/audit/audit.hpp"
#include "platform/base/brazilian.hpp"
#include "selling/receipts/chain/chain.hpp"
#include "selling/receipts/corrections/corrections.hpp"
#include "selling/receipts/emails/emails.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;

constexpr int with_alert = 120; // cStat

nfce::Authorised const* authorised_of(Reply const& reply) {
    auto const* const answered = std::get_if<Answered>(&reply);
    if (answered == nullptr) return nullptr;
    if (auto const* const one = std::get_if<nfce::Authorised>(&answered->answer)) return one;
    auto const* const over = std::get_if<nfce::Cancelled>(&answered->answer);
    return over != nullptr && over->authorised ? &*over->authorised : nullptr;
}

// What the nota shows of its authorisation, from the version that was.
void take_authorisation(db::Transaction& transaction, auth::CompanyScope const& scope, Subject const& subject,
                        Transition const& to, Returned const& returned, Nota& after, Instant now) {
    if (to.versao) {
        auto const version = std::ranges::find(subject.facts.versions, *to.versao, &Version::versao);
        after.versao = version->versao;
        after.chave = version->chave;
        after.dhEmi = version->dhEmi;
    }
    after.cancelavel_ate = to.cancelavel_ate;
    after.conferir_em = std::nullopt;
    after.conferencia_pedida_em = std::nullopt;
    auto const* const authorised = authorised_of(returned.reply);
    if (authorised == nullptr) return;
    auto const& protocol = authorised->protocol;
    after.cStat = protocol.cStat;
    after.xMotivo = protocol.xMotivo;
    after.item = std::nullopt;
    after.nProt = protocol.nProt;
    after.dhRecbto = instant_of(protocol.dhRecbto);
    after.digVal = protocol.digVal;
    if (protocol.cStat == with_alert) after.alertas = alerts_json(protocol.messages);
    insert_document(transaction, scope,
                    {.ambiente = subject.nota.ambiente,
                     .tipo = "protNFe",
                     .nfce_id = subject.nota.id,
                     .versao = to.versao.transform([](int versao) { return std::int64_t{versao}; }),
                     .chave = protocol.chNFe,
                     .digest = protocol.digVal},
                    authorised->protNFe_xml, now);
}

bool authorises(Rule rule, Estado estado) {
    return (rule == Rule::t2 || rule == Rule::t10 || rule == Rule::t17) && is_authorised(estado);
}

std::string named(Nota const& nota) { return "a " + name_of(nota); }

struct Told {
    std::string_view action;
    std::string description;
};
// What the audit log keeps of a transition; normal progress is told by the exchanges themselves.
std::optional<Told> told_of(Nota const& before, Nota const& after, Transition const& to) {
    switch (to.rule) {
    case Rule::t3:
    case Rule::t10:
        if (is_authorised(to.estado)) return std::nullopt;
        return Told{"nfce_reject", fmt::format("A {} recusou {} ({}: {})", authoriser_name(before.tpEmis),
                                               named(before), after.cStat.value_or(0), after.xMotivo.value_or(""))};
    case Rule::t10b:
    case Rule::t15: return Told{"nfce_outside", fmt::format("O número d{} já era usado fora do Balcão", named(before))};
    case Rule::t16: return Told{"nfce_outside", fmt::format("Alguém cancelou fora do Balcão {}", named(before))};
    default: return std::nullopt;
    }
}

} // namespace

Nota apply(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Subject const& subject,
           Transition const& to, Returned const& returned, Signed const* successor) {
    auto const now = wire.now();
    auto const& before = subject.nota;
    if (to.stop_series) {
        numbers::stop_series(transaction, scope, before.series(),
                             "Três números seguidos desta série já eram usados por outro sistema. Um administrador "
                             "precisa confirmar o próximo número.",
                             now);
    }
    if (to.send_event_again) send_event_again(transaction, wire, scope, before);
    if (before.of_modelo().has_letters && is_authorised(before.state()))
        settle_corrections(transaction, wire, scope, before, returned.reply);
    if (to.rule == Rule::none) return before;

    auto after = before;
    after.estado = text(to.estado);
    if (to.estado == Estado::abandonada) set_abandoned(after, now);
    if (authorises(to.rule, to.estado)) {
        take_authorisation(transaction, scope, subject, to, returned, after, now);
    } else if (std::holds_alternative<Answered>(returned.reply) && to.rule != Rule::t5 && to.rule != Rule::t4) {
        auto said = said_by(returned.reply);
        // Refused for its number: the query that found none of its keys says nothing of that.
        auto const* const disputed = last_transmission(subject.facts);
        if (said.cStat == 217 && disputed != nullptr && disputed->cStat == 539)
            said = {.cStat = 539, .xMotivo = nfce::explain(539).official, .item = {}};
        after.cStat = said.cStat;
        after.xMotivo = said.xMotivo;
        after.item = said.item;
    }
    if (!to.chave_alheia.empty()) after.chave_alheia = to.chave_alheia;
    if (to.rule == Rule::t12 || to.rule == Rule::t13 || to.rule == Rule::t16)
        settle_events(transaction, wire, scope, before, to.rule, returned.reply);

    if (to.successor != Successor::none && successor != nullptr) {
        auto const next = put_successor(transaction, wire, scope, before, after, *successor, subject.company);
        ensure_job(transaction, wire, scope, next);
        publish_nota(transaction, wire, scope, next);
        wire.records.events.publish(transaction, {.topic = "numbers", .company = scope.id()});
    } else if (!save_nota(transaction, scope, before, after)) {
        throw db::Conflict("the nota changed while it was judged");
    }
    ++after.version;
    if (after.alertas && !before.alertas) raise_alarm(transaction, scope, after, Alarm::autorizada_com_alerta, now);
    if (is_issued(to.estado) != is_issued(before.state()))
        settle_order(transaction, scope, wire.records, before.venda_id);
    if (to.rule == Rule::t12 && !before.substituida_por) undo_documented(transaction, scope, wire.records, before);
    if (!to.tpEvento.empty()) make_event(transaction, wire, scope, after, to.tpEvento);
    if (is_authorised(to.estado) && before.substitui) wake_substitution(transaction, wire, scope, *before.substitui);
    if (to.estado == Estado::autorizada && to.rule == Rule::t2 && to.tpEvento.empty())
        send_on_authorisation(transaction, wire, scope, after);
    publish_nota(transaction, wire, scope, after);
    if (auto const told = told_of(before, after, to)) {
        audit::write(transaction, now,
                     {.action = told->action,
                      .description = told->description,
                      .company = scope.id(),
                      .outcome = audit::Outcome::error});
    }
    return after;
}

} // namespace balcao::receipts
