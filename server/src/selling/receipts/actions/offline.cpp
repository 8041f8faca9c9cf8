#include "selling/receipts/actions/offline.hpp"

#include <chrono>

#include <fmt/format.h>

#include "fiscal/numbers/numbers.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "selling/receipts/contingency/contingency.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/signing/signing.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

// A clerk waits for it.
constexpr std::chrono::seconds patience_for_status{5};

std::string no_answer_since(Subject const& subject) {
    auto const since = local_date_time_text(subject.nota.created_at, subject.company.fuso_horario).substr(11);
    return fmt::format("SEFAZ sem resposta desde {} (tempo esgotado)", since);
}

} // namespace

OfflineHeading why_offline(db::Connection& connection, Acting const& acting, Subject const& subject) {
    auto const now = active(connection, acting.scope, subject.nota.ambiente, acting.wire.watch);
    if (now) return {.began = now->desde, .xJust = now->xJust};
    return {.began = subject.nota.created_at, .xJust = no_answer_since(subject)};
}

Result<void> check_offline_allowed(db::Connection& connection, Acting const& acting, Subject const& subject) {
    auto const& nota = subject.nota;
    auto const day = document_time(nota, subject.facts.fiscal_now()).date();
    if (!reference::fiscal_tables()->allowed("contingencia_offline", subject.company.uf, day))
        return unavailable(nota, "A UF da empresa não aceita contingência offline. Espere a resposta da SEFAZ.");
    auto const contingency = find_contingency(connection, acting.scope, nota.ambiente);
    if (contingency.modo == Modo::desligada && !contingency.ativa)
        return unavailable(nota, "A contingência está desligada nesta empresa. Um gerente pode ligá-la.");
    auto const sale = sales::find(connection, acting.scope, nota.venda_id);
    if (sale && sale->sale.ind_pres != sales::at_counter) {
        return unavailable(nota, "Entrega não pode sair em contingência. Espere a SEFAZ ou venda no balcão.");
    }
    return {};
}

Heading offline_heading(Subject const& subject, OfflineHeading const& why, std::int64_t numero) {
    auto const dhEmi = local_time(subject.company, subject.facts.fiscal_now());
    auto const began = dhCont(why.began + subject.ahead, Instant{dhEmi.epoch() * 1'000'000});
    return {.numero = numero,
            .cNF = draw_cNF(numero),
            .tpEmis = 9,
            .dhEmi = dhEmi,
            .dhCont = document_time(subject.nota, began),
            .xJust = why.xJust};
}

Result<int> other_authoriser(Acting const& acting, Subject const& subject) {
    auto const& nota = subject.nota;
    auto to = subject.destination();
    if (is_by_svc(nota.tpEmis)) {
        to.tpEmis = 1;
        if (!ask_status(acting.wire, acting.scope, to, patience_for_status))
            return unavailable(nota, "A SEFAZ ainda não atende. Espere um pouco e tente de novo.");
        return 1;
    }
    auto const day = document_time(nota, subject.facts.fiscal_now()).date();
    auto const svc = reference::fiscal_tables()->parameter("svc", subject.company.uf, day, subject.facts.tpAmb);
    if (svc.empty())
        return unavailable(nota, "A UF da empresa não tem a contingência SVC. Espere a resposta da SEFAZ.");
    to.tpEmis = svc == "AN" ? 6 : 7;
    if (!ask_status(acting.wire, acting.scope, to, patience_for_status)) {
        return unavailable(nota,
                           fmt::format("A SVC-{} não está atendendo: quem a liga é a SEFAZ da UF. Espere um pouco e "
                                       "tente de novo; a nota continua à espera da SEFAZ.",
                                       svc));
    }
    return static_cast<int>(to.tpEmis);
}

Heading svc_heading(Subject const& subject, int tpEmis, std::int64_t numero) {
    Heading heading{.numero = numero,
                    .cNF = draw_cNF(numero),
                    .tpEmis = tpEmis,
                    .dhEmi = local_time(subject.company, subject.facts.fiscal_now())};
    if (!is_by_svc(tpEmis)) return heading;
    auto const& nota = subject.nota;
    auto const began = dhCont(nota.created_at + subject.ahead, Instant{heading.dhEmi.epoch() * 1'000'000});
    heading.dhCont = document_time(nota, began);
    heading.xJust = no_answer_since(subject);
    return heading;
}

std::unexpected<Failure> series_stopped(Acting const& acting, Nota const& nota) {
    auto const counter = acting.wire.database.read(
        [&](db::Connection& connection) { return numbers::find_counter(connection, acting.scope, nota.series()); });
    return blocked(counter && counter->parada_motivo ? *counter->parada_motivo : used_up(nota.series()));
}

} // namespace balcao::receipts
