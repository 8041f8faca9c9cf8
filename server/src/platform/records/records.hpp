#pragma once
// Shared by all records (company, product, person, budget): stale edits, audit and events, bin, bulk changes. The whole
// life of most: platform/records/life.hpp.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/events/events.hpp"

namespace balcao::records {

struct Services {
    events::Events& events;
    Clock const& clock;
};

/// The version if If-Match names it; else `stale` with the current record. `what`: its name with article ("este
/// produto").
Result<void> check_version(std::string_view if_match, std::int64_t version, std::string_view what,
                           std::string current_json);

/// The stored record, for check_current.
struct Current {
    events::Topic topic; // of its events
    Uuid id;             // the record's, or of the company whose settings it is
    std::int64_t version = 0;
    std::string what; // with its article
    std::string json;
};
/// Like check_version; the refusal also names who saved and when, while the event exists (an hour).
Result<void> check_current(db::Connection& connection, std::string_view if_match, Current current);

/// A change, for audit log and events.
struct Change {
    events::Topic topic;     // of events: "products"
    std::string_view action; // audit code: "product_update"
    std::string description; // Portuguese
    std::optional<CompanyId> company{};
    std::optional<Uuid> entity{};
    std::int64_t version = 0;
    std::string details{};               // JSON object
    std::optional<UserId> target_user{}; // whose account it was done to
};
/// Call last in the transaction of the change.
void note(auth::Write const& write, Services const& services, Change change);
/// The same outside of requests.
void note(db::Transaction& transaction, UserId user, Services const& services, Change change);

/// Time in the bin, after which a record is deleted for good.
inline constexpr std::chrono::days kept_in_bin{30};
/// Whether a record deleted at `deleted_at` can still be restored.
Result<void> check_restorable(Instant deleted_at, Instant now);

/// The body of a bulk request.
enum class BulkAction { remove, restore, activate, deactivate };
struct Bulk {
    BulkAction action{};
    std::vector<Uuid> ids; // without repetitions
};
/// `with_state`: whether activating and deactivating are possible.
Result<Bulk> read_bulk(std::string_view body, bool with_state);
/// The outcome.
struct BulkOutcome {
    std::vector<Uuid> changed{};     // without those that were so already
    std::vector<Uuid> deactivated{}; // were to be deleted, but are in use
};
/// `["…","…"]`
std::string id_list_json(std::vector<Uuid> const& ids);

/// Names for events and the audit log.
struct RecordWords {
    events::Topic topic;           // of events: "products"
    std::string_view created_code; // audit codes: "product_create"
    std::string_view updated_code;
    std::string_view deleted_code;
    std::string_view created; // before the record's name: "Cadastrou o produto"
    std::string_view updated;
    std::string_view deleted;
    std::string_view restored;
    std::string_view deactivated{}; // instead of deleted
    std::string_view in_bin;        // why it cannot be changed
    std::string_view one;           // "produto"
    std::string_view many;
    std::string_view many_deactivated{}; // member of the details of a bulk change: "desativados"
};
/// The single audit line of a bulk change; none if nothing changed.
void note_bulk(auth::Write const& write, Services const& services, BulkAction action, BulkOutcome const& outcome,
               RecordWords const& words, std::optional<CompanyId> company);

/// Deletes expired records from the bin, `at_once` per transaction, so that other writers do not wait long.
/// `forget(transaction, before, at_once)` deletes at most so many and returns how many.
void empty_bin(db::Database& database, Instant now, std::int64_t at_once, auto const& forget) {
    while (database.write([&](db::Transaction& transaction) {
        return forget(transaction, now - kept_in_bin, at_once);
    }) == at_once) {
    }
}

} // namespace balcao::records
