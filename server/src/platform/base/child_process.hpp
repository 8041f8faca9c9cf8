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
    /// Added to this process's environment, which the list of processes does not show.
    std::vector<std::pair<std::string, std::string>> environment{};
    /// False: it gets nothing but `environment`.
    bool inherits_environment = true;
    /// The Debian package it comes from, for the sentence when it is missing.
    std::string_view package{};
    /// Its standard input.
    std::string_view input{};
    /// Receives each line of the standard output, without its end.
    std::function<void(std::string_view)> line{};
    /// Receives the standard output as it comes, in place of `line`. What it throws ends the program and goes on.
    std::function<void(std::string_view)> output{};
    /// Beyond it the program is killed.
    std::optional<std::chrono::milliseconds> time_limit{};
    /// Bytes of memory it may ask for; not in builds whose sanitizers ask for more than any machine has.
    std::optional<std::uint64_t> memory_limit{};
    /// When that is asked the program is told to end (SIGTERM), and is killed five seconds later. However it ends then,
    /// run_child returns as after a success.
    std::stop_token stop{};
};

/// The program did not start, or ended otherwise than with 0. what() is a sentence for the operator.
class ChildError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};
/// It started and failed, was killed or took too long. what() holds the first 16 KiB of its standard error.
class ChildFailed : public ChildError {
public:
    using ChildError::ChildError;
};

/// Waits for the program's end. It gets no file of this process but the standard ones. Throws ChildError or
/// ChildFailed. Thread-safe.
void run_child(ChildProcess const& child);

/// False: this build takes terabytes of addresses for itself (platform/base/shadow_memory.hpp), so `memory_limit` is
/// left out.
bool child_process_limits_memory();

} // namespace balcao
