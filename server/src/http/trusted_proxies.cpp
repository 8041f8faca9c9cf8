#include "http/trusted_proxies.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>

#include <arpa/inet.h>

#include "base/text.hpp"

namespace balcao::http {

namespace {

using Address = std::array<std::uint8_t, 16>; // IPv4 as ::ffff:a.b.c.d
constexpr unsigned ipv4_prefix = 96;

bool is_ipv4(std::string_view text) { return text.find(':') == std::string_view::npos; }

std::optional<Address> parse(std::string_view text) {
    Address address{};
    std::string const terminated(text);
    if (is_ipv4(text)) {
        address[10] = address[11] = 0xFF;
        if (::inet_pton(AF_INET, terminated.c_str(), &address[12]) != 1) return std::nullopt;
    } else if (::inet_pton(AF_INET6, terminated.c_str(), address.data()) != 1) {
        return std::nullopt;
    }
    return address;
}

bool same_prefix(Address const& a, Address const& b, unsigned bits) {
    auto const bytes = bits / 8;
    if (!std::equal(a.begin(), a.begin() + bytes, b.begin())) return false;
    auto const rest = bits % 8;
    return rest == 0 || (a[bytes] >> (8 - rest)) == (b[bytes] >> (8 - rest));
}

} // namespace

TrustedProxies::TrustedProxies(std::vector<std::string> const& ranges) {
    for (std::string_view const text : ranges) {
        auto const slash = text.find('/');
        auto const address = parse(text.substr(0, slash));
        unsigned const widest = is_ipv4(text) ? 32 : 128;
        auto const bits =
            slash == std::string_view::npos ? std::optional<std::int64_t>(widest) : parse_int(text.substr(slash + 1));
        if (!address || !bits || *bits > widest) {
            throw std::runtime_error("Proxy de confiança inválido: “" + std::string(text) +
                                     "” não é um endereço IP nem uma faixa como 10.0.0.0/8.");
        }
        ranges_.push_back({*address, static_cast<unsigned>(*bits) + (widest == 32 ? ipv4_prefix : 0)});
    }
}

bool TrustedProxies::contains(std::string_view address) const {
    if (ranges_.empty()) return false;
    auto const parsed = parse(address);
    return parsed && std::ranges::any_of(
                         ranges_, [&](Range const& range) { return same_prefix(range.address, *parsed, range.bits); });
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

bool is_loopback(std::string_view address) { return address.starts_with("127.") || address == "::1"; }

} // namespace balcao::http
