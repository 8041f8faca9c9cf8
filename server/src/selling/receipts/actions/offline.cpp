#include "selling/receipts/actions/offline.hpp"

#include <chrono>

#include <fmt/format.h>

#include "fiscal/numbers/numbers.hpp"
#include "fiscal/sefaz_calls/status_questions.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/time_scale.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "selling/receipts/contingency/contingency.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/signing/signing.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

using sefaz_calls::StatusQuestion;

// A clerk waits for it.
constexpr std::chrono::seconds patience_for_status{5};

std::string no_answer_since(Subject const& subject) {
    auto const since = local_date_time_text(subject.nota.created_at, subject.company.fuso_horario).substr(11);
    return fmt::format("SEFAZ sem resposta desde {} (tempo esgotado)", since);
}

// By what it said less than three minutes ago, else by asking it. What it said may be used again, good or bad: its
// state can change after any answer, a document that it does not take goes on elsewhere all the same, and one that it
// leaves without an answer contradicts it (note_no_answer).
std::expected<StatusQuestion, std::string> whether_works(Acting const& acting, sefaz_calls::Destination const& to) {
    auto& database = acting.wire.database;
    auto const now = acting.wire.now();
    auto const known =
        database.write([&](db::Transaction& transaction) { return sefaz_calls::begin_question(transaction, to, now); });
    if (known) return *known;
    auto const answer = ask_status(acting.wire, acting.scope, to, patience_for_status);
    StatusQuestion const question{.asked = now,
                                  .works = answer ? std::optional(answer->works) : std::nullopt,
                                  .answer = answer ? answer->said : ""};
    database.write([&](db::Transaction& transaction) {
        if (answer) sefaz_calls::answer_question(transaction, to, question);
        else sefaz_calls::forget_question(transaction, to, now);
    });
    if (!answer) return std::unexpected(answer.error());
    return question;
}

std::string not_working(StatusQuestion const& question, Nota const& nota, sefaz_calls::Destination const& to,
                        std::string_view fuso_horario) {
    auto const hour = [&](Instant at) { return local_date_time_text(at, fuso_horario).substr(11); };
    // The first whole minute in which it may be asked.
    auto const next = question.next() + (std::chrono::minutes{1} - std::chrono::microseconds{1});
    bool const is_svc = is_by_svc(to.tpEmis);
    return fmt::format("A {} {}: às {} ela {}. {}Tente de novo a partir das {}; a nota continua à espera da {}.",
                       authoriser_name(to.tpEmis), is_svc ? "não está atendendo" : "ainda não atende",
                       hour(question.asked), question.answer.empty() ? "não respondeu" : question.answer,
                       is_svc ? "Quem a liga é a SEFAZ da UF. " : "", hour(next), authoriser_name(nota.tpEmis));
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
    } else {
        auto const day = document_time(nota, subject.facts.fiscal_now()).date();
        auto const svc = reference::fiscal_tables()->parameter("svc", to.uf, day, subject.facts.tpAmb);
        if (svc.empty())
            return unavailable(nota, "A UF da empresa não tem a contingência SVC. Espere a resposta da SEFAZ.");
        to.tpEmis = svc == "AN" ? 6 : 7;
    }
    auto const question = whether_works(acting, to);
    auto const name = authoriser_name(to.tpEmis);
    if (!question) return unavailable(nota, fmt::format("Não foi possível falar com a {}. {}", name, question.error()));
    if (question->works.value_or(false)) return static_cast<int>(to.tpEmis);
    if (!question->works && acting.wire.now() < question->asked + 2 * shortened(patience_for_status)) {
        return unavailable(
            nota, fmt::format("A {} está sendo perguntada agora se atende. Tente de novo em alguns segundos.", name));
    }
    return unavailable(nota, not_working(*question, nota, to, subject.company.fuso_horario));
}

void note_no_answer(db::Transaction& transaction, Subject const& subject) {
    sefaz_calls::contradict_answer(transaction, subject.destination(), subject.nota.created_at,
                                   "não respondeu a uma nota");
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
