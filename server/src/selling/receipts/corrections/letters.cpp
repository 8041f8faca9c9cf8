#include "selling/receipts/corrections/letters.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "nfce/events.hpp"
#include "platform/base/text.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/judging/judging.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view window_parameter = "carta_correcao_horas";
constexpr std::chrono::hours usual_window{24 * 30}; // where the table has no number

// By the tables of the UF on the day of the nota.
std::chrono::hours window_of(Subject const& subject) {
    auto const& nota = subject.nota;
    auto const hours = reference::fiscal_tables()->parameter(window_parameter, subject.company.uf,
                                                             document_time(nota, nota.dhEmi).date());
    return parse_int(hours)
        .transform([](std::int64_t value) { return std::chrono::hours(value); })
        .value_or(usual_window);
}

std::optional<std::string> why_not(Subject const& subject, Letters const& letters) {
    auto const& facts = subject.facts;
    if (!subject.nota.of_modelo().has_letters) return "Só uma NF-e tem carta de correção.";
    if (!is_authorised(facts.estado)) return "Só uma nota autorizada tem carta de correção.";
    if (std::ranges::any_of(facts.events, &OwnEvent::is_open)) return "O cancelamento desta nota está em andamento.";
    if (std::ranges::any_of(facts.letters, &OwnEvent::is_open))
        return "A carta de correção anterior ainda está a caminho. Espere a resposta da SEFAZ.";
    if (!letters.until || facts.fiscal_now() >= *letters.until) return "O prazo para corrigir esta nota acabou.";
    bool const is_foreign = std::ranges::any_of(facts.letters, [](OwnEvent const& one) {
        return one.estado == EventEstado::recusado && one.cStat == duplicate_event;
    });
    if (is_foreign) {
        return "Esta nota tem uma carta de correção feita fora do Balcão. Corrija pelo mesmo programa, para que a "
               "carta "
               "nova repita o que aquela corrigiu.";
    }
    if (letters.next > nfce::most_corrections)
        return fmt::format("Uma nota aceita até {} cartas de correção.", nfce::most_corrections);
    return std::nullopt;
}

} // namespace

Letters letters_of(db::Connection& connection, auth::CompanyScope const& scope, Subject const& subject) {
    Letters letters;
    if (subject.nota.dhRecbto) letters.until = *subject.nota.dhRecbto + window_of(subject);
    for (auto const& event : events_of(connection, scope, subject.nota.id)) {
        if (!event.is_correction() || event.estado != EventEstado::registrado) continue;
        letters.next = std::max(letters.next, event.nSeqEvento + 1);
        letters.text = event.xCorrecao.value();
    }
    letters.why_not = why_not(subject, letters);
    return letters;
}

} // namespace balcao::receipts
