// Uploaded images: whatever comes, a type or a refusal, and an accepted SVG has none of the words that run code.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "companies/logo.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const bytes(reinterpret_cast<char const*>(data), size);
    auto const type = balcao::companies::check_logo(bytes);
    if (type == balcao::companies::LogoType::svg && (bytes.contains("<script") || bytes.contains("<!ENTITY")))
        std::abort();
    return 0;
}
