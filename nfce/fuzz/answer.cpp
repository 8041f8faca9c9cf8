#include "nfce/answers.hpp"

#include <cstddef>
#include <cstdint>

/// Whatever a server sends, it is an answer or undecided.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    balcao::nfce::read_answer({reinterpret_cast<const char*>(data), size});
    return 0;
}
