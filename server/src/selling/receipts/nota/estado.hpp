#pragma once
// The states of a nota (one NFC-e, one number), as they stand in `nfce.estado` and in the contract.

#include <cstdint>
#include <string_view>

namespace balcao::receipts {

/// Docs: docs/receipts.md.
enum class Estado : std::uint8_t {
    enviando,               // its transmission is under way, or waits for a thread
    indefinida,             // a transmission has no readable answer: SEFAZ is asked; or it was replaced meanwhile
    rejeitada,              // SEFAZ judged its last transmission and refused
    autorizada,             // by the version named in `versao`
    autorizada_sem_xml,     // authorised with a digest of none of our versions
    contingencia,           // issued offline (tpEmis 9), not authorised yet
    contingencia_rejeitada, // issued offline, judged and refused
    cancelada,              // event 110111, or cancelled outside Balcão
    cancelada_subst,        // event 110112
    abandonada,             // as far as we know SEFAZ has nothing; its number is to be voided
    inutilizada,            // the number is voided at SEFAZ
    ocupada,                // another system's receipt has the number
    denegada                // use denied: must not happen any more
};
inline constexpr int estados = 13;

/// As stored: "autorizada_sem_xml".
std::string_view text(Estado estado);
/// Throws std::invalid_argument for anything else: only the database holds these texts.
Estado estado_of(std::string_view text);

/// For people.
std::string_view situation_shown(Estado estado);

/// Something is still to become of its number: it is sent, asked for, corrected or voided.
bool is_pending(Estado estado);
/// SEFAZ has authorised it and no event has ended it.
bool is_authorised(Estado estado);
/// It is a receipt that a customer has or may have: authorised, or issued offline.
bool is_issued(Estado estado);

} // namespace balcao::receipts
