#pragma once

#include "nfce/foreign.hpp"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What SEFAZ answered, as values. Decisions go by cStat; texts are shown as they came.
namespace balcao::nfce {

/// Authorised (100, 120, 150). `protNFe_xml` is the protocol in canonical form, to be stored behind the receipt.
struct Authorised {
    Protocol protocol;
    std::string protNFe_xml;
};
/// The receipt is cancelled (query: 101, 151, 155).
struct Cancelled {
    int cStat = 0;
    std::string xMotivo;
};
/// Event registered (135, 136, 155).
struct EventRegistered {
    int cStat = 0;
    std::string xMotivo, chNFe, tpEvento, nProt, dhRegEvento;
    std::string retEvento_xml; ///< canonical
};
/// Numbers voided (102).
struct Voided {
    std::string nProt, dhRecbto;
    int serie = 0, nNFIni = 0, nNFFin = 0;
};
struct ServiceUp {
    int tMed = 0; ///< seconds SEFAZ asks to wait between questions; 0 when not told
};
/// Received, not judged yet (103, 105).
struct InProgress {
    std::string nRec; ///< may be empty
    int tMed = 0;
};
/// 204, 539, 635: ask by key. `chNFe` is the key SEFAZ named, else empty.
struct Duplicate {
    int cStat = 0;
    std::string xMotivo, chNFe;
};
/// 217: SEFAZ does not have the receipt.
struct NotThere {
    std::string xMotivo;
};
/// The registry's entry of a company.
struct Registration {
    std::string IE, CNPJ, UF, xNome;
    bool enabled = false; ///< cSit 1
};
struct Registrations {
    std::vector<Registration> found;
};
/// Any other code: no success. `item` is nItem when xMotivo names one.
struct Rejected {
    int cStat = 0;
    std::string xMotivo;
    std::optional<int> item;
};
/// 106, 108, 109, 999 and the like: nothing was judged, try later. 656 is here too.
struct Unavailable {
    int cStat = 0;
    std::string xMotivo;
};
/// Not an answer of SEFAZ at all (HTML, SOAP fault, truncated): the outcome is unknown, never a rejection.
struct Undecided {
    std::string reason;
};

using Answer = std::variant<Undecided, Authorised, Cancelled, EventRegistered, Voided, ServiceUp, InProgress, Duplicate,
                            NotThere, Registrations, Rejected, Unavailable>;

/// Code and text of an answer of any of the services, whatever they mean there.
struct AnswerHead {
    int cStat = 0;
    std::string xMotivo;
};
/// The error is a sentence in Portuguese: no answer of SEFAZ, or one without cStat.
std::expected<AnswerHead, std::string> read_answer_head(std::string_view body);

/// Reads the body of an HTTP answer, with or without SOAP envelope, of any of the services. Never throws on what it
/// reads.
Answer read_answer(std::string_view body);

} // namespace balcao::nfce
