#pragma once
// What this process has met lately when it called for receipts: who is away, who is slow, whether this machine is cut
// off from the net. In memory; what concerns others is written by who asks (situation.hpp).

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
    /// A receipt met a fault that counts against the service, or its 'out of service'. True: two have in 60 s, and none
    /// was judged between, so the service is away.
    bool met_fault(Place const& place, Uuid const& receipt, Instant now);
    /// The service answered.
    void judged(Place const& place);

    /// A receipt had waited longer than its company lets clerks wait. True: two of this company have within two
    /// minutes.
    bool met_delay(CompanyId company, std::string const& ambiente, Uuid const& receipt, Instant now);

    /// A receipt could not even connect. `url`: where to. True: two have in 60 s, so this machine is cut off since now.
    bool met_no_connection(std::string const& url, Uuid const& receipt, Instant now);
    std::optional<Instant> cut_off_since() const;
    /// Where a connection is to be tried while it is cut off.
    std::optional<std::string> unreached() const;
    /// A connection got through. True: it was cut off.
    bool connected();

private:
    struct Met {
        Uuid receipt;
        Instant at;
    };
    // Notes it and says whether another receipt has met the same within `span`.
    static bool second_within(std::vector<Met>& met, Uuid const& receipt, Instant now, std::chrono::seconds span);

    mutable std::mutex mutex_;
    std::map<Place, std::vector<Met>> faults_;
    std::map<std::pair<CompanyId, std::string>, std::vector<Met>> delays_;
    std::vector<Met> no_connections_;
    std::string unreached_;
    std::optional<Instant> cut_off_since_;
};

/// Whether a bare connection to the host of this https address can be made within three seconds. Blocks.
bool can_connect(std::string const& url);

} // namespace balcao::sefaz_calls
