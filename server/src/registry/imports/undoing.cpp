// Takes back what an import wrote.

#include <deque>
#include <expected>
#include <map>
#include <stdexcept>
#include <utility>

#include "platform/base/json.hpp"
#include "platform/records/life.hpp"
#include "registry/imports/import_steps.hpp"
#include "registry/people/people.hpp"
#include "registry/products/products.hpp"

namespace balcao::imports {

namespace {

constexpr std::string_view changed_since = "Foi alterado ou excluído depois da importação.";
constexpr std::string_view used_since = "Já está em um orçamento ou pedido.";

// What the record was before, or for a new one the same in the bin. An error: why it stays as it is.
template <class Record>
std::expected<Record, std::string> former(Fields fields, Record const& now_stored, WrittenRow const& row, Instant now) {
    Record record = now_stored;
    if (row.before) {
        auto const json = json::parse_object(*row.before);
        if (!json) throw std::logic_error("a record's own JSON cannot be read");
        std::vector<FieldProblem> problems;
        record = read_entity<Record>(fields, *json, problems);
        if (!problems.empty()) return std::unexpected(std::move(problems.front().message)); // a rule made since then
        for (auto const& field : fields)                                                    // JSON never sets these
            if (field.rules.read_only) field.set(&record, field.get(&now_stored));
    } else {
        record.deleted_at = now;
    }
    record.updated_at = now;
    return record;
}

template <records::ActivatableKind Kind>
std::vector<UndoneRow> undo(Kind const& kind, Fields fields, db::Transaction& transaction,
                            std::span<WrittenRow const> rows, Instant now) {
    std::vector<Uuid> ids;
    for (auto const& row : rows) ids.push_back(row.record);
    std::map<Uuid, records::StoredOf<Kind>> stored;
    for (auto& found : kind.find_many(transaction, ids)) {
        auto const id = found.record.id.uuid();
        stored.emplace(id, std::move(found));
    }
    auto const used = kind.used(transaction, ids);

    std::vector<UndoneRow> undone;
    std::deque<records::StoredOf<Kind>> saved; // what the revisions view
    std::vector<records::Revision<typename Kind::Record>> revisions;
    for (auto const& row : rows) {
        auto& result = undone.emplace_back(UndoneRow{.line = row.line});
        auto const at = stored.find(row.record);
        if (at == stored.end() || at->second.version != row.version || at->second.record.deleted_at) {
            result.kept_because = changed_since;
            continue;
        }
        if (!row.before && used.contains(row.record)) {
            result.kept_because = used_since;
            continue;
        }
        auto record = former(fields, at->second.record, row, now);
        if (!record) {
            result.kept_because = std::move(record.error());
            continue;
        }
        saved.push_back({.record = *std::move(record), .version = row.version + 1});
        revisions.push_back({.before = at->second, .after = saved.back()});
    }
    kind.update(transaction, revisions);
    return undone;
}

std::vector<UndoneRow> undo(db::Transaction& transaction, Owner const& owner, std::span<WrittenRow const> rows,
                            Instant now) {
    if (!owner) return undo(people::People{}, people::person_fields(), transaction, rows, now);
    return undo(products::Products(*owner), products::product_fields(), transaction, rows, now);
}

// False when no row is left.
bool undo_slice(db::Transaction& transaction, Owner const& owner, Import& import, Instant now) {
    // What is undone or kept is not found again.
    auto const rows = rows_to_undo(transaction, import.id, 0, rows_in_a_step);
    if (rows.empty()) return false;
    auto const undone = undo(transaction, owner, rows, now);
    for (auto const& row : undone) ++(row.kept_because ? import.kept : import.undone);
    update_undone(transaction, import.id, undone);
    import.done = import.undone + import.kept;
    return true;
}

} // namespace

Result<void> undo_rows(jobs::JobContext& job, ImportServices const& services) {
    run_in_slices(job, services,
                  {.during = "desfazendo",
                   .after = "desfeita",
                   .slice = undo_slice,
                   .action = "import_undo",
                   .what = "Desfez a importação da planilha "});
    return {};
}

} // namespace balcao::imports
