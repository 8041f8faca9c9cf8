#include "selling/receipts/documents/xml_month.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include <boost/json/object.hpp>
#include <fmt/format.h>

#include "nfce/services.hpp"
#include "platform/base/json.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/documents/documents.hpp"
#include "selling/receipts/documents/zip_file.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

constexpr auto kept_for = std::chrono::days{7};
// Of one file: what a browser downloads and an accountant's program opens at once, and what a process holds in memory.
constexpr std::size_t most_documents = 5'000;
constexpr std::size_t most_bytes = std::size_t{32} * 1024 * 1024;
constexpr std::int64_t at_once = 200; // notas that are read in one moment of the database

struct Stretch {
    Instant from, until;
};
Stretch stretch_of(std::string_view mes, std::string_view time_zone) {
    auto const first = fmt::format("{}-01", mes);
    auto const next = add_days(first, 31).substr(0, 7); // of the next month, whatever the length of this one
    return {.from = start_of_day(first, time_zone), .until = start_of_day(next + "-01", time_zone)};
}

std::string key_of(auth::CompanyScope const& scope, XmlMonth const& month) {
    return fmt::format("xml_mes:{}:{}:{}", scope.id().to_string(), month.ambiente, month.mes);
}

// Files of an earlier run, or of an earlier request for the same month.
void delete_files(jobs::JobContext& job, auth::CompanyScope const& scope, Uuid const& month) {
    while (job.step([&](db::Transaction& transaction) { return delete_piece(transaction, scope, month); })) {
    }
}

// One run of the job.
class Making {
public:
    Making(Wire const& wire, jobs::JobContext& job, XmlMonth month)
        : wire_(wire), job_(job), scope_(job.company()), month_(std::move(month)) {}

    Result<void> run() {
        delete_files(job_, scope_, month_.id);
        auto const company =
            job_.database().read([&](db::Connection& connection) { return companies::find(connection, scope_); });
        if (!company) return not_found();
        auto const stretch = stretch_of(month_.mes, company->company.fuso_horario);
        add_notas(stretch);
        add_voided(stretch);
        add("notas.csv", receipt_sheet(spreadsheets::Format::csv, [&](auto const& use) {
                for (auto const& nota : notas_) use(nota);
            }));
        end_file();
        month_.estado = "pronta";
        month_.pronta_em = wire_.now();
        job_.postpone(kept_for, [&](db::Transaction& transaction) {
            save_month(transaction, scope_, month_);
            wire_.records.events.publish(transaction,
                                         {.topic = "receipts", .company = scope_.id(), .entity = month_.id});
        });
        return {};
    }

private:
    struct Named {
        std::string name, content;
    };

    void add(std::string const& name, std::string content) {
        if (zip_ && (zip_->files() >= most_documents || zip_->bytes() >= most_bytes)) end_file();
        if (!zip_) zip_.emplace();
        zip_->add(name, std::move(content));
    }
    void end_file() {
        auto const file = zip_->take();
        zip_.reset();
        ++files_;
        std::int64_t parte = 0;
        for (std::string_view rest = file; !rest.empty(); rest.remove_prefix(std::min(rest.size(), bytes_of_piece))) {
            ++parte;
            job_.step([&](db::Transaction& transaction) {
                insert_piece(transaction, scope_, month_.id, files_, parte, rest.substr(0, bytes_of_piece));
            });
        }
        job_.step(
            [&](db::Transaction& transaction) { insert_file(transaction, scope_, month_.id, files_, file.size()); });
    }

