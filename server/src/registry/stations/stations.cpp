#include "registry/stations/stations.hpp"

#include <utility>

#include <fmt/format.h>

#include "nfce/escpos.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/db/entity.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/stations/printer_link.hpp"

namespace balcao::stations {

namespace {

using auth::Answer;

constexpr std::string_view all_path = "/api/companies/{id}/stations";
constexpr std::string_view one_path = "/api/companies/{id}/stations/{eid}";

std::string const columns = db::columns(station_fields()) + ", impressora";
std::string const find_sql = "select " + columns + " from estacao where emitente_id = :emitente_id and id = :id";
db::Query const find_row{"stations_find", find_sql};
std::string const list_sql =
    "select " + columns + " from estacao where emitente_id = :emitente_id order by ativo desc, nome, id limit :most";
db::Query const list_rows{"stations_list", list_sql};
std::string const insert_sql = "insert into estacao (emitente_id, impressora, " + db::column_names(station_fields()) +
                               ") values (:emitente_id, :impressora, " + db::placeholders(station_fields()) + ")";
db::Query const insert_row{"stations_insert", insert_sql};
std::string const update_sql = "update estacao set impressora = :impressora, " +
                               db::assignments(station_fields(), {"id", "created_at"}) +
                               " where emitente_id = :emitente_id and id = :id";
db::Query const update_row{"stations_update", update_sql};
constexpr db::Query note_test{"stations_note_test", R"sql(
    update estacao set testada_em = :now where emitente_id = :emitente_id and id = :id and version = :version)sql"};

Station read_row(db::Row const& row) {
    auto station = db::read_row<Station>(station_fields(), row);
    std::vector<FieldProblem> problems;
    auto const json = json::parse_object(row.text(static_cast<int>(station_fields().size()))).value();
    station.impressora = read_entity<Printer>(printer_fields(), json, problems);
    return station;
}

void write(db::Transaction& transaction, auth::CompanyScope const& scope, db::Query const& query,
           Station const& station) {
    auto const impressora = balcao::to_json(printer_fields(), station.impressora);
    auto params = db::params(station_fields(), station);
    params.emplace_back("emitente_id", scope.id());
    params.emplace_back("impressora", impressora);
    transaction.execute(query, params);
}

Failure name_taken() {
    return invalid(std::vector<FieldProblem>{{"nome", "Já existe uma estação com este nome. Digite outro."}}).error();
}

bool has_same_address(Printer const& one, Printer const& other) {
    return one.host == other.host && one.porta == other.porta;
}

// Where the server connects to is decided by who answers for the machine it runs on.
Result<void> check_address(auth::Actor const& actor, Printer const& typed, Printer const& before) {
    if (!typed.is_by_network() || actor.is_admin() || has_same_address(typed, before)) return {};
    return invalid({{"impressora.host", "Só um administrador define o endereço de uma impressora de rede. Peça a ele, "
                                        "ou escolha imprimir pelo navegador."}});
}

Result<Station> read_body(auth::WriteCall const& call, Reach const& reach) {
    return read_station(BALCAO_TRY(json::parse_object(call.request.body)), reach);
}

void note(auth::Write const& call, auth::CompanyScope const& scope, records::Services const& services,
          std::string_view action, std::string_view what, Station const& station, std::string details) {
    records::note(call, services,
                  {.topic = "stations",
                   .action = action,
                   .description = fmt::format("{} a estação {}", what, station.nome),
                   .company = scope.id(),
                   .entity = station.id.uuid(),
                   .version = station.version,
                   .details = std::move(details)});
}

Answer create_typed(auth::WriteCall& call, auth::CompanyScope const& scope, Services const& services) {
    auto typed = BALCAO_TRY(read_body(call, services.reach));
    auto const station = BALCAO_TRY(create(call, scope, services.records, std::move(typed)));
    return records::answer(201, to_json(station), station.version);
}

Answer update(auth::WriteCall& call, auth::CompanyScope const& scope, Services const& services) {
    auto const id = BALCAO_TRY(records::id_in_path<StationId>(call.request, "eid"));
    auto const if_match = BALCAO_TRY(http::if_match(call.request));
    auto station = BALCAO_TRY(read_body(call, services.reach));
    auto const before = find(call.db, scope, id);
    if (!before) return not_found();
    BALCAO_TRY(records::check_current(call.db, if_match,
                                      {.topic = "stations",
                                       .id = id.uuid(),
                                       .version = before->version,
                                       .what = "esta estação",
                                       .json = to_json(*before)}));
    BALCAO_TRY(check_address(call.actor, station.impressora, before->impressora));
    station.id = id;
    station.created_at = before->created_at;
    station.updated_at = services.records.clock.now();
    station.version = before->version + 1;
    if (has_same_address(station.impressora, before->impressora)) station.testada_em = before->testada_em;
    try {
        write(call.db, scope, update_row, station);
    } catch (db::UniqueViolation const& error) {
        if (error.constraint() != "estacao_nome") throw;
        return fail(name_taken());
    }
    json::ObjectWriter details;
    details.raw("antes", to_json(*before));
    details.raw("depois", to_json(station));
    note(call, scope, services.records, "station_update", "Salvou", station, details.take());
    return records::answer(200, to_json(station), station.version);
}

std::string test_page(Station const& station) {
    nfce::EscPos page(static_cast<int>(station.impressora.colunas));
    page.text("Página de teste", nfce::EscPos::Align::centre, nfce::EscPos::Weight::bold);
    page.text(station.nome, nfce::EscPos::Align::centre);
    page.rule();
    page.text("Acentos: á à â ã é ê í ó ô õ ú ü ç Á Ç Ã º ª");
    page.pair("À esquerda", "À direita");
    page.text("A linha acima vai de uma margem à outra? Se sobra ou quebra, mude o número de colunas.");
    page.qr("https://www.nfe.fazenda.gov.br");
    page.text("O QR Code abre no celular?", nfce::EscPos::Align::centre);
    auto bytes = page.take();
    if (station.impressora.gaveta == "S") bytes.insert(0, nfce::escpos_open_drawer);
    return bytes;
}

// Nothing of the database is held while a printer is spoken to.
Answer test(http::Request const& request, auth::CompanyScope const& scope, Services const& services) {
    auto const id = BALCAO_TRY(records::id_in_path<StationId>(request, "eid"));
    auto const station =
        services.database.read([&](db::Connection& connection) { return find(connection, scope, id); });
    if (!station) return not_found();
    if (!station->impressora.is_by_network())
        return invalid("Daqui só se testa uma impressora de rede. As outras imprimem pelo navegador desta estação.");
    auto const printed = print(station->impressora, test_page(*station), services.reach);
    if (printed) {
        services.database.write([&](db::Transaction& transaction) {
            transaction.execute(note_test, {{"emitente_id", scope.id()},
                                            {"id", id},
                                            {"version", station->version},
                                            {"now", services.records.clock.now()}});
        });
    }
    json::ObjectWriter writer;
    writer.boolean("ok", printed.has_value());
    writer.text("texto", printed ? "A página de teste foi impressa. Confira acentos, margens e QR Code."
                                 : what_to_check(printed.error()));
    return http::json(200, writer.take());
}

} // namespace

std::optional<Station> find(db::Connection& connection, auth::CompanyScope const& scope, StationId id) {
    return connection.first(find_row, {{"emitente_id", scope.id()}, {"id", id}}, read_row);
}

std::vector<Station> find_all(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.all(list_rows, {{"emitente_id", scope.id()}, {"most", most_stations}}, read_row);
}

Result<Station> create(auth::Write const& call, auth::CompanyScope const& scope, records::Services const& services,
                       Station station) {
    BALCAO_TRY(check_address(call.actor, station.impressora, {}));
    if (static_cast<std::int64_t>(find_all(call.db, scope).size()) >= most_stations)
        return invalid(fmt::format("O máximo é {} estações. Dê outro nome a uma que não usa mais.", most_stations));
    station.id = StationId::make();
    station.created_at = station.updated_at = services.clock.now();
    try {
        write(call.db, scope, insert_row, station);
    } catch (db::UniqueViolation const& error) {
        if (error.constraint() != "estacao_nome") throw;
        return fail(name_taken());
    }
    note(call, scope, services, "station_create", "Cadastrou", station, to_json(station));
    return station;
}

void add_stations_routes(auth::Gate& gate, Services const& services) {
    gate.route({.pattern = std::string(all_path), .who = auth::Who::operador},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   std::string items;
                   for (auto const& station : find_all(call.db, scope))
                       items += (items.empty() ? "" : ",") + to_json(station);
                   return http::json(200, R"({"items":[)" + items + "]}");
               });
    gate.route({.method = http::Method::post,
                .pattern = std::string(all_path),
                .who = auth::Who::gerente,
                .is_repeatable = true},
               [services](auth::WriteCall& call, auth::CompanyScope const& scope) {
                   return create_typed(call, scope, services);
               });
    gate.route({.pattern = std::string(one_path), .who = auth::Who::operador},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const id = BALCAO_TRY(records::id_in_path<StationId>(call.request, "eid"));
                   auto const station = find(call.db, scope, id);
                   if (!station) return not_found();
                   return records::answer(200, to_json(*station), station->version);
               });
    gate.route(
        {.method = http::Method::put, .pattern = std::string(one_path), .who = auth::Who::gerente},
        [services](auth::WriteCall& call, auth::CompanyScope const& scope) { return update(call, scope, services); });
    gate.route({.method = http::Method::post,
                .pattern = std::string(one_path) + "/test",
                .who = auth::Who::gerente,
                .lane = http::Lane::outside},
               [services](http::Request const& request, auth::Actor const&, auth::CompanyScope const& scope) {
                   return test(request, scope, services);
               });
}

} // namespace balcao::stations
