#pragma once
// The SQL of `importacoes`, `importacao_linhas` and `importacao_problemas`.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/list_query.hpp"

namespace balcao::imports {

/// Whose import it is: a company's (products), or the installation's (people) when empty.
using Owner = std::optional<auth::CompanyScope>;

/// `state`: lendo → pronta → aplicando → aplicada; falhou or cancelada instead; desfazendo → desfeita after what was
/// written.
struct Import {
    Uuid id;
    UserId user;
    std::string file_name;
    std::string state;
    std::int64_t done = 0;
    std::int64_t total = 0;
    std::int64_t rows_new = 0;
    std::int64_t rows_changed = 0;
    std::int64_t rows_same = 0;
    std::int64_t rows_bad = 0;
    std::int64_t applied_to = 0;      // line
    std::int64_t written_new = 0;     // records made so far
    std::int64_t written_changed = 0; // records changed so far
    std::int64_t undone = 0;
    std::int64_t kept = 0;      // not undone, since somebody has changed them
    std::string columns = "[]"; // JSON
    std::optional<std::string> error{};
    Instant created_at;
    Instant updated_at;

    std::int64_t written() const { return written_new + written_changed; }
};
std::string to_json(Owner const& owner, Import const& import);

void insert(db::Transaction& transaction, Owner const& owner, Import const& import, std::string_view file);
std::optional<Import> find(db::Connection& connection, Owner const& owner, Uuid const& id);
/// The last 20, newest first.
std::vector<Import> list(db::Connection& connection, Owner const& owner);
/// The bytes that were sent; nothing when they were read or the import was cancelled.
std::optional<std::string> file_of(db::Connection& connection, Owner const& owner, Uuid const& id);
/// Writes state, counters, columns and error. False when it is no longer in `expected_state`.
bool update(db::Transaction& transaction, Owner const& owner, Import const& import, std::string_view expected_state);
/// The bytes are not needed any more.
void forget_file(db::Transaction& transaction, Owner const& owner, Uuid const& id);
/// Removes what was read.
void forget_rows(db::Transaction& transaction, Owner const& owner, Uuid const& id);

struct StoredProblem {
    std::string field;
    std::string value;
    std::string message;
};
struct StoredRow {
    std::int64_t line = 0;
    std::string situation;
    std::string given;    // JSON object
    std::string original; // JSON array of texts
    std::vector<StoredProblem> problems{};
    std::optional<std::string> kept_because{}; // not undone
};
// Rows are reached by the id of an import that was found for its owner.
void insert_rows(db::Transaction& transaction, Uuid const& import, std::span<StoredRow const> rows);
/// Situation and problems of a row as applying found them.
void update_row(db::Transaction& transaction, Uuid const& import, StoredRow const& row);
/// At most `limit` rows after `line` that are to go in (`nova`, `alterada`), without problems.
std::vector<StoredRow> rows_to_apply(db::Connection& connection, Uuid const& import, std::int64_t after_line,
                                     std::int64_t limit);

/// A record as the import wrote it.
struct WrittenRow {
    std::int64_t line = 0;
    Uuid record;
    std::int64_t version = 0;
    std::optional<std::string> before{}; // JSON of a changed record; none: it is new
};
void insert_written(db::Transaction& transaction, Uuid const& import, std::span<WrittenRow const> rows);
/// At most `limit` rows after `line` that were written and not undone.
std::vector<WrittenRow> rows_to_undo(db::Connection& connection, Uuid const& import, std::int64_t after_line,
                                     std::int64_t limit);
/// What undoing did with a row; `kept_because`: a sentence, or none when it was undone.
struct UndoneRow {
    std::int64_t line = 0;
    std::optional<std::string> kept_because{};
};
void update_undone(db::Transaction& transaction, Uuid const& import, std::span<UndoneRow const> rows);

/// The bad rows in order, with their problems.
void each_bad_row(db::Connection& connection, Uuid const& import, std::function<void(StoredRow const&)> const& row);
/// One page of rows; `situation` empty: all; `mantida`: those that undoing left. The total is exact.
records::ListPage rows_page(db::Connection& connection, Import const& import, std::string_view situation,
                            records::ListQuery const& query);
records::ListPage problems_page(db::Connection& connection, Import const& import, records::ListQuery const& query);

/// Removes imports of all owners made before `before`.
void delete_old(db::Transaction& transaction, Instant before);

} // namespace balcao::imports
