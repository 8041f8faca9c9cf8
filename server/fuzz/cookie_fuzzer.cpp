// Cookie headers: whatever comes, what is found is a part of the header behind its name, and the first of that name.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "platform/http/http.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const bytes(reinterpret_cast<char const*>(data), size);
    auto const half = bytes.find('\n');
    balcao::http::Request request;
    request.headers.emplace_back("cookie", std::string(bytes.substr(0, half)));
    if (half != std::string_view::npos) request.headers.emplace_back("cookie", std::string(bytes.substr(half + 1)));
    for (auto const* const name : {"balcao_session", "a", ""}) {
        auto const found = request.cookie(name);
        if (!found) continue;
        auto const wanted = std::string(name) + '=' + std::string(*found);
        if (found->contains(';') || !std::string(bytes).contains(wanted)) std::abort();
    }
    return 0;
}
