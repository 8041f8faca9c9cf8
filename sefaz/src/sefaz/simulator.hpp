#pragma once
// `balcao sefaz-simulator`: a SEFAZ to test against, on this machine only. It speaks the services' SOAP over TLS 1.2 or
// newer, takes certificates of its own test authority only, and misbehaves on request.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "sefaz/simulator_behaviour.hpp"
#include "sefaz/test_authority.hpp"

namespace balcao::sefaz {

struct SimulatorOptions {
    std::uint16_t port = 8443; // 0: any free one
    std::optional<std::uint16_t>
        control_port{}; // plain HTTP: PUT, GET, DELETE /simulador/comportamento; none: no control
    std::filesystem::path folder = "data/simulador";
    std::size_t connections = 64; // beyond it new ones are closed at once
    std::optional<int> parent{};  // process that started it: run_until_signal() stops when it ends
};

/// Listens on 127.0.0.1 from its construction on; serves in run(), on the thread that calls it.
class Simulator {
public:
    /// Throws std::runtime_error with a sentence when the folder or a port cannot be used.
    explicit Simulator(SimulatorOptions options);
    ~Simulator();

    std::uint16_t port() const;
    std::uint16_t control_port() const; // 0 without control
    TestAuthority const& authority() const;
    /// Connections for SOAP taken so far. Thread-safe.
    std::size_t accepted() const;
    /// May be changed while it runs.
    Behaviours& behaviours();

    /// Serves until stop().
    void run();
    /// The same, until SIGTERM or SIGINT too.
    void run_until_signal();
    /// Thread-safe.
    void stop();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace balcao::sefaz
