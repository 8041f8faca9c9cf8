#include "nfce/answers.hpp"

#include <cstddef>
#include <cstdint>

/// Whatever a server sends, it is an answer or undecided.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    balcao::nfce::read_answer({reinterpret_cast<char const*>(data), size});
    return 0;
}
