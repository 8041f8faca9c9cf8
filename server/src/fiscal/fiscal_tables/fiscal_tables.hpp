#pragma once
// Fiscal tables as data of the installation: files of reference-data/ in a newer state, and single values, that take
// the place of the program's own. Each change is stored, and can be undone; what is in force follows from those that
// stand.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nfce/tables.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::fiscal_tables {

enum class Kind { file, value };

/// A change that stands or was undone. `content`: the whole file, or one row of nfce-parametros.csv.
struct Change {
    Uuid id;
    nfce::TableFile file{};
    Kind kind{};
    std::string content;
    std::string as_of;     // day whose state it says
    std::string file_name; // as it was uploaded; of a value what it says
    std::int64_t revision = 0;
    std::string by; // who; empty: by command
    Instant created_at;
    std::optional<Instant> undone_at{};
    std::optional<std::int64_t> undone_revision{}; // none: it stands, or nobody knows
};

/// Files in force, without those of the program itself: of each the newest upload that is not older than the program's
/// own, completed by rows that only the program's own has, with the values on top. `changes`: those that stand, by
/// revision. Pure.
nfce::TableTexts texts_in_force(std::span<Change const> changes);
/// The state of a file in force. Pure.
std::string as_of_in_force(std::span<Change const> changes, nfce::TableFile file);

/// How a file differs from the one in force, by the keys of its rows.
struct DifferentRow {
    std::string key;
    std::optional<std::string> before, after; // the row without its key
};
struct Difference {
    std::int64_t added = 0, changed = 0, gone = 0;
    std::vector<DifferentRow> rows; // all
};
Difference difference(nfce::TableFile file, std::string_view before, std::string_view after);

/// What is typed.
struct Upload {
    nfce::TableFile file{};
    std::string content, as_of, file_name;
};
/// Refuses a file with mistakes (each a sentence with its line), in an older state than the one in force, or of a day
/// to come.
Result<void> check_upload(db::Connection& connection, Upload const& upload, Instant now);

/// What an upload changes of what is in force.
Difference difference_to_force(db::Connection& connection, Upload const& upload);

/// A row for nfce-parametros.csv. Refuses one that would make the file wrong.
struct Value {
    std::string parametro, uf, ambiente, alcance, desde, valor, fonte;
};
Result<Upload> upload_of(db::Connection& connection, Value const& value);

/// Takes a checked change over, with its audit row, and returns it. `user`: none: by command.
Change take_over(db::Transaction& transaction, records::Services const& services, std::optional<UserId> user,
                 Upload const& upload, Kind kind);
/// Undoes a change that stands. not_found for an unknown one.
Result<void> undo(auth::Write const& write, records::Services const& services, Uuid id);

std::vector<Change> find_changes(db::Connection& connection);
std::int64_t find_revision(db::Connection& connection);
/// The set of a revision: of another one than that in force what stood then, on this version's own files.
std::shared_ptr<nfce::Tables const> set_of(db::Connection& connection, std::int64_t revision);
/// Active products that rows of the difference are about.
std::int64_t touched_products(db::Connection& connection, nfce::TableFile file, Difference const& difference);

/// The contract's FiscalTablePreview of a checked upload.
std::string preview(db::Connection& connection, Upload const& upload);
/// What is in force, as the contract's FiscalTables.
std::string to_json(std::vector<Change> const& changes, std::int64_t revision);

/// Puts what is stored into force in this process. Thread-safe.
class Follower {
public:
    /// `addresses`: an operator's own (BALCAO_SEFAZ_ADDRESSES), checked, which stand over all others; empty: none.
    /// `on_change`: called with each set that comes into force.
    Follower(db::Database& database, std::string addresses, std::function<void(nfce::Tables const&)> on_change = {})
        : database_(database), addresses_(std::move(addresses)), on_change_(std::move(on_change)) {}
    /// Looks whether they have changed; at start, every two seconds, and at once by who has changed them.
    void look();

private:
    db::Database& database_;
    std::string const addresses_;
    std::function<void(nfce::Tables const&)> const on_change_;
    std::mutex mutex_;
    std::optional<std::int64_t> revision_;
};

/// /api/fiscal-tables…
void add_fiscal_tables_routes(auth::Gate& gate, records::Services services, Follower& follower);

} // namespace balcao::fiscal_tables
