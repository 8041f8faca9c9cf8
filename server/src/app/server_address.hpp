#pragma once
// Where the server of a data folder listens, in the file `servidor.endereco`: systemd may have chosen the address, and
// commands beside the server want to know.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace balcao::app {

struct Address {
    std::string host; // an IP address; of a server that listens everywhere the loopback's
    std::uint16_t port = 0;
};

/// Written while it lives. Throws std::runtime_error with a sentence when the file cannot be written.
class ServerAddress {
public:
    ServerAddress(std::filesystem::path const& data_folder, std::string const& listen_address, std::uint16_t port);
    ~ServerAddress();
    ServerAddress(ServerAddress const&) = delete;
    ServerAddress& operator=(ServerAddress const&) = delete;

private:
    std::filesystem::path const file_;
};

/// Of the server that runs, or of one that was killed; nullopt when none was started or the last one ended in order.
std::optional<Address> server_address(std::filesystem::path const& data_folder);

/// The status of GET /readyz there, 0 when nobody answers within three seconds.
int ask_readyz(Address const& address);

} // namespace balcao::app
