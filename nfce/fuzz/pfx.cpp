#include "nfce/certificate.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    (void)balcao::nfce::Certificate::open({reinterpret_cast<char const*>(data), size}, "teste1234");
    return 0;
}
