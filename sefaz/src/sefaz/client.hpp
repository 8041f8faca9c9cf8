#pragma once
// Calls to SEFAZ's services: SOAP 1.2 over HTTPS with the company's certificate (reference f1).

#include <chrono>
#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nfce/certificate.hpp"
#include "nfce/services.hpp"
#include "sefaz/trust.hpp"

namespace balcao::sefaz {

/// Why a call brought no answer of SEFAZ. What SEFAZ did with the message is unknown in all of them.
enum class FaultKind {
    unusable_address,    // not https
    name_not_found,      // no DNS, or a wrong name
    refused,             // nobody listens there
    unreachable,         // no route, or no answer while connecting
    timeout,             // connected, but too slow
    untrusted_server,    // its certificate is not of an authority we trust, or over
    wrong_host,          // its certificate is another host's
    certificate_refused, // it does not take ours
    tls,                 // any other trouble of TLS
    closed,              // it hung up
    cut_off,             // the answer is incomplete
    too_large,           // the answer is too long to be one
    http_status,         // an error page
    not_sefaz            // something else than an answer of SEFAZ
};

struct Fault {
    FaultKind kind{};
    std::string sentence;  // Portuguese: what happened and what to do
    std::string technical; // English, for the log
    int http_status = 0;   // of FaultKind::http_status
};

struct Call {
    std::string url;
    nfce::Service service{};
    std::string message; // without envelope
};

/// `body`: answered with HTTP 200 and holds a result of SEFAZ with a cStat (nfce/answers.hpp).
struct Outcome {
    std::expected<std::string, Fault> body;
    std::chrono::milliseconds took{};
    /// Not one byte of the request left this machine: SEFAZ cannot have judged it. False does not say that it has.
    bool nothing_sent = false;
};

/// Who calls, and whom they believe.
struct Identity {
    std::optional<nfce::Certificate> certificate;
    std::shared_ptr<Trust const> trust;
    /// Never through a proxy of the environment: what runs on this machine.
    bool direct = false;
};

/// Thread-safe. Blocks until all is answered or over.
class Client {
public:
    virtual ~Client() = default;
    /// All at the same time; outcomes in the order of the calls. `limit`: for each, from its beginning to its end.
    virtual std::vector<Outcome> call_all(Identity const& identity, std::span<Call const> calls,
                                          std::chrono::milliseconds limit) = 0;

    Outcome call(Identity const& identity, Call const& call, std::chrono::milliseconds limit);
};

struct ClientLimits {
    std::chrono::milliseconds connect{5'000};
    std::size_t body = 1024 * 1024;
    std::size_t headers = 64 * 1024;
    std::chrono::seconds idle{60}; // how long an unused connection is kept
    std::size_t kept = 64;         // sets of unused connections, one set per certificate
};

/// By libcurl. TLS 1.2 or newer, chain and host always checked, no redirects. Connections and TLS sessions are used
/// again by the same certificate only. What changes something at SEFAZ (authorisation, event, voiding) goes on a
/// connection of its own and so is sent once at most: on a kept one that dies without an answer, libcurl would send it
/// again.
std::unique_ptr<Client> make_client(ClientLimits limits = {});

} // namespace balcao::sefaz
