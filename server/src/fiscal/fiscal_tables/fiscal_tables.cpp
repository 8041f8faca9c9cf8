#include "fiscal/fiscal_tables/fiscal_tables.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "fiscal/fiscal_tables/rows.hpp"
#include "fiscal/fiscal_tables/store.hpp"
#include "platform/audit/audit.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/base/log.hpp"
#include "platform/reference/fiscal_tables.hpp"

namespace balcao::fiscal_tables {

namespace {

using nfce::TableFile;

constexpr std::string_view zone = "America/Sao_Paulo";
constexpr std::size_t most_shown = 100;

std::string text_in_force(std::vector<Change> const& changes, TableFile file) {
    auto texts = texts_in_force(changes);
    auto const at = texts.find(file);
    return at == texts.end() ? std::string(nfce::base_text(file)) : std::move(at->second);
}

std::string known_until(std::string_view parameters) {
    std::string day;
    for (auto const& row : read_rows(parameters))
        if (row[parametro] == "regras_conhecidas_ate") day = row[valor];
    return day;
}

void note(db::Transaction& transaction, records::Services const& services, std::optional<UserId> user, Change const& of,
          std::string_view action, std::string description) {
    json::ObjectWriter details;
    details.text("arquivo", nfce::name_of(of.file));
    details.text("nome_arquivo", of.file_name);
    details.text("dados_de", of.as_of);
    services.events.publish(transaction, {.topic = "fiscal-tables"});
    audit::write(transaction, services.clock.now(),
                 {.action = action, .description = std::move(description), .user = user, .details = details.take()});
}

} // namespace

Difference difference_to_force(db::Connection& connection, Upload const& upload) {
    return difference(upload.file, text_in_force(find_changes(connection), upload.file), upload.content);
}

Result<void> check_upload(db::Connection& connection, Upload const& upload, Instant now) {
    std::vector<FieldProblem> problems;
    for (auto const& error : nfce::check_table(upload.file, upload.content))
        problems.push_back({"conteudo", nfce::sentence_of(error)});
    if (!problems.empty()) return invalid(std::move(problems));
    if (upload.as_of > local_date(now, zone))
        return invalid({{"dados_de", "Este dia ainda não chegou. Escreva de quando são os dados."}});
    auto const changes = find_changes(connection);
    if (auto const known = as_of_in_force(changes, upload.file); upload.as_of < known) {
        return invalid({{"dados_de", fmt::format("A tabela em vigor é de {}, mais nova que esta. Confira a data dos "
                                                 "dados.",
                                                 date_text(known))}});
    }
    return {};
}

Result<Upload> upload_of(db::Connection& connection, Value const& value) {
    std::vector<FieldProblem> problems;
    for (auto const& [name, text] : {std::pair{"parametro", &value.parametro},
                                     {"uf", &value.uf},
                                     {"valor", &value.valor},
                                     {"desde", &value.desde},
                                     {"fonte", &value.fonte}}) {
        if (text->find_first_of("\",\n\r") != std::string::npos)
            problems.push_back({name, "Escreva sem aspas, vírgulas e quebras de linha. Decimais com ponto."});
    }
    if (value.fonte.empty())
        problems.push_back({"fonte", "Diga de onde vem o valor. Exemplo: a lei ou a nota técnica."});
    if (!problems.empty()) return invalid(std::move(problems));
    Row const row{value.uf,        value.desde, value.ambiente, value.alcance,
                  value.parametro, value.valor, value.fonte,    "alta"};
    auto changes = find_changes(connection);
    // As if it stood already.
    changes.push_back({.id = {},
                       .file = TableFile::parametros,
                       .kind = Kind::value,
                       .content = write_row(row),
                       .as_of = "9999-12-31",
                       .file_name = {},
                       .revision = std::numeric_limits<std::int64_t>::max(),
                       .by = {},
                       .created_at = {}});
    for (auto const& error :
         nfce::check_table(TableFile::parametros, texts_in_force(changes).at(TableFile::parametros)))
        problems.push_back({"valor", error.message});
    if (!problems.empty()) return invalid(std::move(problems));
    auto as_typed = value.valor;
    std::ranges::replace(as_typed, '.', ',');
    auto const day = std::string_view(value.desde);
    return Upload{.file = TableFile::parametros,
                  .content = write_row(row),
                  .as_of = {},
                  .file_name = fmt::format("{} = {}, {}, desde {}/{}/{}", value.parametro, as_typed,
                                           value.uf == "*" ? "todas as UF" : value.uf, day.substr(8), day.substr(5, 2),
                                           day.substr(0, 4))};
}

Change take_over(db::Transaction& transaction, records::Services const& services, std::optional<UserId> user,
                 Upload const& upload, Kind kind) {
    auto const now = services.clock.now();
    Change change{.id = Uuid::make(),
                  .file = upload.file,
                  .kind = kind,
                  .content = upload.content,
                  .as_of = upload.as_of.empty() ? local_date(now, zone) : upload.as_of,
                  .file_name = upload.file_name,
                  .revision = 0,
                  .by = {},
                  .created_at = now};
    change.revision = store_change(transaction, change, user);
    note(transaction, services, user, change, "fiscal_table_load",
         kind == Kind::file
             ? fmt::format("Carregou a tabela fiscal {}, de {}", nfce::name_of(change.file), date_text(change.as_of))
             : fmt::format("Informou o valor fiscal {}", change.file_name));
    return change;
}

Result<void> undo(auth::Write const& write, records::Services const& services, Uuid id) {
    auto const changes = find_changes(write.db);
    auto const at = std::ranges::find(changes, id, &Change::id);
    if (at == changes.end()) return not_found();
    if (!store_undone(write.db, id, services.clock.now())) return invalid({{"id", "Esta mudança já foi desfeita."}});
    note(write.db, services, write.actor.user, *at, "fiscal_table_undo",
         at->kind == Kind::file ? fmt::format("Desfez a carga da tabela fiscal {}", nfce::name_of(at->file))
                                : fmt::format("Desfez o valor fiscal {}", at->file_name));
    return {};
}

std::string to_json(std::vector<Change> const& changes, std::int64_t revision) {
    auto const texts = texts_in_force(changes);
    std::string tables, list;
    for (std::size_t at = 0; at < nfce::table_file_count; ++at) {
        auto const file = static_cast<TableFile>(at);
        auto const own = texts.find(file);
        std::string_view const content = own == texts.end() ? nfce::base_text(file) : std::string_view(own->second);
        json::ObjectWriter writer;
        writer.text("arquivo", nfce::name_of(file));
        writer.text("origem", own == texts.end() ? "programa" : "instalacao");
        writer.text("dados_de", as_of_in_force(changes, file));
        writer.integer("linhas", static_cast<std::int64_t>(keyed_rows(file, content).size()));
        if (file == TableFile::parametros) writer.text("conhecida_ate", known_until(content));
        else writer.null("conhecida_ate");
        tables += (tables.empty() ? "" : ",") + writer.take();
    }
    for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
        json::ObjectWriter writer;
        writer.text("id", change->id.to_string());
        writer.text("arquivo", nfce::name_of(change->file));
        writer.text("tipo", text(change->kind));
        writer.text("nome_arquivo", change->file_name);
        writer.text("dados_de", change->as_of);
        writer.text("created_at", change->created_at.to_iso());
        writer.text_or_null("por", change->by);
        writer.optional_text("desfeita_em", change->undone_at.transform([](Instant at) { return at.to_iso(); }));
        list += (list.empty() ? "" : ",") + writer.take();
    }
    json::ObjectWriter writer;
    writer.integer("revisao", revision);
    writer.text_or_null("problema", *reference::unusable_tables());
    writer.raw("tabelas", '[' + tables + ']');
    writer.raw("mudancas", '[' + list + ']');
    return writer.take();
}

