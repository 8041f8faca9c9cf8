// Request heads and targets: whatever comes, in whatever pieces, a request or an error, and decoded texts are UTF-8.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <boost/beast/http/error.hpp>

#include "platform/base/text.hpp"
#include "platform/http/request_parser.hpp"
#include "platform/http/uri.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace balcao::http;
    if (size == 0) return 0;
    auto const piece = std::size_t{1} + data[0];
    std::string_view const bytes(reinterpret_cast<char const*>(data + 1), size - 1);

    RequestHead head;
    Request request;
    RequestParser parser(head, request, 16 * 1024);
    parser.eager(true);
    parser.limit_body(1024);
    boost::beast::error_code error;
    // As a connection does it: what was not used comes again with more behind it.
    for (std::size_t used = 0, end = std::min(piece, bytes.size()); !parser.is_done();) {
        used += parser.take(bytes.substr(used, end - used), error);
        if ((error && error != boost::beast::http::error::need_more) || end == bytes.size()) break;
        error = {};
        end = std::min(end + piece, bytes.size());
    }
    if (request.body.size() > 1024) std::abort();

    auto const target = parse_target(bytes);
    if (!target) return 0;
    if (!target->path.starts_with('/') || !balcao::is_utf8(target->path)) std::abort();
    for (auto const& [name, value] : target->query)
        if (!balcao::is_utf8(name) || !balcao::is_utf8(value)) std::abort();
    return 0;
}
