#pragma once
// How a server process calls the simulator that runs beside it: its addresses, and for each company a certificate of
// the simulator's authority, made when first needed and kept in memory.

#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "sefaz/client.hpp"

namespace balcao::sefaz {

/// Thread-safe.
class SimulatorAccess {
public:
    /// `url`: scheme and authority, "https://127.0.0.1:8443". `folder`: the simulator's own, on this machine.
    SimulatorAccess(std::string url, std::filesystem::path folder) : url_(std::move(url)), folder_(std::move(folder)) {}

    std::string address(nfce::Service service) const;
    /// The error is a sentence: the simulator has never been started. `now`: seconds since the epoch.
    std::expected<Identity, std::string> identity(std::string const& name, std::string const& cnpj, std::int64_t now);

private:
    std::string const url_;
    std::filesystem::path const folder_;
    std::mutex mutex_;
    std::string authority_; // PEM of the one that made what follows
    std::map<std::string, nfce::Certificate> certificates_;
};

} // namespace balcao::sefaz
