#include "registry/stations/stations.hpp"

#include <utility>

#include <fmt/format.h>

#include "nfce/escpos.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/stations/printer_link.hpp"
#include "registry/stations/slips.hpp"
#include "registry/stations/station_kind.hpp"

namespace balcao::stations {

namespace {

using auth::Answer;

constexpr std::string_view all_path = "/api/companies/{id}/stations";
constexpr std::string_view one_path = "/api/companies/{id}/stations/{eid}";

using Stations = records::ShortList<StationKind>;

constexpr db::Query note_test{"stations_note_test", R"sql(
    update estacao set testada_em = :now where emitente_id = :emitente_id and id = :id and version = :version)sql"};

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

Answer create_typed(auth::WriteCall& call, auth::CompanyScope const& scope, Services const& services) {
    auto typed = BALCAO_TRY(read_body(call, services.reach));
    auto const station = BALCAO_TRY(create(call, scope, services.records, std::move(typed)));
    return records::answer(201, to_json(station), station.version);
}

Answer update(auth::WriteCall& call, auth::CompanyScope const& scope, Services const& services) {
    auto typed = BALCAO_TRY(read_body(call, services.reach));
    auto const before = BALCAO_TRY(Stations::find_current(call, scope, "eid"));
    BALCAO_TRY(check_address(call.actor, typed.impressora, before.impressora));
    if (has_same_address(typed.impressora, before.impressora)) typed.testada_em = before.testada_em;
    auto const station = BALCAO_TRY(Stations::update(call, scope, services.records, before, std::move(typed)));
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
    return print_answer(printed, "A página de teste foi impressa. Confira acentos, margens e QR Code.");
}

} // namespace

std::optional<Station> find(db::Connection& connection, auth::CompanyScope const& scope, StationId id) {
    return Stations::find(connection, scope, id);
}

Result<Station> create(auth::Write const& call, auth::CompanyScope const& scope, records::Services const& services,
                       Station station) {
    BALCAO_TRY(check_address(call.actor, station.impressora, {}));
    return Stations::create(call, scope, services, std::move(station));
}

void add_stations_routes(auth::Gate& gate, Services const& services) {
    gate.route({.pattern = std::string(all_path), .who = auth::Who::operador},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   return http::json(200, fmt::format(R"({{"items":{}}})", Stations::list_json(call.db, scope)));
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
