#pragma once
// The audit log: who did what, written in the transaction that did it.

#include <optional>
#include <string>
#include <string_view>

#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::audit {

enum class Outcome { success, error, processing };

struct Entry {
    std::string_view action; // an audit code of the specification, section 7, or one of design section 6
    std::string description; // Portuguese, for people
    std::optional<UserId> user{};
    std::optional<CompanyId> company{};
    std::optional<UserId> target_user{};
    Outcome outcome = Outcome::success;
    std::string details{}; // JSON object, e.g. changed fields; secrets only as "alterado"
};

/// Adds the entry. Call it last in the transaction of the action.
void write(db::Transaction& transaction, Instant now, Entry const& entry);

} // namespace balcao::audit
