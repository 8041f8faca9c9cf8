// X-Forwarded-For: whatever a client writes into it, an untrusted peer is itself, and behind a trusted one stands an
// address or the peer.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <boost/asio/ip/address.hpp>

#include "platform/http/trusted_proxies.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace balcao::http;
    static TrustedProxies const proxies({"127.0.0.1", "10.0.0.0/8", "2001:db8::/32"});
    Request request;
    request.headers.emplace_back("x-forwarded-for", std::string(reinterpret_cast<char const*>(data), size));
    if (proxies.client("203.0.113.9", request) != "203.0.113.9") std::abort();
    auto const client = proxies.client("127.0.0.1", request);
    boost::system::error_code error;
    boost::asio::ip::make_address(client, error);
    if (error) std::abort();
    static_cast<void>(network_of(client));
    return 0;
}
