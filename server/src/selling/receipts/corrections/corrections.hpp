#pragma once
// Letters of correction of an authorised NF-e (110110): each repeats what those before it corrected, and the last one
// counts.

#include <optional>
#include <string>
#include <vector>

#include "nfce/answers.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

struct TypedCorrection {
    struct Item {
        std::string assunto; // codigo of nfce::correction_subjects()
        std::string texto;
    };
    std::int64_t numero = 0; // nSeqEvento that the letter is to have, as the caller saw it
    std::vector<Item> itens;
};

/// Writes the next letter and its job. `invalid` at `itens.N.assunto`, `itens.N.texto` or `itens`; `acao_indisponivel`
/// when the nota may have no letter now, or when another was written since the caller looked.
Result<Nota> correct(Acting const& acting, NotaId id, TypedCorrection const& typed);

/// SEFAZ registered it.
void register_correction(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                         Nota const& nota, StoredEvent event, nfce::EventRegistered const& registered);
/// SEFAZ refused it. `event` has its code and reason.
void refuse_correction(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       Nota const& nota, StoredEvent event);
/// Ends the open letters that the answer to a query of the nota tells of: registered when it is ours, refused when
/// somebody else's has its number.
void settle_corrections(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                        Nota const& nota, Reply const& reply);

/// receipts/{rid}/corrections
void add_correction_routes(auth::Gate& gate, Wire const& wire);

} // namespace balcao::receipts
