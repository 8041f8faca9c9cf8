#include "office/reports/exports.hpp"

#include <algorithm>
#include <chrono>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "nfce/datetime.hpp"
#include "office/reports/export_document.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/db/entity.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/reading/listing.hpp"
#include "selling/receipts/upkeep/upkeep.hpp"

namespace balcao::reports {

namespace {

namespace js = boost::json;

constexpr auto kept_for = std::chrono::hours{24};
constexpr std::int64_t most_exported_rows = 200'000; // the file is built in memory and kept in the database
constexpr auto names_of_reports =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"vendas", "Vendas"},
                                                                  {"fiscal", "Análise Fiscal"},
                                                                  {"fechamento", "Fechamento do mês"},
                                                                  {"clientes", "Clientes"},
                                                                  {"notas", "Notas"}});
constexpr auto sections_of_sales =
    std::to_array<std::string_view>({"dia", "hora", "operador", "cliente", "produto", "pagamento"});

constexpr Field fields[]{
    field<&Export::id>("id"),
    field<&Export::user>("user_id"),
    field<&Export::pedido>("pedido"),
    field<&Export::nome>("nome"),
    field<&Export::estado>("estado"),
    field<&Export::feitas>("feitas"),
    field<&Export::total>("total"),
    field<&Export::erro>("erro"),
    field<&Export::tamanho>("tamanho"),
    field<&Export::created_at>("created_at"),
    field<&Export::pronto_em>("pronto_em"),
};
std::string const insert_sql = "insert into relatorio_arquivo (emitente_id, " + db::column_names(fields) +
                               ") values (:emitente_id, " + db::placeholders(fields) + ")";
db::Query const insert_row{"reports_insert_export", insert_sql};
std::string const find_sql =
    "select " + db::columns(fields) + " from relatorio_arquivo where emitente_id = :emitente_id and id = :id";
db::Query const find_row{"reports_find_export", find_sql};
constexpr db::Query find_bytes{"reports_export_file", R"sql(
    select bytes from relatorio_arquivo where emitente_id = :emitente_id and id = :id and estado = 'pronto')sql"};
