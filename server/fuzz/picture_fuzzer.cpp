// Uploaded pictures: whatever comes, pixels or a refusal, and an accepted SVG has none of the words that run code.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "platform/pictures/draw.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const bytes(reinterpret_cast<char const*>(data), size);
    auto const picture = balcao::pictures::draw(bytes, 64);
    if (!picture) {
        if (picture.error().empty()) std::abort();
        return 0;
    }
    if (picture->bytes.empty()) std::abort();
    auto const is_svg = !bytes.starts_with("\x89PNG") && !bytes.starts_with("\xff\xd8");
    if (is_svg && (bytes.contains("<script") || bytes.contains("<!ENTITY") || bytes.contains("<filter"))) std::abort();
    return 0;
}
