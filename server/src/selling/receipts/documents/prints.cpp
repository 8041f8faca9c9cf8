#include "selling/receipts/documents/documents.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "nfce/escpos.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/db/entity.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/sale_settings/sale_settings.hpp"
#include "registry/stations/printer_link.hpp"
#include "registry/stations/stations.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

using auth::Answer;
using stations::Station;
using stations::StationId;

constexpr std::string_view print_job = "imprimir";
constexpr std::string_view consumer = "consumidor";
constexpr std::string_view establishment = "estabelecimento";
constexpr std::string_view by_browser = "navegador";
constexpr std::int64_t most_shown = 100;

struct PrintId : Id<PrintId> {
    using Id::Id;
};

struct Print {
    PrintId id;
    NotaId nfce_id;
    std::string via;
    std::string caminho;
    std::optional<bool> ok; // nullopt: its printer has it still to print
    std::optional<std::string> motivo{};
    std::optional<StationId> estacao_id{};
    std::optional<UserId> user_id{};
    Instant created_at;
};
constexpr Field print_fields[]{
    field<&Print::id>("id"),
    field<&Print::nfce_id>("nfce_id"),
    field<&Print::via>("via"),
    field<&Print::caminho>("caminho"),
    field<&Print::ok>("ok"),
    field<&Print::motivo>("motivo"),
    field<&Print::estacao_id>("estacao_id"),
    field<&Print::user_id>("user_id"),
    field<&Print::created_at>("created_at"),
};

std::string const insert_print_sql = "insert into nfce_impressao (emitente_id, " + db::column_names(print_fields) +
                                     ") values (:emitente_id, " + db::placeholders(print_fields) + ")";
db::Query const insert_row{"receipts_insert_print", insert_print_sql};
std::string const of_nota_sql = "select " + db::columns(print_fields) +
                                " from nfce_impressao where emitente_id = :emitente_id and nfce_id = :nfce_id "
                                "order by created_at desc, id desc limit :most";
db::Query const of_nota{"receipts_prints", of_nota_sql};
std::string const waiting_sql = "select " + db::columns(print_fields) +
                                " from nfce_impressao where emitente_id = :emitente_id and estacao_id = :estacao_id "
                                "and ok is null order by created_at, id limit 1";
