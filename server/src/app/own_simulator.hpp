#pragma once
// The SEFAZ simulator of this server, so that people can practise on any installation.

#include <filesystem>
#include <stop_token>
#include <thread>

#include "sefaz/simulator_access.hpp"

namespace balcao::app {

/// Runs `balcao sefaz-simulator` as a child process, from its construction to its destruction, and starts it anew when
/// it ends. Where another one runs in the folder already (that of a second server), that one is used until it ends.
class OwnSimulator {
public:
    /// `access` outlives it and is told the address. Returns at once.
    OwnSimulator(std::filesystem::path folder, sefaz::SimulatorAccess& access);

private:
    void keep_running(std::stop_token const& stop);
    void run(std::stop_token const& stop);

    std::filesystem::path const folder_;
    sefaz::SimulatorAccess& access_;
    std::jthread thread_; // its end ends the child
};

} // namespace balcao::app
