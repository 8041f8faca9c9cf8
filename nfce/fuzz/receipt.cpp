#include "nfce/foreign.hpp"
#include "nfce/rules.hpp"

#include <cstddef>
#include <cstdint>

/// Foreign XML: read into the model, signature verified, rules applied.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace balcao::nfce;
    std::string_view const xml(reinterpret_cast<char const*>(data), size);
    if (auto const document = XmlDocument::parse(xml)) (void)verify_signature(*document, "infNFe");
    if (auto const receipt = read_receipt(xml)) check(receipt->nfce, {});
    return 0;
}
