#include "nfce/rules.hpp"
#include "nfce/sale_json.hpp"
#include "nfce/xml_writer.hpp"

#include <cstddef>
#include <cstdint>

/// Input JSON: read, computed, checked and written (unsigned).
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace balcao::nfce;
    auto const sale = read_sale({reinterpret_cast<char const*>(data), size});
    if (!sale) return 0;
    auto const computed = compute(*sale);
    if (!computed) return 0;
    check(computed->nfce, {});
    XmlWriter writer;
    write_infNFe(writer, computed->nfce);
    return 0;
}
