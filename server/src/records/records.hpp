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
#include "db/database.hpp"
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
Result<void> check_version(std::string_view if_match, std::int64_t version, std::string_view what,
                           std::string current_json);

/// The record as it is stored, for check_current.
struct Current {
    std::string_view topic; // of its events
    Uuid id;                // the record's, or of the company whose settings it is
    std::int64_t version = 0;
    std::string_view what; // with its article
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
/// What became of them.
struct BulkOutcome {
    std::vector<Uuid> changed{};     // without those that were so already
    std::vector<Uuid> deactivated{}; // were to be deleted, but are in use
};
/// `{"changed":…,"deactivated":[…]}`
http::Response bulk_answer(BulkOutcome const& outcome);

/// The one line of a bulk change in the audit log.
struct BulkWords {
    std::string_view topic;         // "products"
    std::string_view deleted;       // audit code: "product_delete"
    std::string_view updated;       // audit code: "product_update"
    std::string_view one;           // "produto"
    std::string_view many;          // "produtos"
    std::string_view deactivated{}; // member of the details: "desativados"
};
/// Nothing when nothing changed.
void note_bulk(auth::WriteCall& call, Services const& services, BulkAction action, BulkOutcome const& outcome,
               BulkWords const& words, std::optional<CompanyId> company = {});

/// Calls `write()`. Of two that write the same unique value at once the later one is run again and then finds the
/// holder, so that it can be named. `constraint`: the unique index.
void run_again_when_taken(std::string_view constraint, auto const& write) {
    try {
        write();
    } catch (db::UniqueViolation const& violation) {
        if (violation.constraint() != constraint) throw;
        throw db::Conflict(violation.what());
    }
}

/// Removes what is too long in the bin, `at_once` at a time so that no other writer waits long. `forget(transaction,
/// before, at_once)` removes so many at most and returns how many.
void empty_bin(db::Database& database, Instant now, std::int64_t at_once, auto const& forget) {
    while (database.write([&](db::Transaction& transaction) {
        return forget(transaction, now - kept_in_bin, at_once);
    }) == at_once) {
    }
}

} // namespace balcao::records
