#pragma once
// Runs another program without a shell.

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
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

} // namespace balcao
