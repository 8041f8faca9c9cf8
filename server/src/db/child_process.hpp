#pragma once
// Runs another program without a shell.

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace balcao::db {

struct ChildProcess {
    /// The program (looked up on PATH) and its arguments.
    std::vector<std::string> arguments;
    /// Added to this process's environment, which the list of processes does not show.
    std::vector<std::pair<std::string, std::string>> environment{};
    /// Receives each line of the standard output, without its end.
    std::function<void(std::string_view)> line{};
};

/// Waits for the program's end. Throws Error with a sentence when it cannot be started or ends otherwise than with 0;
/// the sentence holds what it wrote to its standard error.
void run_child(ChildProcess const& child);

} // namespace balcao::db
