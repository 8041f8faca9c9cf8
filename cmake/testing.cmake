# What unit tests and fuzzers of server, sefaz and nfce share.

# balcao_gtest(NAME SHARDS FILE…): an executable of unit tests, run as SHARDS processes side by side: a process for each test
# would take longer than the test. Each writes its cases to reports/ in the build folder.
# Tests only drive what is tested, so they are neither optimised nor have sanitizers themselves: half the time to build them.
# ThreadSanitizer alone has to see both sides of what two threads share.
function(balcao_gtest name shards)
    add_executable(${name} ${ARGN})
    if(NOT TARGET unit_tests)
        add_custom_target(unit_tests)
    endif()
    add_dependencies(unit_tests ${name})
    if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
        target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=all>)
    endif()
    if(CMAKE_BUILD_TYPE STREQUAL "Release")
        target_compile_options(${name} PRIVATE -O0 -U_FORTIFY_SOURCE)
        target_link_options(${name} PRIVATE -fuse-ld=mold)
    else()
        balcao_precompiled(${name} <gmock/gmock.h> <gtest/gtest.h>)
    endif()
    target_link_libraries(${name} PRIVATE GTest::gmock GTest::gtest_main)
    math(EXPR last "${shards} - 1")
    foreach(shard RANGE ${last})
        add_test(NAME ${name}_${shard} COMMAND ${name} --gtest_brief=1
            --gtest_output=xml:${CMAKE_BINARY_DIR}/reports/${name}_${shard}.xml)
        set_tests_properties(${name}_${shard} PROPERTIES TIMEOUT 600
            ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}")
    endforeach()
endfunction()

# balcao_fuzzed(TARGET): its code tells fuzzers which ways were taken.
function(balcao_fuzzed target)
    if(BALCAO_FUZZERS)
        target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
endfunction()

# balcao_fuzzer(NAME SOURCE LIBRARY CORPUS LONGEST): a fuzzer of something that reads foreign bytes, LONGEST of them at most.
# ctest runs it for a moment from its corpus; to look longer: NAME -max_total_time=600 CORPUS. What is found goes to the
# build folder; the corpus in the tree is only read.
function(balcao_fuzzer name source library corpus longest)
    add_executable(${name} ${source})
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${name} PRIVATE ${library})
    set(found ${CMAKE_CURRENT_BINARY_DIR}/found/${name})
    file(MAKE_DIRECTORY ${found})
    add_test(NAME ${name} COMMAND ${name} -runs=20000 -max_total_time=10 -seed=1 -max_len=${longest} -verbosity=0
        -artifact_prefix=${found}/ ${found} ${corpus})
    set_tests_properties(${name} PROPERTIES TIMEOUT 300)
endfunction()
