#pragma once
// Files embedded in the binary (cmake/embed.cmake).

#include <string_view>

/// Declares `std::string_view NAME()` for a file embedded under the symbol NAME_file.
#define BALCAO_EMBEDDED(name)                                                                                          \
    extern "C" char const name##_file[];                                                                               \
    extern "C" char const name##_file_end[];                                                                           \
    inline std::string_view name() { return {name##_file, static_cast<std::size_t>(name##_file_end - name##_file)}; }
