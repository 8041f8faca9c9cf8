#pragma once
// Proxies whose X-Forwarded-For is trusted.

#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/ip/network_v6.hpp>

#include "platform/http/http.hpp"

namespace balcao::http {

class TrustedProxies {
public:
    /// Addresses and CIDR ranges, IPv4 or IPv6. Throws std::runtime_error with a Portuguese sentence for an invalid
    /// one.
    explicit TrustedProxies(std::vector<std::string> const& ranges);

    bool contains(std::string_view address) const;

    /// The client: `peer` unless it is trusted; then the last address of X-Forwarded-For that is not a trusted proxy.
    /// Stops at the first invalid entry.
    std::string client(std::string_view peer, Request const& request) const;

private:
    std::vector<boost::asio::ip::network_v6> ranges_; // canonical; IPv4 as ::ffff:a.b.c.d
};

/// 127.0.0.0/8 or ::1.
bool is_loopback(std::string_view address);

} // namespace balcao::http