    void add_notas(Stretch const& stretch) {
        for (Position after{.dhEmi = stretch.from};;) {
            job_.checkpoint();
            std::vector<Named> documents;
            auto found = job_.database().read([&](db::Connection& connection) {
                documents.clear();
                auto notas = notas_from(connection, scope_, month_.ambiente, after, stretch.until, at_once);
                for (auto const& [at, nota] : notas) add_documents(connection, nota, documents);
                return notas;
            });
            for (auto& [name, content] : documents) add(name, std::move(content));
            if (found.empty()) return;
            after = found.back().at;
            for (auto& [at, nota] : found) notas_.push_back(std::move(nota));
        }
    }
    // The authorised receipt and its events. One without its XML, and one that is not authorised, stands in the list.
    void add_documents(db::Connection& connection, Nota const& nota, std::vector<Named>& documents) {
        bool const is_over = nota.state() == Estado::cancelada || nota.state() == Estado::cancelada_subst;
        if (nota.state() != Estado::autorizada && !is_over) return;
        auto const protocol = find_document(connection, scope_, "protNFe", DocumentOf::nota, nota.id.uuid());
        auto const xml = find_version_xml(connection, scope_, nota.id, nota.versao);
        // A nota that was cancelled without its XML has none of the versions that SEFAZ authorised.
        if (protocol && xml && nota.digVal && protocol->contains(*nota.digVal) && xml->contains(*nota.digVal)) {
            documents.push_back({nota.chave + "-nfe.xml", nfce::stored_document(*xml, *protocol)});
            ++month_.notas;
        }
        if (!is_over && !nota.of_modelo().has_letters) return;
        // An event that was not ours came with SEFAZ's answer to a query.
        if (auto const outside = find_document(connection, scope_, "retEvento", DocumentOf::nota, nota.id.uuid()))
            documents.push_back({nota.chave + "-evento.xml", *outside});
        for (auto const& event : events_of(connection, scope_, nota.id)) {
            if (event.estado != EventEstado::registrado) continue;
            auto const sent = find_document(connection, scope_, "evento", DocumentOf::evento, event.id);
            auto const answered = find_document(connection, scope_, "retEvento", DocumentOf::evento, event.id);
            if (!sent || !answered) continue; // its answer was lost and only its effect is known
            bool const is_whole = answered->starts_with("<procEventoNFe");
            auto const which = event.is_correction() ? fmt::format("{}-{}", event.tipo, event.nSeqEvento) : event.tipo;
            documents.push_back({fmt::format("{}-{}-evento.xml", nota.chave, which),
                                 is_whole ? *answered : nfce::stored_event(*sent, *answered)});
        }
    }
    void add_voided(Stretch const& stretch) {
        auto const documents = job_.database().read([&](db::Connection& connection) {
            std::vector<Named> found;
            for (auto const& one : voided_between(connection, scope_, month_.ambiente, stretch.from, stretch.until)) {
                auto const sent = find_document(connection, scope_, "inut", DocumentOf::inutilizacao, one.id);
                auto const answered = find_document(connection, scope_, "retInut", DocumentOf::inutilizacao, one.id);
                if (!sent || !answered) continue;
                found.push_back(
                    {fmt::format("{}-{}-{}-{}-{}-inut.xml", one.ano, one.modelo, one.serie, one.ini, one.fim),
                     nfce::stored_voiding(*sent, *answered)});
            }
            return found;
        });
        for (auto const& [name, content] : documents) add(name, content);
    }

    Wire const& wire_;
    jobs::JobContext& job_;
    auth::CompanyScope const scope_;
    XmlMonth month_;
    std::vector<Nota> notas_; // of the list
    std::optional<ZipFile> zip_;
    std::int64_t files_ = 0;
};

Result<void> run(Wire const& wire, jobs::JobContext& job) {
    auto const scope = job.company();
    auto month = job.database().read([&](db::Connection& connection) {
        return find_month(connection, scope, Uuid::parse(text_of(job.job(), "pedido")).value());
    });
    if (!month) return {};
    if (month->estado == "preparando") return Making(wire, job, *std::move(month)).run();
    // A start of the program looks at jobs that wait for long (platform/jobs/database_clock.cpp), so this one knows its
    // time.
    auto const left = month->pronta_em.value_or(Instant{}) + kept_for - wire.now();
    if (left > left.zero()) {
        job.postpone(std::chrono::ceil<std::chrono::milliseconds>(left), [](db::Transaction&) {});
        return {};
    }
    delete_files(job, scope, month->id);
    job.finish([&](db::Transaction& transaction) { delete_month(transaction, scope, month->id); });
    return {};
}

