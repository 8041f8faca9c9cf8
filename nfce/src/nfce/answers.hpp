#pragma once

#include "nfce/foreign.hpp"
#include "nfce/services.hpp"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What SEFAZ answered, as values. Decisions go by cStat; texts are shown as they came.
namespace balcao::nfce {

/// An event SEFAZ has of a receipt.
struct KnownEvent {
    int cStat = 0; ///< 135, 136 or 155
    std::string chNFe, tpEvento, nSeqEvento, nProt, dhRegEvento;
    std::string procEventoNFe_xml; ///< as SEFAZ wrote it
};
/// Authorised (100, 120, 150). `protNFe_xml` is the protocol as SEFAZ wrote it (XmlElement::standalone, so a signature
/// in it still verifies), to be stored behind the receipt with stored_document. Whether it is of the receipt at hand is
/// told by matches().
struct Authorised {
    Protocol protocol;
    std::string protNFe_xml;
    std::vector<KnownEvent> events{}; ///< of a query: what was registered and cancels nothing
};
/// The receipt is cancelled (query: 101, 151, 155, or an authorised code with a cancellation beside it).
struct Cancelled {
    int cStat = 0; ///< of the query
    std::string xMotivo;
    std::optional<Authorised> authorised; ///< the protocol of the receipt, which not every UF sends
    std::vector<KnownEvent> events;       ///< all that came; empty when the answer does not tell which event it was
};
/// Event registered (135, 136, 155).
struct EventRegistered {
    int cStat = 0;
    std::string xMotivo, chNFe, tpEvento, nProt, dhRegEvento;
    std::string retEvento_xml; ///< as SEFAZ wrote it
    std::string nSeqEvento{};
};
/// Numbers voided (102).
struct Voided {
    std::string nProt, dhRecbto;
    int serie = 0, nNFIni = 0, nNFFin = 0;
    std::string retInutNFe_xml; ///< as SEFAZ wrote it
};
struct ServiceUp {
    int tMed = 0; ///< seconds SEFAZ asks to wait between questions; 0 when not told
};
/// Received, not judged yet (103, 105).
struct InProgress {
    std::string nRec; ///< may be empty
    int tMed = 0;
};
/// 204, 539, 635, and 562, 613 of a query: ask by key. `chNFe` is the key SEFAZ named and `nRec` (15 digits) the batch,
/// each empty when it named none.
struct Duplicate {
    int cStat = 0;
    std::string xMotivo, chNFe, nRec;
};
/// 110, 205, 301–303: use denied. Only old receipts; the number is used up.
struct Denied {
    int cStat = 0;
    std::string xMotivo;
};
/// 217: SEFAZ does not have the receipt.
struct NotThere {
    std::string xMotivo;
};
/// The registry's entry of a company: one of its inscrições. Empty: not told.
struct Registration {
    std::string IE, CNPJ, UF, xNome, xFant;
    bool enabled = false; ///< cSit 1
    /// Of ender.
    std::string xLgr{}, nro{}, xCpl{}, xBairro{}, cMun{}, xMun{}, CEP{};
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
                            Denied, NotThere, Registrations, Rejected, Unavailable>;

/// Which service answered, code and text whatever they mean there, and what the answer is about.
struct AnswerHead {
    int cStat = 0; ///< of the request as a whole: 104 and 128 for batches whose result is inside
    std::string xMotivo;
    Service service = Service::status;
    int tpAmb = 0;        ///< 0 when not told
    std::string chNFe;    ///< empty when not told
    std::string dhRecbto; ///< SEFAZ's time of this answer (of an event: dhRegEvento), as written; empty when not told
};
/// An answer counts for a receipt only when this holds: environment and key are these, as far as they are told.
bool concerns(AnswerHead const& head, int tpAmb, std::string_view chNFe);
/// The error is a sentence in Portuguese: no answer of SEFAZ, or one without cStat.
std::expected<AnswerHead, std::string> read_answer_head(std::string_view body);

/// Reads the body of an HTTP answer, with or without SOAP envelope, of any of the services. Undecided also when it
/// contradicts itself: two results, two environments, two keys, another namespace. Never throws on what it reads.
Answer read_answer(std::string_view body);

} // namespace balcao::nfce
