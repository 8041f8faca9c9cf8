#include "platform/http/trusted_proxies.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <boost/asio/ip/address.hpp>

#include "platform/base/text.hpp"

namespace balcao::http {

namespace {

namespace ip = boost::asio::ip;

constexpr unsigned short all_bits = 128;
constexpr unsigned short ipv4_prefix = 96;

// IPv4 as ::ffff:a.b.c.d, so that both are compared alike; without the zone of a link-local address.
std::optional<ip::address_v6> parse(std::string_view text) {
    boost::system::error_code error;
    auto const address = ip::make_address(text, error);
    if (error) return std::nullopt;
    if (address.is_v4()) return ip::make_address_v6(ip::v4_mapped, address.to_v4());
    return ip::address_v6(address.to_v6().to_bytes());
}

std::optional<ip::network_v6> parse_range(std::string_view text) {
    auto const slash = text.find('/');
    auto const address = parse(text.substr(0, slash));
    if (!address) return std::nullopt;
    if (slash == std::string_view::npos) return ip::network_v6(*address, all_bits);
    auto const before = text.contains(':') ? 0 : ipv4_prefix;
    auto const bits = parse_int(text.substr(slash + 1));
    if (!bits || *bits < 0 || *bits > all_bits - before) return std::nullopt;
    return ip::network_v6(*address, static_cast<unsigned short>(*bits + before)).canonical();
}

} // namespace

TrustedProxies::TrustedProxies(std::vector<std::string> const& ranges) {
    for (auto const& text : ranges) {
        auto const range = parse_range(text);
        if (!range) {
            throw std::runtime_error("Proxy de confiança inválido: “" + text +
                                     "” não é um endereço IP nem uma faixa como 10.0.0.0/8.");
        }
        ranges_.push_back(*range);
    }
}

bool TrustedProxies::contains(std::string_view address) const {
    if (ranges_.empty()) return false;
    auto const parsed = parse(address);
    return parsed && std::ranges::any_of(ranges_, [&](ip::network_v6 const& range) {
               return ip::network_v6(*parsed, range.prefix_length()).canonical() == range;
           });
}

std::string TrustedProxies::client(std::string_view peer, Request const& request) const {
    std::string client(peer);
    if (!contains(peer)) return client;
    for (auto header = request.headers.rbegin(); header != request.headers.rend(); ++header) {
        if (header->first != "x-forwarded-for") continue;
        for (std::string_view rest = header->second; !rest.empty();) {
            auto const comma = rest.rfind(',');
            auto const entry = trim(comma == std::string_view::npos ? rest : rest.substr(comma + 1));
            rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(0, comma);
            if (!parse(entry)) return client;
            client = entry;
            if (!contains(entry)) return client;
        }
    }
    return client;
}

std::string network_of(std::string_view address) {
    constexpr unsigned short customer_bits = 64;
    auto const parsed = parse(address);
    if (!parsed || parsed->is_v4_mapped()) return std::string(address);
    return ip::network_v6(*parsed, customer_bits).canonical().to_string();
}

bool is_loopback(std::string_view address) { return address.starts_with("127.") || address == "::1"; }

} // namespace balcao::http
