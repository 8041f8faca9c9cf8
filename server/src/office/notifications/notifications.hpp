#pragma once
// Notifications, computed when read: certificates, SEFAZ settings, logos, alarms and deadlines of receipts, stopped
// series, imports; and stored security notices (platform/security_notices/security_notices.hpp). Of the others only the
// time of the last look is stored.

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

enum class Tone { erro, aviso, info }; // most urgent first

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
/// Notice before a certificate expires.
inline constexpr std::chrono::days certificate_notice{30};
/// Lifetime of a receipt's alarm.
inline constexpr std::chrono::days alarm_notice{30};
/// Age of offline receipts unknown to SEFAZ from which they are reported, and from which as urgent.
inline constexpr std::chrono::hours offline_notice{4}, offline_pressing{20};
/// Lifetime of an import's notification.
inline constexpr std::chrono::days import_notice{7};

/// Notifications about the machine, for administrators. Thread-safe.
using OfInstallation = std::function<std::vector<Notification>(Instant now)>;

/// Within the caller's reach (an administrator: all companies), most urgent first, at most `most_shown`. Missing set-up
/// is searched in the companies that changed last, so the cost does not grow with their number.
std::vector<Notification> list(db::Connection& connection, auth::Actor const& actor, Instant now,
                               OfInstallation const& of_installation);

/// When the person last opened them.
std::optional<Instant> seen_at(db::Connection& connection, UserId user);
void mark_seen(db::Transaction& transaction, UserId user, Instant now);

/// /api/notifications. `clock` must outlive the gate's routes.
void add_notifications_routes(auth::Gate& gate, Clock const& clock, OfInstallation of_installation);

} // namespace balcao::notifications
