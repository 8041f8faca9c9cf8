#pragma once
// What the folder of a simulator tells its neighbours: whether one runs, and where it listens.

#include <filesystem>
#include <optional>
#include <string>

namespace balcao::sefaz {

struct SimulatorAddress {
    std::string services; // scheme and authority: "https://127.0.0.1:8443"
    std::string
        control; // the same of its control routes, "http://127.0.0.1:8444"; empty: it has none, or it is not known
    bool operator==(SimulatorAddress const&) const = default;
};

/// Held by a simulator as long as it runs, and gone with its process: two would judge by one memory, each for itself.
class SimulatorLock {
public:
    /// Throws std::runtime_error with a sentence when another one runs in this folder, or the lock cannot be made.
    explicit SimulatorLock(std::filesystem::path folder);
    ~SimulatorLock();
    SimulatorLock(SimulatorLock const&) = delete;
    SimulatorLock& operator=(SimulatorLock const&) = delete;

    /// Tells where it listens. Throws std::runtime_error when the folder cannot be written to.
    void publish(SimulatorAddress const& address) const;

private:
    std::filesystem::path const folder_;
    int file_ = -1;
};

/// Of the simulator that runs in this folder. nullopt: none runs. Empty `services`: it does not listen yet.
std::optional<SimulatorAddress> running_simulator(std::filesystem::path const& folder);

} // namespace balcao::sefaz
