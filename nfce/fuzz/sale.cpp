#include "nfce/rules.hpp"
#include "nfce/sale_json.hpp"
#include "nfce/xml_writer.hpp"

#include <cstddef>
#include <cstdint>

/// Input JSON: read, computed, checked and written (unsigned).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace balcao::nfce;
    const auto sale = read_sale({reinterpret_cast<const char*>(data), size});
    if (!sale) return 0;
    const auto computed = compute(*sale);
    if (!computed) return 0;
    check(computed->nfce, {});
    XmlWriter writer;
    layout::describe_infNFe(writer, computed->nfce);
    return 0;
}
