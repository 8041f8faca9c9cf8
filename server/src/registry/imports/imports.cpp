#include "registry/imports/imports.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "platform/audit/audit.hpp"
#include "platform/base/json.hpp"
#include "registry/imports/import_steps.hpp"

namespace balcao::imports {

namespace {

constexpr auto between_events = std::chrono::milliseconds{350};
constexpr auto kept = std::chrono::hours{24 * 30};

std::string key_of(Uuid const& id) { return "importacao:" + id.to_string(); }

// In whose name it is done, for the audit log.
std::string job_data(Uuid const& id, UserId const& user) {
    json::ObjectWriter writer;
    writer.text("importacao", id.to_string());
    writer.text("usuario", user.to_string());
    return writer.take();
}

std::string counts_json(Import const& import) {
    json::ObjectWriter writer;
    writer.text("importacao", import.id.to_string());
    writer.text("arquivo", import.file_name);
    writer.integer("iguais", import.rows_same);
    writer.integer("ruins", import.rows_bad);
    writer.integer("criadas", import.written_new);
    writer.integer("mudadas", import.written_changed);
    if (import.state == "desfeita") {
        writer.integer("desfeitas", import.undone);
        writer.integer("mantidas", import.kept);
    }
    return writer.take();
}

} // namespace

Owner owner_of(jobs::JobContext const& job) { return job.job().company ? Owner(job.company()) : std::nullopt; }

namespace {
Uuid id_in(jobs::Job const& job, std::string_view name) {
    auto const data = json::parse_object(job.dados);
    auto const* const id = data ? data->if_contains(name) : nullptr;
    auto const read = id != nullptr && id->is_string() ? Uuid::parse(id->get_string()) : std::nullopt;
    if (!read) throw std::logic_error("an import's job without its " + std::string(name));
    return *read;
}
} // namespace

Uuid import_of(jobs::Job const& job) { return id_in(job, "importacao"); }

UserId user_of(jobs::Job const& job) { return UserId(id_in(job, "usuario")); }

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

Situation situation_named(std::string_view name) {
    for (auto const situation : {Situation::nova, Situation::alterada, Situation::igual})
        if (name == name_of(situation)) return situation;
    return Situation::ruim;
}

void note(db::Transaction& transaction, UserId user, Owner const& owner, ImportServices const& services,
          Import const& import, std::string_view action, std::string_view what, audit::Outcome outcome) {
    auto const topic = owner ? events::Topic("products") : events::Topic("people");
    auto const company = owner ? std::optional(owner->id()) : std::nullopt;
    // What only began has changed no record yet.
    if (import.written() > 0)
        services.records.events.publish(transaction, {.topic = topic, .company = company, .made_by = user});
    audit::write(transaction, services.records.clock.now(),
                 {.action = action,
                  .description = std::string(what) + import.file_name,
                  .user = user,
                  .company = company,
                  .outcome = outcome,
                  .details = counts_json(import)});
}

void run_in_slices(jobs::JobContext& job, ImportServices const& services, SlicedWork const& work) {
    auto const owner = owner_of(job);
    auto const id = import_of(job.job());
    auto const& clock = services.records.clock;
    Pace pace;
    for (bool is_more = true; is_more;) {
        auto const is_event_due = pace.is_due();
        job.step([&](db::Transaction& transaction) {
            auto import = find(transaction, owner, id);
            is_more = import && import->state == work.during && work.slice(transaction, owner, *import, clock.now());
            if (!is_more) return;
            import->updated_at = clock.now();
            update(transaction, owner, *import, work.during);
            if (is_event_due) publish(transaction, owner, services, id);
        });
    }
    job.finish([&](db::Transaction& transaction) {
        auto import = find(transaction, owner, id);
        if (!import || import->state != work.during) return; // cancelled
        import->state = work.after;
        import->total = import->done;
        import->updated_at = clock.now();
        update(transaction, owner, *import, work.during);
        publish(transaction, owner, services, id);
        note(transaction, user_of(job.job()), owner, services, *import, work.action, work.what);
    });
}

bool Pace::is_due() {
    auto const now = std::chrono::steady_clock::now();
    if (now - last_ < between_events) return false;
    last_ = now;
    return true;
}

namespace {

void note_failure(db::Transaction& transaction, jobs::Job const& job, Owner const& owner,
                  ImportServices const& services, std::string const& why) {
    auto import = find(transaction, owner, import_of(job));
    if (!import || (import->state != "lendo" && import->state != "aplicando" && import->state != "desfazendo")) return;
    auto const before = std::exchange(import->state, "falhou");
    import->error = why;
    import->updated_at = services.records.clock.now();
    update(transaction, owner, *import, before);
    forget_file(transaction, owner, import->id);
    publish(transaction, owner, services, import->id);
    if (before == "aplicando") {
        note(transaction, user_of(job), owner, services, *import, "import_apply",
             import->written() > 0 ? "Importou em parte, por um erro, a planilha "
                                   : "Não importou, por um erro, a planilha ",
             audit::Outcome::error);
    } else if (before == "desfazendo") {
        note(transaction, user_of(job), owner, services, *import, "import_undo",
             "Não terminou de desfazer, por um erro, a importação da planilha ", audit::Outcome::error);
    }
}

jobs::NewJob job_for(std::string_view tipo, auth::Write const& write, Owner const& owner, Uuid const& id) {
    return {.tipo = tipo, .dados = job_data(id, write.actor.user), .chave = key_of(id), .company = owner};
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
    services.queue.handle(
        "importacao_desfazer",
        {.run = [services](jobs::JobContext& job) { return undo_rows(job, services); }, .failed = failed});
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
    services.queue.enqueue(write.db, job_for("importacao_ler", write, owner, import.id));
    publish(write.db, owner, services, import.id);
    return import;
}

Result<Import> apply(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id) {
    auto import = find(write.db, owner, id);
    if (!import) return not_found();
    if (import->state == "aplicando" || import->state == "aplicada") return *std::move(import);
    if (import->state == "desfazendo" || import->state == "desfeita")
        return invalid("Esta importação foi desfeita. Envie a planilha de novo.");
    if (import->state == "lendo") return invalid("A planilha ainda está sendo lida. Espere terminar para importar.");
    if (import->state == "cancelada") return invalid("Esta importação foi cancelada. Envie a planilha de novo.");
    if (import->state == "falhou") return invalid("Esta importação não deu certo. Corrija a planilha e envie de novo.");
    if (import->rows_new + import->rows_changed == 0) return invalid("Não há nada para importar nesta planilha.");
    import->state = "aplicando";
    import->done = 0;
    import->total = import->rows_new + import->rows_changed;
    import->updated_at = services.records.clock.now();
    update(write.db, owner, *import, "pronta");
    services.queue.enqueue(write.db, job_for("importacao_aplicar", write, owner, id));
    publish(write.db, owner, services, id);
    note(write.db, write.actor.user, owner, services, *import, "import_apply", "Começou a importar a planilha ",
         audit::Outcome::processing);
    return *std::move(import);
}

Result<Import> undo(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id) {
    auto import = find(write.db, owner, id);
    if (!import) return not_found();
    if (import->state == "desfazendo" || import->state == "desfeita") return *std::move(import);
    if (import->state == "lendo" || import->state == "pronta" || import->written() == 0)
        return invalid("Nada desta planilha foi gravado: não há o que desfazer.");
    if (import->state == "aplicando")
        return invalid("A planilha ainda está sendo importada. Espere terminar, ou cancele, para desfazer.");
    auto const before = std::exchange(import->state, "desfazendo");
    import->error.reset();
    import->total = import->written();
    import->done = import->undone + import->kept; // above zero when undoing was tried before
    import->updated_at = services.records.clock.now();
    update(write.db, owner, *import, before);
    services.queue.enqueue(write.db, job_for("importacao_desfazer", write, owner, id));
    publish(write.db, owner, services, id);
    note(write.db, write.actor.user, owner, services, *import, "import_undo",
         "Começou a desfazer a importação da planilha ", audit::Outcome::processing);
    return *std::move(import);
}

Result<void> cancel(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id) {
    auto import = find(write.db, owner, id);
    if (!import) return not_found();
    if (import->state == "desfazendo" || import->state == "desfeita")
        return invalid("Esta importação já foi concluída e não pode ser cancelada.");
    // First the job, as the job itself does it: whoever comes second waits for the other and then sees what it did.
    services.queue.cancel(write.db, key_of(id));
    import = find(write.db, owner, id);
    if (import->state == "aplicada") return invalid("Esta importação já foi concluída e não pode ser cancelada.");
    if (import->state == "cancelada" || import->state == "falhou") return {};
    auto const before = std::exchange(import->state, "cancelada");
    import->updated_at = services.records.clock.now();
    update(write.db, owner, *import, before);
    forget_file(write.db, owner, id);
    if (import->written() == 0) forget_rows(write.db, owner, id);
    publish(write.db, owner, services, id);
    // What was begun is in the log, and so is how it ended.
    if (before == "aplicando") {
        note(write.db, write.actor.user, owner, services, *import, "import_apply",
             import->written() > 0 ? "Cancelou a importação, feita em parte, da planilha "
                                   : "Cancelou a importação da planilha ");
    }
    return {};
}

void clean_up(db::Database& database, Instant now) {
    database.write([&](db::Transaction& transaction) { delete_old(transaction, now - kept); });
}

} // namespace balcao::imports
