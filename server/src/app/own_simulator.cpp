#include "app/own_simulator.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

#include "platform/base/child_process.hpp"
#include "platform/base/log.hpp"
#include "sefaz/simulator_folder.hpp"

namespace balcao::app {

namespace {

using namespace std::chrono_literals;

constexpr auto look_time = 1s; // at a neighbour's
constexpr auto longest_rest = 60s;
constexpr std::uint64_t most_memory = std::uint64_t{1} << 30U;
constexpr std::string_view listens = "Simulador da SEFAZ em ";

void rest(std::chrono::seconds time, std::stop_token const& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
}

} // namespace

OwnSimulator::OwnSimulator(std::filesystem::path folder, sefaz::SimulatorAccess& access)
    : folder_(std::move(folder)), access_(access),
      thread_([this](std::stop_token const& stop) { keep_running(stop); }) {}

void OwnSimulator::keep_running(std::stop_token const& stop) {
    auto pause = 1s;
    while (!stop.stop_requested()) {
        if (auto const other = sefaz::running_simulator(folder_)) {
            if (!other->services.empty()) access_.set_address(*other);
            rest(look_time, stop);
            continue;
        }
        auto const began = std::chrono::steady_clock::now();
        try {
            run(stop);
            if (!stop.stop_requested()) log::warning("simulator_ended");
        } catch (std::exception const& error) {
            log::warning("simulator_ended", {{"error", error.what()}});
        }
        if (stop.stop_requested()) return;
        access_.set_address({});
        // One that never lives long is not started all the time.
        pause = std::chrono::steady_clock::now() - began > longest_rest ? 1s : std::min(pause * 2, longest_rest);
        rest(pause / 2, stop);
    }
}

// To its end. The environment, which holds keys and passwords, is not handed on.
void OwnSimulator::run(std::stop_token const& stop) {
    run_child({.arguments = {"/proc/self/exe", "sefaz-simulator", "--port", "0", "--control-port", "0", "--data",
                             folder_.string(), "--parent", std::to_string(::getpid())},
               .inherits_environment = false,
               .line =
                   [this](std::string_view line) {
                       if (!line.starts_with(listens)) return;
                       auto const own = sefaz::running_simulator(folder_);
                       if (!own) return; // it has ended already
                       access_.set_address(*own);
                       log::info("simulator_started", {{"address", own->services}, {"control", own->control}});
                   },
               .memory_limit = most_memory,
               .stop = stop});
}

} // namespace balcao::app
