// Reads the file of an import and judges its rows.

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include <boost/json/serialize.hpp>

#include "platform/base/json.hpp"
#include "platform/spreadsheets/table.hpp"
#include "registry/imports/import_steps.hpp"

namespace balcao::imports {

namespace {

std::string columns_json(std::vector<spreadsheets::FileColumn> const& columns) {
    std::string out = "[";
    for (auto const& column : columns) {
        json::ObjectWriter writer;
        writer.text("title", column.title);
        if (column.known != nullptr) writer.text("field", column.known->field);
        else writer.null("field");
        if (out.size() > 1) out += ',';
        out += writer.take();
    }
    return out + ']';
}

std::string cells_json(std::span<std::string_view const> cells) {
    std::string out = "[";
    for (auto const cell : cells) {
        if (out.size() > 1) out += ',';
        json::append_string(out, cell);
    }
    return out + ']';
}

/// Reads and judges the rows of one file.
class Reader {
public:
    Reader(spreadsheets::Table table, std::vector<spreadsheets::FileColumn> columns, Target& target)
        : table_(std::move(table)), columns_(std::move(columns)), target_(target) {
        for (auto const& column : columns_)
            fields_.push_back(column.known == nullptr ? nullptr : field_named(column.known->field));
    }

    /// Rows `first` to before `end` of the table.
    std::vector<StoredRow> read(db::Connection& connection, std::size_t first, std::size_t end) {
        std::vector<Raw> raws;
        std::vector<std::string> keys;
        for (auto row = first; row < end; ++row) {
            raws.push_back(read_cells(row));
            if (!raws.back().key.empty()) keys.push_back(raws.back().key);
        }
        target_.load(connection, keys);
        std::vector<StoredRow> rows;
        for (auto& raw : raws) rows.push_back(judge(std::move(raw)));
        return rows;
    }

private:
    struct Raw {
        std::int64_t line = 0;
        std::vector<std::string_view> cells;
        boost::json::object given;
        std::string key;
        std::vector<FieldProblem> problems; // of single cells
    };

    Field const* field_named(std::string_view name) const {
        auto const fields = target_.fields();
        auto const at = std::ranges::find(fields, name, &Field::name);
        if (at == fields.end()) throw std::logic_error("a column without field: " + std::string(name));
        return &*at;
    }

    Raw read_cells(std::size_t row) const {
        Raw raw{.line = table_.line(row), .cells = table_.cells(row)};
        for (std::size_t i = 0; i < std::min(raw.cells.size(), columns_.size()); ++i) {
            if (fields_[i] == nullptr || raw.cells[i].empty()) continue;
            auto value = spreadsheets::cell_value(*columns_[i].known, *fields_[i], raw.cells[i]);
            if (value) raw.given[columns_[i].known->field] = *std::move(value);
            else raw.problems.push_back({std::string(columns_[i].known->field), std::move(value.error())});
        }
        if (auto const* const typed = raw.given.if_contains(target_.key_field());
            typed != nullptr && typed->is_string())
            raw.key = target_.key(typed->get_string());
        return raw;
    }

    StoredRow judge(Raw raw) {
        StoredRow row{.line = raw.line, .given = boost::json::serialize(raw.given), .original = cells_json(raw.cells)};
        auto verdict = target_.check(raw.key, std::move(raw.given));
        // A cell that says nothing counts as one problem, not as missing besides.
        std::erase_if(verdict.problems, [&](FieldProblem const& problem) {
            return std::ranges::find(raw.problems, problem.field, &FieldProblem::field) != raw.problems.end();
        });
        std::ranges::move(verdict.problems, std::back_inserter(raw.problems));
        if (!raw.key.empty()) {
            auto const [same, is_first] = lines_.try_emplace(raw.key, raw.line);
            if (!is_first) {
                raw.problems.push_back({std::string(target_.key_field()),
                                        "Repetido: já está na linha " + std::to_string(same->second) + "."});
            }
        }
        row.situation = name_of(raw.problems.empty() ? verdict.situation : Situation::ruim);
        for (auto& problem : raw.problems)
            row.problems.push_back({problem.field, value_at(problem.field, raw.cells), std::move(problem.message)});
        return row;
    }

    std::string value_at(std::string_view field, std::span<std::string_view const> cells) const {
        for (std::size_t i = 0; i < std::min(cells.size(), columns_.size()); ++i)
            if (columns_[i].known != nullptr && columns_[i].known->field == field) return std::string(cells[i]);
        return {};
    }

    spreadsheets::Table const table_;
    std::vector<spreadsheets::FileColumn> const columns_;
    Target& target_;
    std::vector<Field const*> fields_;
    std::map<std::string, std::int64_t> lines_; // first line of each key
};

} // namespace

// A second run begins afresh: what the first one left is removed. Nothing is written but rows of the import.
Result<void> read_file(jobs::JobContext& job, ImportServices const& services) {
    auto const owner = owner_of(job);
    auto const& clock = services.records.clock;
    auto const id = import_of(job.job());
    auto import = job.database().read([&](db::Connection& connection) { return find(connection, owner, id); });
    auto const file = job.database().read([&](db::Connection& connection) { return file_of(connection, owner, id); });
    if (!import || !file || import->state != "lendo") return {}; // cancelled
    import->done = import->rows_new = import->rows_changed = import->rows_same = import->rows_bad = 0;

    auto table = BALCAO_TRY(spreadsheets::read_table(*file));
    auto const target =
        job.database().read([&](db::Connection& connection) { return target_of(connection, owner, clock.now()); });
    auto columns = BALCAO_TRY(spreadsheets::recognize(table.cells(0), target->columns(), target->key_field()));
    import->columns = columns_json(columns);
    import->total = static_cast<std::int64_t>(table.rows()) - 1;
    job.step([&](db::Transaction& transaction) {
        forget_rows(transaction, owner, id);
        import->updated_at = clock.now();
        update(transaction, owner, *import, "lendo");
        publish(transaction, owner, services, id);
    });

    auto const end = table.rows();
    Reader reader(std::move(table), std::move(columns), *target);
    Pace pace;
    for (std::size_t first = 1; first < end; first += rows_in_a_step) {
        auto const next = std::min(first + rows_in_a_step, end);
        auto const rows =
            job.database().read([&](db::Connection& connection) { return reader.read(connection, first, next); });
        for (auto const& row : rows) count(*import, situation_named(row.situation), 1);
        import->done = static_cast<std::int64_t>(next) - 1;
        auto const is_event_due = pace.is_due();
        job.step([&](db::Transaction& transaction) {
            insert_rows(transaction, id, rows);
            import->updated_at = clock.now();
            update(transaction, owner, *import, "lendo");
            if (is_event_due) publish(transaction, owner, services, id);
        });
    }
    job.finish([&](db::Transaction& transaction) {
        import->state = "pronta";
        import->updated_at = clock.now();
        update(transaction, owner, *import, "lendo");
        forget_file(transaction, owner, id);
        publish(transaction, owner, services, id);
    });
    return {};
}

} // namespace balcao::imports
