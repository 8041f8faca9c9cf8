#pragma once
// What every record (company, product, person, budget) does alike: notice a stale edit, note a change for the audit log
// and for open browsers, wait in the bin, change with many others. The whole life of most: platform/records/life.hpp.

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

/// The record's version when If-Match names it; else `stale` with the current record, whose name is `what` with its
/// article ("este produto").
Result<void> check_version(std::string_view if_match, std::int64_t version, std::string_view what,
                           std::string current_json);

/// The record as it is stored, for check_current.
struct Current {
    std::string_view topic; // of its events
    Uuid id;                // the record's, or of the company whose settings it is
    std::int64_t version = 0;
    std::string what; // with its article
    std::string json;
};
/// As check_version; the refusal also tells who saved, and when, as long as the event is kept (an hour).
Result<void> check_current(db::Connection& connection, std::string_view if_match, Current current);

/// One change as the audit log and open browsers hear of it.
struct Change {
    std::string_view topic;  // of events: "products"
    std::string_view action; // audit code: "product_update"
    std::string description; // Portuguese
    std::optional<CompanyId> company{};
    std::optional<Uuid> entity{};
    std::int64_t version = 0;
    std::string details{};               // JSON object
    std::optional<UserId> target_user{}; // whose account it was done to
};
/// Last in the transaction that made the change.
void note(auth::Write const& write, Services const& services, Change change);
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
/// What became of them.
struct BulkOutcome {
    std::vector<Uuid> changed{};     // without those that were so already
    std::vector<Uuid> deactivated{}; // were to be deleted, but are in use
};
/// `["…","…"]`
std::string id_list_json(std::vector<Uuid> const& ids);

/// What events and the audit log say of records of a kind.
struct RecordWords {
    std::string_view topic;        // of events: "products"
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
/// The one line of a bulk change in the audit log; nothing when nothing changed.
void note_bulk(auth::Write const& write, Services const& services, BulkAction action, BulkOutcome const& outcome,
               RecordWords const& words, std::optional<CompanyId> company);

/// Removes what is too long in the bin, `at_once` at a time so that no other writer waits long. `forget(transaction,
/// before, at_once)` removes so many at most and returns how many.
void empty_bin(db::Database& database, Instant now, std::int64_t at_once, auto const& forget) {
    while (database.write([&](db::Transaction& transaction) {
        return forget(transaction, now - kept_in_bin, at_once);
    }) == at_once) {
    }
}

} // namespace balcao::records
