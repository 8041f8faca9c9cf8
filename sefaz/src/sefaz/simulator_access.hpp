#pragma once
// How a server process calls the simulator: its addresses, for each company a certificate of the simulator's authority,
// made when first needed and kept in memory, and what the server asks of its control routes.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "nfce/tables.hpp"
#include "sefaz/client.hpp"
#include "sefaz/simulator_folder.hpp"
#include "sefaz/test_authority.hpp"
#include "sefaz/trust.hpp"

namespace balcao::sefaz {

/// Thread-safe.
class SimulatorAccess {
public:
    /// `folder`: the simulator's own, on this machine. `address`: nullopt as long as it has not been started; who asks
    /// for it then waits some seconds for set_address().
    explicit SimulatorAccess(std::filesystem::path folder, std::optional<SimulatorAddress> address = std::nullopt)
        : folder_(std::move(folder)), address_(std::move(address)) {}

    /// Empty `services`: it could not be started.
    void set_address(SimulatorAddress address);

    /// One that does not run is called all the same: that fails as a call to a SEFAZ that is away.
    std::string address(nfce::Service service, nfce::Authoriser of = nfce::Authoriser::nfce) const;
    /// The error is a sentence: the simulator has never been started. `now`: seconds since the epoch.
    std::expected<Identity, std::string> identity(std::string const& name, std::string const& cnpj, std::int64_t now);

    /// A new certificate for a company, as a file (.pfx) with this password. Errors and `now` as above.
    std::expected<std::string, std::string> certificate_file(std::string const& name, std::string const& cnpj,
                                                             std::string const& password, std::int64_t now) const;

    /// Forgets all of a company. False, which is logged: it is away, or has no control routes. Waits for the
    /// network, so not inside of a read or a write.
    bool forget(std::string_view cnpj) const;
    /// Adds a rule of behaviour (sefaz/README.md); takes all of a company away. False as above.
    bool behave(std::string_view rule) const;
    bool behave_normally(std::string_view cnpj) const;
    /// How far the practice of a company is ahead. False as above.
    bool set_ahead(std::string_view cnpj, std::chrono::days ahead) const;
    /// Has it judge by these tables, from now on and when it starts.
    void use_tables(nfce::Tables const& tables) const;
    /// Whether it refuses receipts of a company without IBS and CBS that the law wants (1115). False as above.
    bool demand_ibscbs(std::string_view cnpj, bool demands) const;

private:
    SimulatorAddress known_address() const;
    bool control(std::string_view method, std::string_view path, std::string_view body) const;

    std::filesystem::path const folder_;
    mutable std::mutex mutex_;
    mutable std::condition_variable started_;
    std::optional<SimulatorAddress> address_;
    // What is made from the simulator's folder, as long as that is the same.
    struct Made {
        TestAuthority authority;
        std::filesystem::file_time_type written;
        std::shared_ptr<Trust const> trust;
        std::map<std::string, nfce::Certificate> certificates; // by CNPJ
    };
    std::expected<Made*, std::string> made(); // with mutex_ held
    std::optional<Made> made_;
};

} // namespace balcao::sefaz
