#pragma once
// What needs attention, found at reading from what there is: certificates, SEFAZ settings, logos, alarms and
// deadlines of receipts, stopped series, imports; and changes that somebody else could have made
// (platform/security_notices/security_notices.hpp), which are stored. Of the rest nothing is but when somebody looked
// last.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::notifications {

enum class Tone { erro, aviso, info }; // in the order of how pressing they are

struct Notification {
    std::string_view tipo; // the contract's word
    Tone tom{};
    std::string titulo;
    std::string texto;
    std::optional<CompanyId> company{};
    std::string company_name{};
    std::optional<Uuid> alvo{}; // the import, the receipt
    Instant em;                 // since when
};

inline constexpr std::size_t most_shown = 50;
/// A certificate is announced this long before its end.
inline constexpr std::chrono::days certificate_notice{30};
/// So is what went wrong with a receipt, for so long.
inline constexpr std::chrono::days alarm_notice{30};
/// Receipts issued offline are told of while SEFAZ does not have them: after so long, and as pressing.
inline constexpr std::chrono::hours offline_notice{4}, offline_pressing{20};
/// An import is told of for so long.
inline constexpr std::chrono::days import_notice{7};

/// What concerns the machine and not a company; only administrators hear of it. Thread-safe.
using OfInstallation = std::function<std::vector<Notification>(Instant now)>;

/// Within the caller's reach (an administrator: all companies), most pressing first, at most `most_shown`. What is
/// missing is looked for in the companies whose set-up changed last: the cost does not grow with their number.
std::vector<Notification> list(db::Connection& connection, auth::Actor const& actor, Instant now,
                               OfInstallation const& of_installation);

/// When this person looked last.
std::optional<Instant> seen_at(db::Connection& connection, UserId user);
void mark_seen(db::Transaction& transaction, UserId user, Instant now);

/// /api/notifications. `clock` must outlive the gate's routes.
void add_notifications_routes(auth::Gate& gate, Clock const& clock, OfInstallation of_installation);

} // namespace balcao::notifications
