#pragma once
// Whose word about the client's address is believed.

#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/ip/network_v6.hpp>

#include "platform/http/http.hpp"

namespace balcao::http {

class TrustedProxies {
public:
    /// Addresses and CIDR ranges, IPv4 or IPv6. Throws std::runtime_error with a Portuguese sentence for a bad one.
    explicit TrustedProxies(std::vector<std::string> const& ranges);

    bool contains(std::string_view address) const;

    /// The client of a request: `peer` itself unless it is trusted; then the last address of X-Forwarded-For that is
    /// not a trusted proxy's. Stops at the first entry that is no address.
    std::string client(std::string_view peer, Request const& request) const;

private:
    std::vector<boost::asio::ip::network_v6> ranges_; // canonical; IPv4 as ::ffff:a.b.c.d
};

/// 127.0.0.0/8 or ::1.
bool is_loopback(std::string_view address);

} // namespace balcao::http
