#pragma once
// What every record (company, product, person, budget) does alike: read a body, notice a stale edit, answer with its
// version, and note a change for the audit log and for open browsers.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

#include "auth/gate.hpp"
#include "base/ids.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "events/events.hpp"
#include "http/http.hpp"

namespace balcao::records {

struct Services {
    events::Events& events;
    Clock const& clock;
};

/// A record's JSON with its ETag.
http::Response answer(int status, std::string json, std::int64_t version);
http::Response no_content();

/// The record's version when If-Match names it; else `stale` with the current record, whose name is `what` with its
/// article ("este produto").
Result<void> check_version(std::string_view if_match, std::int64_t version, std::string_view what, std::string current_json);

/// One change as the audit log and open browsers hear of it.
struct Change {
    std::string_view topic;  // of events: "products"
    std::string_view action; // audit code: "product_update"
    std::string description; // Portuguese
    std::optional<CompanyId> company{};
    std::optional<Uuid> entity{};
    std::int64_t version = 0;
    std::string details{}; // JSON object
};
/// Last in the transaction that made the change.
void note(auth::WriteCall& call, Services const& services, Change change);
/// The same for work that no request waits for.
void note(db::Transaction& transaction, UserId user, Services const& services, Change change);

/// How long a deleted record can be restored; afterwards it goes for good.
inline constexpr std::chrono::days kept_in_bin{30};
/// Whether what was deleted at `deleted_at` may still come back.
Result<void> check_restorable(Instant deleted_at, Instant now);

/// The body of a bulk request.
enum class BulkAction { remove, restore, activate, deactivate };
struct Bulk {
    BulkAction action{};
    std::vector<Uuid> ids; // without repetitions
};
/// `with_state`: whether activating and deactivating is possible too.
Result<Bulk> read_bulk(std::string_view body, bool with_state);
/// `{"changed":…,"deactivated":[…]}`
http::Response bulk_answer(std::int64_t changed, std::vector<Uuid> const& deactivated);

} // namespace balcao::records
