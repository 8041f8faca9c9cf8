#pragma once
// Runs another program without a shell.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace balcao {

struct ChildProcess {
    /// The program (looked up on PATH) and its arguments.
    std::vector<std::string> arguments;
    /// Added to this process's environment; unlike arguments it is not visible in process lists.
    std::vector<std::pair<std::string, std::string>> environment{};
    /// False: the child gets only `environment`.
    bool inherits_environment = true;
    /// The Debian package of the program, named in the error when it is missing.
    std::string_view package{};
    /// Written to its standard input.
    std::string_view input{};
    /// Called with each line of standard output, without its end.
    std::function<void(std::string_view)> line{};
    /// Called with chunks of standard output instead of `line`. An exception of it kills the child and is rethrown.
    std::function<void(std::string_view)> output{};
    /// The child is killed after this time.
    std::optional<std::chrono::milliseconds> time_limit{};
    /// Limit of the child's memory in bytes; ignored in sanitizer builds, which reserve more than any machine has.
    std::optional<std::uint64_t> memory_limit{};
    /// Asked periodically: once true, the child gets SIGTERM and, five seconds later, SIGKILL. run_child then returns
    /// as after success.
    std::stop_token stop{};
};

/// The child did not start or its exit code was not 0. what() is a sentence for the operator.
class ChildError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};
/// The child started, then failed, was killed or timed out. what() is the first 16 KiB of its standard error.
class ChildFailed : public ChildError {
public:
    using ChildError::ChildError;
};

/// Runs the child and waits for its end. The child inherits no file descriptors but the standard ones. Throws
/// ChildError or ChildFailed. Thread-safe.
void run_child(ChildProcess const& child);

/// False in builds that reserve terabytes of address space (platform/base/shadow_memory.hpp): `memory_limit` is
/// ignored.
bool child_process_limits_memory();

} // namespace balcao