constexpr db::Query save_progress{"reports_export_progress", R"sql(
    update relatorio_arquivo set feitas = :feitas, total = :total where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query save_file{"reports_export_done", R"sql(
    update relatorio_arquivo set estado = 'pronto', feitas = :feitas, total = :feitas, tamanho = :tamanho,
        bytes = :bytes, pronto_em = :now
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query save_failure{"reports_export_failed", R"sql(
    update relatorio_arquivo set estado = 'falhou', erro = :erro where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query drop_row{"reports_drop_export",
                             "delete from relatorio_arquivo where emitente_id = :emitente_id and id = :id"};

std::optional<std::string> text_in(js::object const& request, std::string_view name) {
    auto const* const value = request.if_contains(name);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (value->is_string()) return std::string(value->get_string());
    return js::serialize(*value);
}
Parameters parameters_in(js::object const& request) {
    return [&request](std::string_view name) { return text_in(request, name); };
}

// One run of the job.
class Making {
public:
    Making(Services const& services, jobs::JobContext& job, Export made)
        : services_(services), job_(job), scope_(job.company()), made_(std::move(made)),
          request_(js::parse(made_.pedido).as_object()), report_(text_in(request_, "relatorio").value_or("")),
          format_(text_in(request_, "formato").value_or("xlsx")) {}

    Result<void> run() {
        auto const file = report_ == "notas" ? receipts_file() : report_file();
        if (!file) return std::unexpected(file.error());
        auto const now = services_.records.clock.now();
        job_.postpone(kept_for, [&](db::Transaction& transaction) {
            transaction.execute(save_file, {{"emitente_id", scope_.id()},
                                            {"id", made_.id},
                                            {"feitas", made_.feitas},
                                            {"tamanho", file->size()},
                                            {"bytes", db::BlobView{std::as_bytes(std::span(*file))}},
                                            {"now", now}});
            publish(transaction);
        });
        return {};
    }

private:
    void publish(db::Transaction& transaction) {
        services_.records.events.publish(transaction,
                                         {.topic = "reports", .company = scope_.id(), .entity = made_.id.uuid()});
    }
    spreadsheets::Format sheet_format() const {
        return format_ == "csv" ? spreadsheets::Format::csv : spreadsheets::Format::xlsx;
    }

    Result<std::string> report_file() {
        auto const now = services_.records.clock.now();
        auto const answer = job_.database().read([&](db::Connection& connection) -> Result<std::string> {
            auto const parameters = parameters_in(request_);
            if (report_ == "fechamento") return closing_json(connection, scope_, parameters, now);
            auto const question = BALCAO_TRY(read_question(connection, scope_, parameters, now));
            if (report_ == "fiscal") return fiscal_json(connection, scope_, question);
            if (report_ == "clientes") return clients_json(connection, scope_, question);
            return sales_json(connection, scope_, question);
        });
        if (!answer) return std::unexpected(answer.error());
        job_.checkpoint();
        auto const json = js::parse(*answer);
        auto section = text_in(request_, "secao");
        if (!section && report_ == "vendas" && format_ != "pdf") {
            section = json.as_object().contains("por_produto") ? "produto" : "dia";
        }
        if (format_ == "pdf") section.reset();
        auto const tables = tables_of(report_, json.as_object(), section);
        for (auto const& table : tables) made_.feitas += std::ssize(table.rows);
        if (format_ == "pdf") return pdf_of(json, tables);
        if (tables.empty()) return invalid("Este relatório não tem esta tabela com estes filtros.");
        return write_sheet(sheet_format(), tables.front());
    }

    Result<std::string> pdf_of(js::value const& answer, std::vector<Table> const& tables) {
        auto document = job_.database().read([&](db::Connection& connection) {
            auto const company = companies::find(connection, scope_).value().company;
            auto const title = std::ranges::find(names_of_reports, report_, [](auto const& one) { return one.first; });
            auto drawn = budgets::report_of(company, std::string(title->second));
            drawn.logo = companies::find_documents_logo(connection, company).value_or("");
            drawn.generated =
                fmt::format("Gerado em {}", local_date_time_text(services_.records.clock.now(), company.fuso_horario));
            return drawn;
        });
        fill(document, report_, answer, tables);
        return budgets::draw(document);
    }

    // Day by day, so that no read lasts long.
    Result<std::string> receipts_file() {
        auto asked = job_.database().read([&](db::Connection& connection) -> Result<receipts::ReceiptList> {
            auto const question =
                BALCAO_TRY(read_question(connection, scope_, parameters_in(request_), services_.records.clock.now()));
            period_ = question.period;
            zone_ = question.zone;
            receipts::ReceiptList list{.query = {}, .filter = {.ambiente = question.ambiente, .situacao = "todas"}};
            list.filter.operador = question.operador;
            list.filter.serie = question.serie;
            list.filter.tPag = question.tPag;
            list.filter.cliente = question.cliente;
            if (question.produto) list.filter.produto = ProductId::parse(*question.produto);
            list.filter.de = start_of_day(period_.de, zone_);
            list.filter.ate = start_of_day(add_days(period_.ate, 1), zone_);
            return list;
        });
        if (!asked) return std::unexpected(asked.error());
        made_.total = job_.database().read(
            [&](db::Connection& connection) { return receipts::found_receipts(connection, scope_, *asked); });
        if (*made_.total > most_exported_rows) {
            return invalid(fmt::format("São {} notas; o arquivo leva no máximo {}. Escolha um período menor.",
                                       grouped(*made_.total), grouped(most_exported_rows)));
        }
        Table table{.title = "Notas",
                    .columns = {{"Emissão", 21},
                                {"Série", 7, true},
                                {"Número", 11, true},
                                {"Situação", 22},
                                {"Valor", 13, true},
                                {"Operador", 22},
                                {"Pagamento", 16},
                                {"Pedido", 9, true},
                                {"Consumidor", 26},
                                {"Chave de acesso", 46}}};
        for (auto day = period_.de; day <= period_.ate; day = add_days(day, 1)) {
            asked->filter.de = start_of_day(day, zone_);
            asked->filter.ate = start_of_day(add_days(day, 1), zone_);
            job_.database().read([&](db::Connection& connection) {
                receipts::each_listed(connection, scope_, *asked,
                                      [&](receipts::ListedReceipt const& one) { add_row(table, one); });
            });
            save(std::ssize(table.rows));
        }
        if (format_ == "pdf") {
            auto const answer = js::value{{"periodo", {{"de", period_.de}, {"ate", period_.ate}}},
                                          {"comparado", nullptr},
                                          {"ambiente", asked->filter.ambiente}};
            table.columns.pop_back(); // the key is too long for the page
            return pdf_of(answer, {table});
        }
        return write_sheet(sheet_format(), table);
    }
    static void add_row(Table& table, receipts::ListedReceipt const& one) {
        auto const& nota = one.nota;
        auto const at = std::chrono::floor<std::chrono::seconds>(std::chrono::microseconds(nota.dhEmi.microseconds()));
        std::string kinds;
        for (auto const& tPag : one.pagamentos) kinds += (kinds.empty() ? "" : ", ") + payment_name(tPag);
        table.rows.push_back(
            {nfce::DateTime::from_epoch(at.count(), static_cast<int>(nota.fuso)).printed(),
             spreadsheets::Number{nota.serie, 0}, spreadsheets::Number{nota.numero, 0},
             std::string(receipts::situation_shown(nota.state())), spreadsheets::Number{nota.vNF.raw(), 2},
             one.operador, kinds,
             one.pedido ? spreadsheets::Cell{spreadsheets::Number{*one.pedido, 0}} : spreadsheets::Cell{},
             nota.nome.value_or(nota.documento.value_or("")), nota.chave});
    }
    void save(std::int64_t done) {
        if (done - made_.feitas < 1000 && done != *made_.total) {
            job_.checkpoint();
            return;
        }
        made_.feitas = done;
        job_.step([&](db::Transaction& transaction) {
            transaction.execute(
                save_progress,
                {{"emitente_id", scope_.id()}, {"id", made_.id}, {"feitas", made_.feitas}, {"total", made_.total}});
            publish(transaction);
        });
    }

    Services const& services_;
    jobs::JobContext& job_;
    auth::CompanyScope const scope_;
    Export made_;
    js::object const request_;
    std::string const report_, format_;
    Period period_;
    std::string zone_;
};

ExportId id_in(jobs::Job const& job) {
    return ExportId::parse(std::string_view(js::parse(job.dados).at("pedido").get_string())).value();
}

Result<void> run(Services const& services, jobs::JobContext& job) {
    auto const scope = job.company();
    auto const id = id_in(job.job());
    auto made = job.database().read([&](db::Connection& connection) { return find_export(connection, scope, id); });
    if (!made) return {};
    if (made->estado == "preparando") return Making(services, job, *std::move(made)).run();
    auto const left = made->pronto_em.value_or(Instant{}) + kept_for - services.records.clock.now();
    if (left > left.zero()) {
        job.postpone(std::chrono::ceil<std::chrono::milliseconds>(left), [](db::Transaction&) {});
        return {};
    }
    job.finish([&](db::Transaction& transaction) {
        transaction.execute(drop_row, {{"emitente_id", scope.id()}, {"id", id}});
    });
    return {};
}

} // namespace

std::optional<Export> find_export(db::Connection& connection, auth::CompanyScope const& scope, ExportId id) {
    return connection.first(find_row, {{"emitente_id", scope.id()}, {"id", id}},
                            [](db::Row const& row) { return db::read_row<Export>(fields, row); });
}

std::optional<std::string> find_export_file(db::Connection& connection, auth::CompanyScope const& scope, ExportId id) {
    return connection.first(find_bytes, {{"emitente_id", scope.id()}, {"id", id}}, [](db::Row const& row) {
        auto const bytes = row.blob(0);
        return std::string(reinterpret_cast<char const*>(bytes.data()), bytes.size());
    });
}

std::string to_json(Export const& one) {
    auto const request = js::parse(one.pedido).as_object();
    json::ObjectWriter writer;
    writer.text("id", one.id.to_string());
    writer.text("relatorio", text_in(request, "relatorio").value_or(""));
    writer.text("formato", text_in(request, "formato").value_or(""));
    writer.text("estado", one.estado);
    writer.integer("feitas", one.feitas);
    if (one.total) writer.integer("total", *one.total);
    else writer.null("total");
    writer.optional_text("erro", one.erro);
    writer.text("nome", one.nome);
    if (one.tamanho) writer.integer("tamanho", *one.tamanho);
    else writer.null("tamanho");
    writer.text("created_at", one.created_at.to_iso());
    writer.optional_text("guardado_ate", one.pronto_em.transform([](Instant at) { return (at + kept_for).to_iso(); }));
    return writer.take();
}

Result<Export> ask_for_export(auth::Write const& write, auth::CompanyScope const& scope, Services const& services,
                              js::object const& request) {
    auto const now = services.records.clock.now();
    auto const report = text_in(request, "relatorio").value_or("");
    auto const format = text_in(request, "formato").value_or("");
    auto const section = text_in(request, "secao");
    std::vector<FieldProblem> problems;
    auto const known = std::ranges::find(names_of_reports, report, [](auto const& one) { return one.first; });
    if (known == names_of_reports.end()) problems.push_back({"relatorio", "Este relatório não existe."});
    if (format != "xlsx" && format != "csv" && format != "pdf")
        problems.push_back({"formato", "Escolha XLSX, CSV ou PDF."});
    if (section && std::ranges::find(sections_of_sales, *section) == sections_of_sales.end())
        problems.push_back({"secao", "Esta tabela não existe."});
    if (!problems.empty()) return invalid(std::move(problems));
    auto const parameters = parameters_in(request);
    std::string stem;
    if (report == "fechamento") {
        BALCAO_TRY(closing_json(write.db, scope, parameters, now));
        stem = fmt::format("fechamento-{}", text_in(request, "mes").value());
    } else {
        auto const question = BALCAO_TRY(read_question(write.db, scope, parameters, now));
        stem = fmt::format("{}-{}-a-{}", report, question.period.de, question.period.ate);
    }
    Export made{.id = ExportId::make(),
                .user = write.actor.user,
                .pedido = js::serialize(request),
                .nome = stem + "." + format,
                .estado = "preparando",
                .created_at = now};
    auto params = db::params(fields, made);
    params.emplace_back("emitente_id", scope.id());
    write.db.execute(insert_row, params);
    services.queue.enqueue(
        write.db,
        {.tipo = export_job, .dados = fmt::format(R"({{"pedido":"{}"}})", made.id.to_string()), .company = scope});
    records::note(write, services.records,
                  {.topic = "reports",
                   .action = "report_export",
                   .description = fmt::format("Pediu o relatório {} em {}", known->second, made.nome),
                   .company = scope.id(),
                   .entity = made.id.uuid()});
    return made;
}

void add_export_job(jobs::Queue& queue, Services const& services) {
    queue.handle(std::string(export_job),
                 {.run = [&services](jobs::JobContext& job) { return run(services, job); },
                  .failed =
                      [](db::Transaction& transaction, jobs::JobContext const& job, std::string const& why) {
                          transaction.execute(
                              save_failure,
                              {{"emitente_id", job.company().id()}, {"id", id_in(job.job())}, {"erro", why}});
                      }});
}

} // namespace balcao::reports
