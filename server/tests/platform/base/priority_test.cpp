#include "platform/base/priority.hpp"

#include "platform/base/child_process.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>

using namespace balcao;

namespace {

// What `program` prints about the priority that it was started with.
std::string printed(std::string program) {
    std::string output;
    run_child({.arguments = {std::move(program)}, .line = [&](std::string_view line) { output = line; }});
    return output;
}

TEST(Priority, AThreadThatLetsOthersGoFirstComesLastForProcessorAndDiskAndSoDoesWhatItStarts) {
    auto const niceness = printed("nice");
    auto const io_class = printed("ionice");

    std::thread([] {
        lower_priority();
        EXPECT_EQ(printed("nice"), "15");
        EXPECT_EQ(printed("ionice"), "best-effort: prio 7");
    }).join();

    EXPECT_EQ(printed("nice"), niceness) << "the other threads keep theirs";
    EXPECT_EQ(printed("ionice"), io_class);
}

} // namespace
