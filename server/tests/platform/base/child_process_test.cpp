#include "platform/base/child_process.hpp"

#include <chrono>
#include <cstdlib>
#include <stop_token>
#include <string>
#include <thread>
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

TEST(ChildProcess, EndsWhenThatIsAskedFor) {
    // The second closes what is read from it and goes on; the third does not listen.
    for (auto const* const command :
         {"sleep 60", "exec >&- 2>&-; exec sleep 60", "trap '' TERM; sleep 60 & wait; wait"}) {
        std::stop_source source;
        auto const begun = std::chrono::steady_clock::now();
        std::jthread const asks([&] {
            std::this_thread::sleep_for(200ms);
            source.request_stop();
        });
        EXPECT_NO_THROW(run_child({.arguments = {"sh", "-c", command}, .stop = source.get_token()})) << command;
        EXPECT_LT(std::chrono::steady_clock::now() - begun, 40s) << command;
    }
    std::stop_source before;
    before.request_stop();
    EXPECT_NO_THROW(run_child({.arguments = {"sleep", "60"}, .stop = before.get_token()}));
}

TEST(ChildProcess, AStopThatNobodyAskedForIsAFailureAsEver) {
    std::stop_source const source;
    EXPECT_THROW(run_child({.arguments = {"sh", "-c", "exit 3"}, .stop = source.get_token()}), ChildFailed);
}

TEST(ChildProcess, GetsNoMoreMemoryThanItMay) {
    if (!child_process_limits_memory()) GTEST_SKIP() << "not limited in this build";
    EXPECT_THROW(run_child({.arguments = {"sh", "-c", "sleep 0.2; exec dd if=/dev/zero of=/dev/null bs=512M count=1"},
                            .memory_limit = std::uint64_t{128} * 1024 * 1024}),
                 ChildFailed);
}

TEST(ChildProcess, EndsWhenItsOutputIsNotWanted) {
    auto const refuse = [](std::string_view) { throw std::runtime_error("enough"); };
    EXPECT_THROW(run_child({.arguments = {"yes"}, .output = refuse}), std::runtime_error);
}

} // namespace
} // namespace balcao
