#pragma once
// `balcao sefaz-simulator`: a SEFAZ to test against, on this machine only. It speaks the services' SOAP over TLS 1.2 or
// newer, takes certificates of its own test authority only, judges and remembers as SEFAZ does (simulator/), and
// misbehaves on request.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "sefaz/simulator/behaviour.hpp"
#include "sefaz/test_authority.hpp"

namespace balcao::sefaz {

struct SimulatorOptions {
    std::uint16_t port = 8443;                       // 0: any free one
    std::optional<std::uint16_t> control_port{};     // plain HTTP: /simulador/…; none: no control
    std::filesystem::path folder = "data/simulador"; // of its authority and its memory; one simulator each
    std::size_t connections = 64;                    // beyond it new ones are closed at once
    std::optional<int> parent{};                     // process that started it: run_until_signal() stops when it ends
    double fast = 1;                                 // waits, windows and limits are so many times shorter than in life
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
    /// Those of them that went on with the TLS session of an earlier one. Thread-safe.
    std::size_t resumed() const;
    /// May be changed while it runs.
    simulator::Behaviours& behaviours();
    /// A list of what it remembers (ledger.hpp), as JSON. Thread-safe. std::logic_error for a name that is none.
    std::string ledger(std::string_view list);

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
