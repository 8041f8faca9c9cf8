#pragma once
// Recent experience of this process with calls for receipts: outages, slow services, a machine offline. In memory;
// callers write what others need (situation.hpp).

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "fiscal/sefaz_calls/situation.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"

namespace balcao::sefaz_calls {

/// Thread-safe.
class Watch {
public:
    /// A receipt met a fault that counts against the service, or its 'out of service'. True: the second within 60 s
    /// without a judged one between, so the service is away.
    bool met_fault(Place const& place, Uuid const& receipt, Instant now);
    /// The service answered.
    void judged(Place const& place);

    /// A receipt waited longer than its company allows. True: the second of this company within two minutes.
    bool met_delay(CompanyId company, std::string const& ambiente, Uuid const& receipt, Instant now);

    /// A receipt could not connect to `url`. True: the second within 60 s, so this machine is offline from now on.
    bool met_no_connection(std::string const& url, Uuid const& receipt, Instant now);
    std::optional<Instant> cut_off_since() const;
    /// Where to try a connection while offline.
    std::optional<std::string> unreached() const;
    /// A connection succeeded. True: the machine was offline.
    bool connected();

private:
    struct Met {
        Uuid receipt;
        Instant at;
    };
    // Records it; true if another receipt met the same within `span`.
    static bool second_within(std::vector<Met>& met, Uuid const& receipt, Instant now, std::chrono::seconds span);

    mutable std::mutex mutex_;
    std::map<Place, std::vector<Met>> faults_;
    std::map<std::pair<CompanyId, std::string>, std::vector<Met>> delays_;
    std::vector<Met> no_connections_;
    std::string unreached_;
    std::optional<Instant> cut_off_since_;
};

/// Whether a TCP connection to the host of this https URL succeeds within three seconds. Blocks.
bool can_connect(std::string const& url);

} // namespace balcao::sefaz_calls
