#include "nfce/certificate.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    (void)balcao::nfce::Certificate::open({reinterpret_cast<const char*>(data), size}, "teste1234");
    return 0;
}