std::string preview(db::Connection& connection, Upload const& upload) {
    auto const difference = difference_to_force(connection, upload);
    auto const products = touched_products(connection, upload.file, difference);
    std::string rows;
    for (std::size_t at = 0; at < std::min(difference.rows.size(), most_shown); ++at) {
        auto const& row = difference.rows[at];
        json::ObjectWriter writer;
        writer.text("chave", row.key);
        writer.optional_text("antes", row.before);
        writer.optional_text("depois", row.after);
        rows += (rows.empty() ? "" : ",") + writer.take();
    }
    json::ObjectWriter writer;
    writer.text("arquivo", nfce::name_of(upload.file));
    writer.text("dados_de", upload.as_of);
    writer.integer("novas", difference.added);
    writer.integer("mudadas", difference.changed);
    writer.integer("retiradas", difference.gone);
    writer.integer("produtos", products);
    writer.raw("linhas", '[' + rows + ']');
    return writer.take();
}

std::shared_ptr<nfce::Tables const> set_of(db::Connection& connection, std::int64_t revision) {
    auto in_force = reference::fiscal_tables();
    if (in_force->revision() == revision) return in_force;
    auto changes = find_changes(connection);
    std::erase_if(changes, [&](Change const& change) { return change.revision > revision; });
    for (auto& change : changes)
        if (change.undone_revision.value_or(0) > revision) change.undone_at.reset();
    auto made = nfce::Tables::make(texts_in_force(changes), in_force->addresses(), revision);
    return made ? *std::move(made) : in_force;
}

void Follower::look() {
    std::lock_guard const lock(mutex_);
    struct Stored {
        std::int64_t revision = 0;
        std::vector<Change> changes;
    };
    auto const stored = database_.read([&](db::Connection& connection) -> std::optional<Stored> {
        auto const revision = find_revision(connection);
        if (revision == revision_) return std::nullopt;
        return Stored{.revision = revision, .changes = find_changes(connection)};
    });
    if (!stored) return;
    revision_ = stored->revision;
    auto made = nfce::Tables::make(texts_in_force(stored->changes), addresses_, stored->revision);
    std::string unusable;
    if (!made) {
        // Checked before it was stored, so by other rules than this version's.
        auto const& [file, errors] = made.error();
        auto const sentence = nfce::sentence_of(errors.front());
        log::error("fiscal_tables_unusable", {{"file", std::string(nfce::name_of(file))}, {"error", sentence}});
        unusable =
            fmt::format("A tabela enviada {} não serve a esta versão do Balcão, e valem as tabelas do programa. {}",
                        nfce::name_of(file), sentence);
        made = nfce::Tables::make({}, addresses_, stored->revision);
    }
    if (on_change_) on_change_(**made);
    reference::put_in_force(*std::move(made), std::move(unusable));
    log::info("fiscal_tables_in_force", {{"revision", std::to_string(stored->revision)}});
}

} // namespace balcao::fiscal_tables
