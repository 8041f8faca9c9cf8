#pragma once

#include "nfce/datetime.hpp"
#include "nfce/problem.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The carta de correção (110110) of an NF-e. SEFAZ reads its text as one; the law says what it must not change, so it
/// is put together from answers to "what is wrong?" and not guessed from a text.
namespace balcao::nfce {

/// What somebody may want to correct: a row of reference-data/nfe-correcao.csv.
struct CorrectionSubject {
    std::string_view codigo, nome;
    std::string_view refusal; ///< sentence; empty: it may be corrected
};
/// Views stay valid for ever.
std::vector<CorrectionSubject> const& correction_subjects();

struct Correction {
    struct Item {
        std::string assunto; ///< codigo of a subject
        std::string texto{}; ///< what it should say
    };

    std::string idLote; ///< 1–15 digits
    int tpAmb = 2;
    std::string CNPJ; ///< of the issuer
    std::string chNFe;
    DateTime dhEvento;
    int nSeqEvento = 1;   ///< 1–20
    std::string anterior; ///< xCorrecao of the letter before, which this one repeats; empty for the first
    std::vector<Item> itens;
    std::string texto{}; ///< what correction_text made of both before; they are not read then
};

inline constexpr int most_corrections = 20;

/// xCorrecao: what the letter before said, and behind it what is new. The last letter is the only one that counts.
std::string correction_text(Correction const& correction);

/// The fixed text of xCondUso.
extern std::string_view const correction_terms;

} // namespace balcao::nfce
