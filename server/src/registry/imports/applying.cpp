// Writes the good rows of an import.

#include <stdexcept>
#include <utility>

#include "platform/base/json.hpp"
#include "registry/imports/import_steps.hpp"

namespace balcao::imports {

namespace {

// Judges the next rows anew, since what they are about may have changed since they were read, and writes what is good.
// False when no row is left.
bool write_slice(db::Transaction& transaction, Owner const& owner, Import& import, Instant now) {
    auto rows = rows_to_apply(transaction, import.id, import.applied_to, rows_in_a_step);
    if (rows.empty()) return false;
    import.applied_to = rows.back().line;

    auto const target = target_of(transaction, owner, now);
    std::vector<std::pair<std::string, boost::json::object>> given;
    std::vector<std::string> keys;
    for (auto const& row : rows) {
        auto object = json::parse_object(row.given);
        if (!object) throw std::logic_error("an import's row cannot be read back");
        keys.push_back(target->key(object->at(target->key_field()).get_string()));
        given.emplace_back(keys.back(), *std::move(object));
    }
    target->load(transaction, keys);
    std::vector<WrittenRow> written;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto& row = rows[i];
        auto const values = given[i].second;
        auto verdict = target->check(given[i].first, std::move(given[i].second));
        if (verdict.situation == Situation::nova || verdict.situation == Situation::alterada) {
            auto taken = target->take();
            ++(taken.before ? import.written_changed : import.written_new);
            written.push_back({.line = row.line,
                               .record = taken.record,
                               .version = taken.version,
                               .before = std::move(taken.before)});
        }
        if (row.situation == name_of(verdict.situation)) continue;
        count(import, situation_named(row.situation), -1);
        count(import, verdict.situation, 1);
        row.situation = name_of(verdict.situation);
        for (auto& problem : verdict.problems) {
            auto const* const value = values.if_contains(problem.field);
            auto const text = value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string{};
            row.problems.push_back({problem.field, text, std::move(problem.message)});
        }
        update_row(transaction, import.id, row);
    }
    target->write(transaction);
    insert_written(transaction, import.id, written);
    import.done = import.written_new + import.written_changed;
    return true;
}

} // namespace

Result<void> apply_rows(jobs::JobContext& job, ImportServices const& services) {
    run_in_slices(job, services,
                  {.during = "aplicando",
                   .after = "aplicada",
                   .slice = write_slice,
                   .action = "import_apply",
                   .what = "Importou a planilha "});
    return {};
}

} // namespace balcao::imports
