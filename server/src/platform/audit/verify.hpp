#pragma once
// `balcao audit verify`: walks every chain and reports the first deviation in each. Read-only; the server may run.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/base/ids.hpp"
#include "platform/db/database.hpp"

namespace balcao::audit {

struct ChainReport {
    Uuid chain;       // the company, or zeros
    std::string name; // for people
    std::int64_t sealed = 0;
    std::int64_t waiting = 0;            // for their link
    std::optional<std::string> broken{}; // the first thing that is wrong
};
struct VerifyReport {
    std::vector<ChainReport> chains;     // by id
    std::optional<std::string> broken{}; // what belongs to no chain

    bool is_whole() const;
};

VerifyReport verify(db::Connection& connection);

} // namespace balcao::audit
