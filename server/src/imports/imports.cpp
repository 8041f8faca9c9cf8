#include "imports/imports.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include <boost/json/serialize.hpp>

#include "audit/audit.hpp"
#include "base/json.hpp"
#include "imports/target.hpp"
#include "spreadsheets/table.hpp"

namespace balcao::imports {

namespace {

constexpr std::size_t rows_in_a_step = 500;
constexpr auto between_events = std::chrono::milliseconds{350};
constexpr auto kept = std::chrono::hours{24 * 30};

std::string key_of(Uuid const& id) { return "importacao:" + id.to_string(); }

std::string job_data(Uuid const& id) {
    json::ObjectWriter writer;
    writer.text("importacao", id.to_string());
    return writer.take();
}

Owner owner_of(jobs::JobContext const& job) { return job.job().company ? Owner(job.company()) : std::nullopt; }

Uuid import_of(jobs::Job const& job) {
    auto const data = json::parse_object(job.dados);
    auto const* const id = data ? data->if_contains("importacao") : nullptr;
    auto const read = id != nullptr && id->is_string() ? Uuid::parse(id->get_string()) : std::nullopt;
    if (!read) throw std::logic_error("an import's job without its import");
    return *read;
}

std::unique_ptr<Target> target_of(db::Connection& connection, Owner const& owner, Instant now) {
    return owner ? product_target(connection, *owner, now) : person_target(now);
}

void publish(db::Transaction& transaction, Owner const& owner, ImportServices const& services, Uuid const& id) {
    auto const company = owner ? std::optional(owner->id()) : std::nullopt;
    services.records.events.publish(transaction, {.topic = "imports", .company = company, .entity = id});
}

void count(Import& import, Situation situation, std::int64_t by) {
    switch (situation) {
    case Situation::nova: import.rows_new += by; break;
    case Situation::alterada: import.rows_changed += by; break;
    case Situation::igual: import.rows_same += by; break;
    case Situation::ruim: import.rows_bad += by; break;
    }
}

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

Situation situation_named(std::string_view name) {
    for (auto const situation : {Situation::nova, Situation::alterada, Situation::igual})
        if (name == name_of(situation)) return situation;
    return Situation::ruim;
}

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
    auto last_event = std::chrono::steady_clock::now();
    for (std::size_t first = 1; first < end; first += rows_in_a_step) {
        auto const next = std::min(first + rows_in_a_step, end);
        auto const rows =
            job.database().read([&](db::Connection& connection) { return reader.read(connection, first, next); });
        for (auto const& row : rows) count(*import, situation_named(row.situation), 1);
        import->done = static_cast<std::int64_t>(next) - 1;
        auto const now = std::chrono::steady_clock::now();
        auto const is_event_due = now - last_event >= between_events;
        if (is_event_due) last_event = now;
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

// Judges the rows anew, since what they are about may have changed since they were read, and writes what is good.
void write_rows(jobs::JobContext const& job, db::Transaction& transaction, Owner const& owner, Import& import,
                Instant now) {
    auto const target = target_of(transaction, owner, now);
    std::int64_t written = 0;
    for (std::int64_t line = 0;;) {
        auto rows = rows_to_apply(transaction, import.id, line, rows_in_a_step);
        if (rows.empty()) break;
        line = rows.back().line;
        job.checkpoint();

        std::vector<std::pair<std::string, boost::json::object>> given;
        std::vector<std::string> keys;
        for (auto const& row : rows) {
            auto object = json::parse_object(row.given);
            if (!object) throw std::logic_error("an import's row cannot be read back");
            keys.push_back(target->key(object->at(target->key_field()).get_string()));
            given.emplace_back(keys.back(), *std::move(object));
        }
        target->load(transaction, keys);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            auto& row = rows[i];
            auto const values = given[i].second;
            auto verdict = target->check(given[i].first, std::move(given[i].second));
            auto const is_written = verdict.situation == Situation::nova || verdict.situation == Situation::alterada;
            if (is_written) target->take();
            written += is_written ? 1 : 0;
            if (row.situation == name_of(verdict.situation)) continue;
            count(import, situation_named(row.situation), -1);
            count(import, verdict.situation, 1);
            row.situation = name_of(verdict.situation);
            for (auto& problem : verdict.problems) {
                auto const* const value = values.if_contains(problem.field);
                auto const text =
                    value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string{};
                row.problems.push_back({problem.field, text, std::move(problem.message)});
            }
            update_row(transaction, import.id, row);
        }
        target->write(transaction);
    }
    import.done = written;
}

std::string counts_json(Import const& import) {
    json::ObjectWriter writer;
    writer.text("importacao", import.id.to_string());
    writer.text("arquivo", import.file_name);
    writer.integer("novas", import.rows_new);
    writer.integer("alteradas", import.rows_changed);
    writer.integer("iguais", import.rows_same);
    writer.integer("ruins", import.rows_bad);
    return writer.take();
}

Result<void> apply_rows(jobs::JobContext& job, ImportServices const& services) {
    auto const owner = owner_of(job);
    auto const id = import_of(job.job());
    job.finish([&](db::Transaction& transaction) {
        auto import = find(transaction, owner, id);
        if (!import || import->state != "aplicando") return; // cancelled
        auto const now = services.records.clock.now();
        write_rows(job, transaction, owner, *import, now);
        import->state = "aplicada";
        import->total = import->done;
        import->updated_at = now;
        update(transaction, owner, *import, "aplicando");
        publish(transaction, owner, services, id);
        records::note(transaction, import->user, services.records,
                      {.topic = owner ? "products" : "people",
                       .action = "import_apply",
                       .description = "Importou a planilha " + import->file_name,
                       .company = owner ? std::optional(owner->id()) : std::nullopt,
                       .details = counts_json(*import)});
    });
    return {};
}

void note_failure(db::Transaction& transaction, jobs::Job const& job, Owner const& owner,
                  ImportServices const& services, std::string const& why) {
    auto import = find(transaction, owner, import_of(job));
    if (!import || (import->state != "lendo" && import->state != "aplicando")) return;
    auto const before = std::exchange(import->state, "falhou");
    import->error = why;
    import->updated_at = services.records.clock.now();
    update(transaction, owner, *import, before);
    forget_file(transaction, owner, import->id);
    publish(transaction, owner, services, import->id);
}

jobs::NewJob job_for(std::string_view tipo, Owner const& owner, Uuid const& id) {
    return {.tipo = tipo, .dados = job_data(id), .chave = key_of(id), .company = owner};
}

} // namespace

void add_import_jobs(ImportServices services) {
    auto const failed = [services](db::Transaction& transaction, jobs::JobContext const& job, std::string const& why) {
        note_failure(transaction, job.job(), owner_of(job), services, why);
    };
    services.queue.handle(
        "importacao_ler",
        {.run = [services](jobs::JobContext& job) { return read_file(job, services); }, .failed = failed});
    services.queue.handle(
        "importacao_aplicar",
        {.run = [services](jobs::JobContext& job) { return apply_rows(job, services); }, .failed = failed});
}

Import start(auth::Write const& write, Owner const& owner, ImportServices services, std::string file_name,
             std::string_view file) {
    auto const now = services.records.clock.now();
    Import const import{.id = Uuid::make(),
                        .user = write.actor.user,
                        .file_name = std::move(file_name),
                        .state = "lendo",
                        .created_at = now,
                        .updated_at = now};
    insert(write.db, owner, import, file);
    services.queue.enqueue(write.db, job_for("importacao_ler", owner, import.id));
    publish(write.db, owner, services, import.id);
    return import;
}

Result<Import> apply(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id) {
    auto import = find(write.db, owner, id);
    if (!import) return not_found();
    if (import->state == "aplicando" || import->state == "aplicada") return *std::move(import);
    if (import->state == "lendo") return invalid("A planilha ainda está sendo lida. Espere terminar para importar.");
    if (import->state == "cancelada") return invalid("Esta importação foi cancelada. Envie a planilha de novo.");
    if (import->state == "falhou") return invalid("Esta importação não deu certo. Corrija a planilha e envie de novo.");
    if (import->rows_new + import->rows_changed == 0) return invalid("Não há nada para importar nesta planilha.");
    import->state = "aplicando";
    import->done = 0;
    import->total = import->rows_new + import->rows_changed;
    import->updated_at = services.records.clock.now();
    update(write.db, owner, *import, "pronta");
    services.queue.enqueue(write.db, job_for("importacao_aplicar", owner, id));
    publish(write.db, owner, services, id);
    return *std::move(import);
}

Result<void> cancel(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id) {
    if (!find(write.db, owner, id)) return not_found();
    // First the job, as the job itself does it: whoever comes second waits for the other and then sees what it did.
    services.queue.cancel(write.db, key_of(id));
    auto import = find(write.db, owner, id);
    if (import->state == "aplicada") return invalid("Esta importação já foi concluída e não pode ser cancelada.");
    if (import->state == "cancelada" || import->state == "falhou") return {};
    auto const before = std::exchange(import->state, "cancelada");
    import->updated_at = services.records.clock.now();
    update(write.db, owner, *import, before);
    forget_file(write.db, owner, id);
    forget_rows(write.db, owner, id);
    publish(write.db, owner, services, id);
    return {};
}

void clean_up(db::Database& database, Instant now) {
    database.write([&](db::Transaction& transaction) { delete_old(transaction, now - kept); });
}

} // namespace balcao::imports
