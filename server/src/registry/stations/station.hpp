#pragma once
// A station (table `estacao`): a till or counter of a company, with the printer beside it. Fields and rules.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"

namespace balcao::stations {

struct StationId : Id<StationId> {
    using Id::Id;
};

inline constexpr std::string_view by_network = "rede";

/// How a station prints. `navegador`: the browser does, by its own dialog; `rede`: the server sends ESC/POS to
/// host:porta, which this way alone has.
struct Printer {
    std::string caminho = "navegador";
    std::optional<std::string> host{}; // IPv4 or IPv6 address in the shop's own network
    std::optional<std::int64_t> porta{};
    std::string papel = "80";  // 80, 58 or, by the browser, a4
    std::int64_t colunas = 48; // characters of a line, 24 to 64; not of a4
    std::string gaveta = "N";  // S: a cash drawer hangs at it
    std::string confere = "S"; // S: it is asked whether it has paper and has printed, which all but some print
                               // servers answer

    bool is_by_network() const { return caminho == by_network; }
};

struct Station {
    StationId id;
    std::string nome;
    std::string ativo = "S";
    std::string aceita_pin = "N";      // S: people may change here by PIN (platform/auth/pins.hpp)
    std::optional<Instant> testada_em; // its printer printed the test page
    Instant created_at;
    Instant updated_at;
    std::int64_t version = 1;

    Printer impressora{};
};

/// Where printers may stand.
struct Reach {
    bool this_machine = false; // and not only private networks
};
/// Every broken rule at once.
Result<Station> read_station(boost::json::object json, Reach const& reach);
/// The contract's schema Station.
std::string to_json(Station const& station);

/// Whether an address is in a private network (RFC 1918, RFC 4193), where a shop's printers stand; or
/// otherwise within reach. What is no address is not.
bool is_within_reach(std::string_view address, Reach const& reach);

} // namespace balcao::stations
