#include "nfce/foreign.hpp"
#include "nfce/rules.hpp"

#include <cstddef>
#include <cstdint>

/// Foreign XML: read into the model, signature verified, rules applied.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace balcao::nfce;
    const std::string_view xml(reinterpret_cast<const char*>(data), size);
    if (const auto document = XmlDocument::parse(xml)) (void)verify_signature(*document, "infNFe");
    if (const auto receipt = read_receipt(xml)) check(receipt->nfce, {});
    return 0;
}
