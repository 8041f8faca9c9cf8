// Request bodies: whatever comes, an object or a refusal, and the names that were read can be written and read again.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "platform/base/json.hpp"
#include "platform/base/text.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    auto const object = balcao::json::parse_object(text);
    if (!object) return 0;
    if (!balcao::is_utf8(text)) std::abort();
    for (auto const& member : *object) {
        std::string out = "{";
        balcao::json::append_string(out, member.key());
        out += ":0}";
        auto const again = balcao::json::parse_object(out);
        if (!again || !again->contains(member.key())) std::abort();
    }
    return 0;
}
