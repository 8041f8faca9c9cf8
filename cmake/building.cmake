# What keeps the time to build the product in bounds.

# Headers that nearly every file includes, read once for a library instead of once for a file: a quarter of its time. Only
# headers of the system: a change to one of ours must not build everything anew. Each file still includes what it uses:
# clang-tidy (scripts/tidy.mjs) reads it without these. The release build joins files instead: with these headers an optimising
# g++ 12 warns of what the standard library does.
set(balcao_common_headers <algorithm> <array> <charconv> <chrono> <condition_variable> <cstddef> <cstdint> <expected> <functional> <limits>
    <map> <memory> <mutex> <optional> <ranges> <set> <span> <stdexcept> <string> <string_view> <utility> <variant> <vector>
    <boost/json.hpp> <fmt/format.h>)

# balcao_precompiled(TARGET [HEADER…]): with further headers of its own.
function(balcao_precompiled target)
    target_precompile_headers(${target} PRIVATE ${balcao_common_headers} ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        # Without times the compiler's output is the same each time, so that ccache knows it again.
        target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
endfunction()

# balcao_large_templates(FILE…): files made of Asio's or CLI11's templates, which no sale waits for. With sanitizers they would
# take the optimiser up to a minute each, so there they are not optimised, for which precompiled headers do not fit; in a release
# build half of their time.
function(balcao_large_templates)
    if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
        set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
    elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
        set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O1)
    endif()
endfunction()