void note_failure(db::Transaction& transaction, jobs::JobContext const& job, std::string const& why) {
    auto const scope = job.company();
    auto month = find_month(transaction, scope, Uuid::parse(text_of(job.job(), "pedido")).value());
    if (!month) return;
    while (delete_piece(transaction, scope, month->id)) {
    }
    month->estado = "falhou";
    month->erro = why;
    save_month(transaction, scope, *month);
}

} // namespace

std::string to_json(XmlMonth const& month, std::vector<MonthFile> const& files) {
    std::string list = "[";
    for (auto const& [n, tamanho] : files) {
        json::ObjectWriter each;
        each.integer("n", n);
        each.integer("tamanho", tamanho);
        list += (list.size() > 1 ? "," : "") + each.take();
    }
    json::ObjectWriter writer;
    writer.text("id", month.id.to_string());
    writer.text("ambiente", month.ambiente);
    writer.text("mes", month.mes);
    writer.text("estado", month.estado);
    writer.integer("notas", month.notas);
    writer.optional_text("erro", month.erro);
    writer.text("created_at", month.created_at.to_iso());
    writer.optional_text("pronta_em", month.pronta_em.transform([](Instant at) { return at.to_iso(); }));
    writer.optional_text("guardada_ate",
                         month.pronta_em.transform([](Instant at) { return (at + kept_for).to_iso(); }));
    // Half of them are no month.
    writer.raw("arquivos", month.estado == "pronta" ? list + "]" : "[]");
    return writer.take();
}

std::string file_name(std::string_view cnpj, XmlMonth const& month, std::int64_t n, std::size_t files) {
    auto const part = files == 1 ? std::string() : fmt::format("-parte-{}", n);
    return fmt::format("nfce-{}-{}{}.zip", cnpj, month.mes, part);
}

Result<XmlMonth> ask_for_month(auth::Write const& write, Wire const& wire, auth::CompanyScope const& scope,
                               std::string_view ambiente, std::string_view mes) {
    auto const wrong = [](std::string sentence) {
        return invalid(std::vector<FieldProblem>{{"mes", std::move(sentence)}});
    };
    if (mes.size() != 7 || !is_date(fmt::format("{}-01", mes))) return wrong("Informe o mês como AAAA-MM.");
    auto const company = companies::find(write.db, scope);
    if (!company) return not_found();
    auto const now = wire.now();
    if (mes > local_date(now, company->company.fuso_horario).substr(0, 7)) return wrong("Este mês ainda não começou.");

    XmlMonth month{.id = Uuid::make(),
                   .ambiente = std::string(ambiente),
                   .mes = std::string(mes),
                   .estado = "preparando",
                   .user_id = write.actor.user,
                   .created_at = now};
    auto const chave = key_of(scope, month);
    if (auto const known = find_month(write.db, scope, ambiente, mes)) {
        if (known->estado == "preparando") return *known;
        wire.queue.cancel(write.db, chave);
        month.id = known->id; // its files are deleted by the job
        save_month(write.db, scope, month);
    } else {
        insert_month(write.db, scope, month);
    }
    wire.queue.enqueue(write.db, {.tipo = month_job,
                                  .dados = fmt::format(R"({{"pedido":"{}"}})", month.id.to_string()),
                                  .chave = chave,
                                  .company = scope});
    records::note(write, wire.records,
                  {.topic = "receipts",
                   .action = "nfce_export",
                   .description = fmt::format("Pediu os XML das notas de {}/{}", mes.substr(5), mes.substr(0, 4)),
                   .company = scope.id(),
                   .entity = month.id});
    return month;
}

void add_month_job(jobs::Queue& queue, Wire const& wire) {
    queue.handle(std::string(month_job),
                 {.run = [&wire](jobs::JobContext& job) { return run(wire, job); }, .failed = note_failure});
}

} // namespace balcao::receipts
