// If-Match: nothing but a star and the very tag of a version allows a change.

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "platform/http/etag.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace balcao::http;
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    Request request;
    if (if_match(request)) std::abort();
    request.headers.emplace_back("if-match", std::string(text));
    auto const header = if_match(request);
    if (!header || *header != text) std::abort();

    // The version that the text would be the tag of, if of any.
    std::int64_t version = 7;
    if (size > 2) std::from_chars(text.data() + 1, text.data() + text.size() - 1, version);
    if (etag_matches(*header, version) != (text == "*" || text == '"' + std::to_string(version) + '"')) std::abort();
    return 0;
}