db::Query const first_waiting{"receipts_first_waiting_print", waiting_sql};
constexpr db::Query end_one{"receipts_end_print", R"sql(
    update nfce_impressao set ok = :ok, motivo = :motivo
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query end_waiting{"receipts_end_waiting_prints", R"sql(
    update nfce_impressao set ok = 0, motivo = :motivo
    where emitente_id = :emitente_id and estacao_id = :estacao_id and ok is null)sql"};

std::vector<Print> find_prints(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota) {
    return connection.all(of_nota, {{"emitente_id", scope.id()}, {"nfce_id", nota}, {"most", most_shown}},
                          [](db::Row const& row) { return db::read_row<Print>(print_fields, row); });
}

void insert(db::Transaction& transaction, auth::CompanyScope const& scope, Print const& print) {
    auto params = db::params(print_fields, print);
    params.emplace_back("emitente_id", scope.id());
    transaction.execute(insert_row, params);
}

std::string to_json(std::vector<Print> const& prints) {
    std::string items;
    for (auto const& print : prints) {
        json::ObjectWriter writer;
        writer.text("id", print.id.to_string());
        writer.text("via", print.via);
        writer.text("caminho", print.caminho);
        if (print.ok) writer.boolean("ok", *print.ok);
        else writer.null("ok");
        writer.optional_text("texto", print.motivo);
        writer.optional_text("estacao_id", print.estacao_id.transform(&StationId::to_string));
        writer.text("created_at", print.created_at.to_iso());
        items += (items.empty() ? "" : ",") + writer.take();
    }
    return R"({"items":[)" + items + "]}";
}

void publish(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota) {
    wire.records.events.publish(
        transaction, {.topic = "receipts", .company = scope.id(), .entity = nota.id.uuid(), .version = nota.version});
}

// What a browser tells.

struct ToldPrint {
    std::string via;
    bool ok = true;
};
constexpr Field told_print_fields[]{
    field<&ToldPrint::via>("via", {.required = true, .one_of = "consumidor|estabelecimento"}),
    field<&ToldPrint::ok>("ok"),
};

Answer note_print(auth::WriteCall& call, Wire const& wire, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(records::id_in_path<NotaId>(call.request, "rid"));
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    auto const told = read_entity<ToldPrint>(told_print_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const nota = find_seen_nota(call.db, call.actor, scope, id);
    if (!nota) return not_found();
    BALCAO_TRY(check_printable(*nota));
    insert(call.db, scope,
           {.id = PrintId::make(),
            .nfce_id = id,
            .via = told.via,
            .caminho = std::string(by_browser),
            .ok = told.ok,
            .user_id = call.actor.user,
            .created_at = wire.now()});
    return records::no_content();
}

// What the server prints.

struct AskedPrint {
    NotaId nfce_id;
    std::optional<std::string> via;
};
constexpr Field asked_print_fields[]{
    field<&AskedPrint::nfce_id>("nfce_id", {.required = true}),
    field<&AskedPrint::via>("via", {.one_of = "consumidor|estabelecimento"}),
};

bool was_printed(std::vector<Print> const& prints, std::string_view via) {
    return std::ranges::any_of(prints, [&](Print const& one) { return one.ok == true && one.via == via; });
}

// An offline receipt is printed twice: one for the customer, one that the shop keeps until it is authorised. Again too:
// the paper may have ended between the two, and a correction changes the QR Code of both.
std::vector<std::string_view> copies_of(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota) {
    bool const both = nota.state() == Estado::contingencia &&
                      sale_settings::find_sale_settings(connection, scope).vias_contingencia == 2;
    return both ? std::vector{consumer, establishment} : std::vector{consumer};
}

std::string job_key(StationId station) { return "imprimir:" + station.to_string(); }

Answer print_receipt(auth::WriteCall& call, Wire const& wire, auth::CompanyScope const& scope) {
    auto const station_id = BALCAO_TRY(records::id_in_path<StationId>(call.request, "eid"));
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    auto const asked = read_entity<AskedPrint>(asked_print_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const station = stations::find(call.db, scope, station_id);
    if (!station) return not_found();
    if (station->ativo != "S" || !station->impressora.is_by_network())
        return invalid(fmt::format("A estação {} não imprime pela rede. Imprima pelo navegador.", station->nome));
    auto const nota = find_seen_nota(call.db, call.actor, scope, asked.nfce_id);
    if (!nota) return invalid({{"nfce_id", "Esta nota não existe nesta empresa."}});
    BALCAO_TRY(check_printable(*nota));

    auto const prints = find_prints(call.db, scope, nota->id);
    std::vector<Print> waiting;
    auto const copies = asked.via ? std::vector<std::string_view>{*asked.via} : copies_of(call.db, scope, *nota);
    for (auto const via : copies) {
        auto const is_this = [&](Print const& one) {
            return !one.ok && one.via == via && one.estacao_id == station_id;
        };
        if (auto const already = std::ranges::find_if(prints, is_this); already != prints.end()) {
            waiting.push_back(*already); // somebody is impatient
            continue;
        }
        waiting.push_back({.id = PrintId::make(),
                           .nfce_id = nota->id,
                           .via = std::string(via),
                           .caminho = std::string(stations::by_network),
                           .ok = std::nullopt,
                           .estacao_id = station_id,
                           .user_id = call.actor.user,
                           .created_at = wire.now()});
        insert(call.db, scope, waiting.back());
    }
    auto const key = job_key(station_id);
    bool const is_new =
        wire.queue.enqueue(call.db, {.tipo = print_job,
                                     .dados = fmt::format(R"({{"estacao":"{}"}})", station_id.to_string()),
                                     .chave = key,
                                     .company = scope});
    if (!is_new) wire.queue.wake(call.db, key);
    return http::json(202, to_json(waiting));
}

// One print that waits, drawn.
struct ReadyPrint {
    Print print;
    Nota nota;
    stations::Printer printer;
    Result<std::string> bytes;
};

Result<std::string> bytes_of(db::Connection& connection, auth::CompanyScope const& scope, Station const& station,
                             Nota const& nota, Print const& print) {
    if (station.ativo != "S" || !station.impressora.is_by_network())
        return invalid("Esta estação não imprime mais pela rede. Imprima pelo navegador.");
    auto const prints = find_prints(connection, scope, nota.id);
    auto bytes =
        BALCAO_TRY(draw_danfe(connection, scope, nota,
                              {.copy = print.via == establishment ? nfce::Copy::establishment : nfce::Copy::customer,
                               .reprint = was_printed(prints, print.via),
                               .columns = static_cast<int>(station.impressora.colunas)}));
    bool const first_time = std::ranges::none_of(prints, [](Print const& one) { return one.ok.has_value(); });
    if (station.impressora.gaveta != "S" || !first_time) return bytes;
    auto const sale = sales::find(connection, scope, nota.venda_id);
    bool const in_cash = sale && std::ranges::any_of(sale->sale.pagamentos, [](sales::SalePayment const& payment) {
                             return payment.tPag == "01";
                         });
    if (in_cash) bytes.insert(0, nfce::escpos_open_drawer);
    return bytes;
}

std::optional<ReadyPrint> find_ready(db::Connection& connection, auth::CompanyScope const& scope,
                                     StationId station_id) {
    auto print = connection.first(first_waiting, {{"emitente_id", scope.id()}, {"estacao_id", station_id}},
                                  [](db::Row const& row) { return db::read_row<Print>(print_fields, row); });
    if (!print) return std::nullopt;
    // Both are referred to by the row, and so are there.
    auto const station = stations::find(connection, scope, station_id).value();
    auto nota = find_nota(connection, scope, print->nfce_id).value();
    auto bytes = bytes_of(connection, scope, station, nota, *print);
    return ReadyPrint{
        .print = *std::move(print), .nota = std::move(nota), .printer = station.impressora, .bytes = std::move(bytes)};
}

// The receipt stands whatever becomes of its paper.
std::string print_failure(Nota const& nota, std::string_view what_to_do) {
    return fmt::format("{} {} Depois aperte Ctrl P.",
                       nota.state() == Estado::contingencia ? "A nota foi emitida em contingência."
                                                            : "A nota está autorizada.",
                       what_to_do);
}

std::optional<std::string> try_to_print(ReadyPrint const& ready, stations::Reach const& printers) {
    if (!ready.bytes) return ready.bytes.error().detail;
    auto const printed = stations::print(ready.printer, *ready.bytes, printers);
    if (printed) return std::nullopt;
    return print_failure(ready.nota, stations::what_to_check(printed.error()));
}

StationId station_of(jobs::JobContext const& job) { return StationId::parse(text_of(job.job(), "estacao")).value(); }

Result<void> print_waiting(jobs::JobContext& job, Wire const& wire, stations::Reach const& printers) {
    auto const scope = job.company();
    auto const station = station_of(job);
    for (;;) {
        job.checkpoint();
        auto const ready =
            job.database().read([&](db::Connection& connection) { return find_ready(connection, scope, station); });
        if (!ready) break;
        job.confirm_lease();
        auto const motivo = try_to_print(*ready, printers);
        job.step([&](db::Transaction& transaction) {
            transaction.execute(
                end_one,
                {{"emitente_id", scope.id()}, {"id", ready->print.id}, {"ok", motivo ? 0 : 1}, {"motivo", motivo}});
            publish(transaction, wire, scope, ready->nota);
        });
    }
    job.finish([](db::Transaction&) {});
    return {};
}

void give_up(db::Transaction& transaction, Wire const& wire, jobs::JobContext const& job) {
    auto const scope = job.company();
    constexpr std::string_view motivo =
        "O servidor parou enquanto imprimia. Confira o papel; se a nota não saiu, aperte Ctrl P.";
    transaction.execute(end_waiting,
                        {{"emitente_id", scope.id()}, {"estacao_id", station_of(job)}, {"motivo", motivo}});
    wire.records.events.publish(transaction, {.topic = "receipts", .company = scope.id()});
}

} // namespace

void add_print_job(jobs::Queue& queue, Wire const& wire, stations::Reach const& printers) {
    queue.handle(std::string(print_job),
                 {.run = [&wire, printers](jobs::JobContext& job) { return print_waiting(job, wire, printers); },
                  .failed = [&wire](db::Transaction& transaction, jobs::JobContext const& job,
                                    std::string const&) { give_up(transaction, wire, job); },
                  .attempts = 1,
                  .fila = jobs::Fila::impressao});
}

void add_print_routes(auth::Gate& gate, Wire const& wire) {
    constexpr std::string_view of_receipt = "/api/companies/{id}/receipts/{rid}/prints";
    gate.route({.pattern = std::string(of_receipt), .who = auth::Who::operador, .at_counter = true},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const id = BALCAO_TRY(records::id_in_path<NotaId>(call.request, "rid"));
                   if (!find_seen_nota(call.db, call.actor, scope, id)) return not_found();
                   return http::json(200, to_json(find_prints(call.db, scope, id)));
               });
    gate.route(
        {.method = http::Method::post,
         .pattern = std::string(of_receipt),
         .who = auth::Who::operador,
         .at_counter = true},
        [&wire](auth::WriteCall& call, auth::CompanyScope const& scope) { return note_print(call, wire, scope); });
    gate.route(
        {.method = http::Method::post,
         .pattern = "/api/companies/{id}/stations/{eid}/prints",
         .who = auth::Who::operador,
         .is_repeatable = true,
         .at_counter = true},
        [&wire](auth::WriteCall& call, auth::CompanyScope const& scope) { return print_receipt(call, wire, scope); });
}

} // namespace balcao::receipts
