#include "selling/receipts/corrections/corrections.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "nfce/events.hpp"
#include "nfce/text.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "selling/receipts/corrections/letters.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

constexpr std::size_t most_letters_of_text = 1'000; // xCorrecao

nfce::Correction letter_for(Subject const& subject, Letters const& letters, TypedCorrection const& typed) {
    nfce::Correction letter{.idLote = "1",
                            .tpAmb = subject.facts.tpAmb,
                            .CNPJ = subject.company.cnpj,
                            .chNFe = subject.nota.chave,
                            .dhEvento = document_time(subject.nota, subject.facts.fiscal_now()),
                            .nSeqEvento = letters.next,
                            .anterior = letters.text,
                            .itens = {},
                            .texto = {}};
    for (auto const& item : typed.itens) {
        letter.itens.push_back(
            {.assunto = item.assunto, .texto = nfce::normalise_text(item.texto, most_letters_of_text).text});
    }
    return letter;
}

std::vector<FieldProblem> field_problems(nfce::Problems const& problems) {
    constexpr std::string_view object = "evento.";
    std::vector<FieldProblem> found;
    for (auto const& problem : problems) {
        auto const is_inside = problem.field.starts_with(object);
        found.push_back({is_inside ? problem.field.substr(object.size()) : problem.field, problem.message});
    }
    return found;
}

} // namespace

Result<Nota> correct(Acting const& acting, NotaId id, TypedCorrection const& typed) {
    return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Nota> {
        auto const subject = BALCAO_TRY(lock_acted_on(transaction, acting, id));
        auto const& nota = subject.nota;
        auto const letters = letters_of(transaction, acting.scope, subject);
        if (letters.why_not) return unavailable(nota, *letters.why_not);
        if (typed.numero != letters.next) {
            return unavailable(nota,
                               "Outra carta de correção desta nota foi feita enquanto você escrevia. Confira o que "
                               "ela corrigiu e envie de novo o que faltar.");
        }
        auto const letter = letter_for(subject, letters, typed);
        if (auto const problems = nfce::check_event(letter); !problems.empty())
            return invalid(field_problems(problems));
        auto after = nota;
        if (!save_nota(transaction, acting.scope, nota, after)) throw db::Conflict("the nota changed");
        ++after.version;
        auto const text = nfce::correction_text(letter);
        make_correction(transaction, acting.wire, acting.scope, after, letters.next, text, acting.actor.user);
        note_action(transaction, acting, after, "nfce_correct", "Pediu para corrigir", text);
        return after;
    });
}

} // namespace balcao::receipts
