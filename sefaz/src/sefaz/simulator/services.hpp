#pragma once
// The services. Each judges one message by what the simulator remembers, changes that, and writes the answer.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nfce/certificate.hpp"
#include "nfce/tables.hpp"
#include "platform/db/database.hpp"
#include "sefaz/simulator/answer_writing.hpp"
#include "sefaz/simulator/message.hpp"

namespace balcao::sefaz::simulator {

/// How much quicker than in life waits, windows and limits pass (--fast).
struct Pace {
    double fast = 1;
    std::chrono::microseconds shortened(std::chrono::microseconds wait) const {
        return std::chrono::microseconds(static_cast<std::int64_t>(static_cast<double>(wait.count()) / fast));
    }
};

/// Lawful answers that look different.
struct Variants {
    bool prefixed = false;             // prefixes in the envelope and at the result's elements
    bool signed_protocol = false;      // protNFe carries SEFAZ's signature
    bool long_protocol = false;        // nProt has 17 digits
    bool bare_query = false;           // a query says 101 without procEventoNFe
    bool repeat_is_authorised = false; // the same bytes again get the first protocol instead of 204
    std::vector<std::string> alerts{}; // it authorises with alert (120), and these texts
};

/// What giving a protocol takes.
struct Registrar {
    db::Transaction& memory;
    std::int64_t now = 0; // seconds since the epoch by the simulator's clock
    Variants variants{};
    nfce::Certificate const* signer = nullptr; // of signed protocols
};

/// What a service judges by.
struct Inquiry {
    Message const& message;
    nfce::Authoriser authoriser = nfce::Authoriser::nfce; // whose service was called
    db::Transaction& memory;
    std::int64_t now_us = 0;   // microseconds since the epoch by the simulator's clock, for the company
    std::int64_t ahead_us = 0; // how far the company's practice is ahead of that clock
    std::shared_ptr<nfce::Tables const> tables = nfce::Tables::base();
    std::string_view certificate_CNPJ{}; // of the connection; empty without TLS
    Variants variants{};
    Pace pace{};
    nfce::Certificate const* signer = nullptr;
    std::string_view authority{}; // PEM of the simulator's own
    /// The receipt is taken in and judged so much later.
    std::optional<std::chrono::microseconds> judged_after{};
    bool announced = false; // and the sender told so (103)

    std::int64_t now() const { return now_us / 1'000'000; }
    Registrar registrar() const { return {memory, now(), variants, signer}; }
};

/// An answer and its codes: of the whole, and of what is inside (0: nothing is).
struct Verdict {
    std::string result; // without envelope
    int cStat = 0, cStat_inner = 0;
};

/// Answers a message of the service.
Verdict judge(nfce::Service service, Inquiry const& inquiry);
/// Answers with a code and changes nothing. A code that is about a receipt or an event stands where SEFAZ puts it, in
/// the protocol inside.
Verdict told(nfce::Service service, Inquiry const& inquiry, Code const& code);
/// The answer with a code for the request as a whole.
Verdict refused(nfce::Service service, Inquiry const& inquiry, Code const& code);
/// Judges the receipts whose time has come. Before anything else is judged, so that the order is that of the times.
void settle_due(db::Transaction& memory, std::int64_t now_us, std::shared_ptr<nfce::Tables const> const& tables);

/// What every message must have, whatever service it is for: name, namespace, version, no prefixes, no blanks between
/// tags, 500 kB, its schema, environment.
std::optional<Code> message_fault(nfce::Service service, Message const& message);

/// One service, in services/<its name>.cpp.
struct ServiceFunctions {
    Shape shape;
    std::string_view schema; // empty: the service looks itself
    /// Of a message without fault.
    Verdict (*judge)(Inquiry const& inquiry);
    /// A code for the request as a whole, whatever its message is.
    Verdict (*refuse)(Inquiry const& inquiry, Code const& code);
    /// A code for what the message is about.
    Verdict (*tell)(Inquiry const& inquiry, Code const& code);
};
namespace services {
extern ServiceFunctions const authorisation, authorisation_result, query, status, voiding, event, registry;
}
ServiceFunctions const& functions_of(nfce::Service service);

/// nProt of the authoriser of that UF: 15 digits, or 17.
std::string next_protocol(Registrar const& registrar, std::string_view cUF);

} // namespace balcao::sefaz::simulator
