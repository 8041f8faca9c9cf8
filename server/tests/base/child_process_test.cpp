#include "base/child_process.hpp"

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace balcao {
namespace {

using namespace std::chrono_literals;

std::string output_of(ChildProcess child) {
    std::string output;
    child.output = [&](std::string_view piece) { output += piece; };
    run_child(child);
    return output;
}

std::string message_of(ChildProcess const& child) {
    try {
        run_child(child);
    } catch (ChildError const& error) {
        return error.what();
    }
    return {};
}

TEST(ChildProcess, GetsItsInputAndGivesItsOutput) {
    std::string const input(300'000, 'x');
    EXPECT_EQ(output_of({.arguments = {"cat"}, .input = input}), input);
    std::vector<std::string> lines;
    run_child({.arguments = {"printf", "a\\nb\\nc"}, .line = [&](std::string_view line) { lines.emplace_back(line); }});
    EXPECT_THAT(lines, testing::ElementsAre("a", "b", "c"));
}

TEST(ChildProcess, GetsTheEnvironmentItIsGiven) {
    ::setenv("BALCAO_CHILD_TEST", "inherited", 1);
    std::vector<std::string> const show{"sh", "-c", "echo $BALCAO_CHILD_TEST$ADDED"};
    EXPECT_EQ(output_of({.arguments = show, .environment = {{"ADDED", "1"}}}), "inherited1\n");
    EXPECT_EQ(output_of({.arguments = show, .environment = {{"ADDED", "1"}}, .inherits_environment = false}), "1\n");
}

TEST(ChildProcess, GetsNoFileOfItsParent) {
    auto const open_file = ::open("/dev/null", O_RDONLY); // without O_CLOEXEC
    // The fourth is the folder that it lists.
    EXPECT_EQ(output_of({.arguments = {"ls", "/proc/self/fd"}}), "0\n1\n2\n3\n");
    ::close(open_file);
}

TEST(ChildProcess, SaysHowItFailed) {
    EXPECT_THAT(message_of({.arguments = {"sh", "-c", "echo oh >&2; exit 3"}}), testing::HasSubstr("oh"));
    EXPECT_THAT(message_of({.arguments = {"no-such-program"}, .package = "some-package"}),
                testing::HasSubstr("instale o pacote some-package"));
    EXPECT_THROW(run_child({.arguments = {"sh", "-c", "kill -SEGV $$"}}), ChildFailed);
}

TEST(ChildProcess, EndsAtItsTimeLimit) {
    // The second closes what is read from it and goes on.
    for (auto const* const command : {"sleep 60", "exec >&- 2>&-; sleep 60"}) {
        auto const begun = std::chrono::steady_clock::now();
        EXPECT_THROW(run_child({.arguments = {"sh", "-c", command}, .time_limit = 200ms}), ChildFailed);
        EXPECT_LT(std::chrono::steady_clock::now() - begun, 20s) << command;
    }
}

TEST(ChildProcess, EndsWhenItsOutputIsNotWanted) {
    auto const refuse = [](std::string_view) { throw std::runtime_error("enough"); };
    EXPECT_THROW(run_child({.arguments = {"yes"}, .output = refuse}), std::runtime_error);
}

} // namespace
} // namespace balcao
