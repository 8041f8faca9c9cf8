#include "registry/stations/station.hpp"

#include <utility>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include "registry/stations/station_kind.hpp"

namespace balcao::stations {

namespace {

namespace ip = boost::asio::ip;

constexpr std::int64_t usual_port = 9100;

constexpr Field station[]{
    field<&Station::id>("id", {.read_only = true}),
    field<&Station::nome>("nome", {.required = true, .max = 40}),
    field<&Station::ativo>("ativo", {.one_of = "S|N"}),
    field<&Station::aceita_pin>("aceita_pin", {.one_of = "S|N"}),
    field<&Station::testada_em>("testada_em", {.read_only = true}),
    field<&Station::created_at>("created_at", {.read_only = true}),
    field<&Station::updated_at>("updated_at", {.read_only = true}),
    field<&Station::version>("version", {.read_only = true}),
};

constexpr Field printer[]{
    field<&Printer::caminho>("caminho", {.one_of = "navegador|rede"}),
    field<&Printer::host>("host", {.max = 45}),
    field<&Printer::porta>("porta", {.at_least = 1, .at_most = 65'535}),
    field<&Printer::papel>("papel", {.one_of = "80|58|a4"}),
    field<&Printer::colunas>("colunas", {.at_least = 24, .at_most = 64}),
    field<&Printer::gaveta>("gaveta", {.one_of = "S|N"}),
    field<&Printer::confere>("confere", {.one_of = "S|N"}),
};

void check_address(Printer& printer, Reach const& reach, std::vector<FieldProblem>& problems) {
    if (!printer.is_by_network()) {
        printer.host.reset();
        printer.porta.reset();
        return;
    }
    if (!printer.porta) printer.porta = usual_port;
    if (!printer.host) {
        problems.push_back({"host", "Digite o endereço da impressora na rede. Exemplo: 192.168.0.50."});
    } else if (!is_within_reach(*printer.host, reach)) {
        problems.push_back({"host",
                            "Digite o número IP da impressora na rede da loja, que começa com 10, 172.16 a 172.31 ou "
                            "192.168. Exemplo: 192.168.0.50."});
    }
}

bool is_within(ip::address_v4 const& address, std::string_view network) {
    return ip::make_network_v4(network).canonical() ==
           ip::network_v4(address, ip::make_network_v4(network).prefix_length()).canonical();
}

} // namespace

Fields StationKind::fields() { return station; }
std::string StationKind::part_json(Station const& one) { return balcao::to_json(printer, one.impressora); }
void StationKind::read_part(Station& one, boost::json::object const& json) {
    std::vector<FieldProblem> problems;
    one.impressora = read_entity<Printer>(printer, json, problems);
}

bool is_within_reach(std::string_view address, Reach const& reach) {
    boost::system::error_code error;
    auto const parsed = ip::make_address(address, error);
    if (error || address.contains('%')) return false; // a zone names an interface of this machine
    if (parsed.is_loopback()) return reach.this_machine;
    if (parsed.is_v6()) {
        auto const v6 = parsed.to_v6();
        return (v6.to_bytes()[0] & 0xFEU) == 0xFCU; // fc00::/7
    }
    auto const v4 = parsed.to_v4();
    return is_within(v4, "10.0.0.0/8") || is_within(v4, "172.16.0.0/12") || is_within(v4, "192.168.0.0/16");
}

Result<Station> read_station(boost::json::object json, Reach const& reach) {
    return records::read_entry<StationKind>(
        std::move(json), "Diga como esta estação imprime.",
        [&](Station& read, boost::json::object const& members, std::vector<FieldProblem>& problems) {
            auto& chosen = read.impressora;
            chosen = read_entity<Printer>(printer, members, problems);
            check_address(chosen, reach, problems);
            if (chosen.papel == "a4" && chosen.caminho != "navegador")
                problems.push_back({"papel", "Em papel A4 imprime o navegador. Escolha 80 ou 58 mm."});
            if (chosen.papel == "58" && !members.contains("colunas")) chosen.colunas = 32;
        });
}

std::string to_json(Station const& one) { return records::entry_json<StationKind>(one); }

} // namespace balcao::stations
