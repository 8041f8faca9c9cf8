#pragma once
// Reading the audit log: newest first, filtered, at the same cost for a thousand rows and for a million.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/list_query.hpp"

namespace balcao::audit_log {

struct LogFilter {
    auth::VisibleCompanies visible;
    std::string resultado{}; // success, error or processing; empty: any
    std::string action{};
    std::optional<UserId> user{};  // who did it
    std::optional<Instant> from{}; // included
    std::optional<Instant> to{};   // excluded
};

struct Named {
    Uuid id;
    std::string name;
    std::string email{}; // of users
};
struct LogEntry {
    Uuid id;
    Instant created_at;
    std::string action;
    std::string description;
    std::string resultado;
    std::optional<Named> user{};
    std::optional<Named> company{}; // also one that was deleted
    std::optional<Named> target_user{};
    std::optional<std::string> details{}; // JSON object
};

/// Totals count to 1000; beyond it "more than".
records::ListPage list(db::Connection& connection, LogFilter const& filter, std::int64_t offset, std::int64_t limit);
/// The exact number of rows.
std::int64_t count(db::Connection& connection, LogFilter const& filter);
/// Every row, read in batches.
void each(db::Connection& connection, LogFilter const& filter, std::function<void(LogEntry const&)> const& row);

/// Whose days a filter means: the company's time zone, else that of Brasília.
std::string time_zone_of(db::Connection& connection, auth::VisibleCompanies const& visible);

} // namespace balcao::audit_log
