#include "app/service_manager.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>
#include <systemd/sd-daemon.h>

#include "platform/base/text.hpp"

namespace balcao::app {

void use_passed_socket(Config& config) {
    auto const count = sd_listen_fds(1); // its variables must not reach the processes that draw
    if (count == 0) return;
    auto const descriptor = SD_LISTEN_FDS_START;
    if (count != 1 || sd_is_socket(descriptor, AF_UNSPEC, SOCK_STREAM, 1) <= 0)
        throw std::runtime_error("O systemd tem de passar um soquete TCP só. Confira ListenStream em balcao.socket.");
    if (config.has_own_address) {
        throw std::runtime_error("O endereço vem de balcao.socket: tire BALCAO_LISTEN e BALCAO_PORT, e mude-o com "
                                 "“systemctl edit balcao.socket”.");
    }
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> port{};
    if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
        ::getnameinfo(reinterpret_cast<sockaddr*>(&address), size, host.data(), host.size(), port.data(), port.size(),
                      NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        throw std::runtime_error("O soquete de balcao.socket não tem um endereço TCP. Confira ListenStream.");
    config.server.listen_address = host.data();
    config.server.port = static_cast<std::uint16_t>(parse_int(port.data()).value());
    config.server.listening_socket = descriptor;
}

void notify_ready(std::string const& status) { sd_notify(0, fmt::format("READY=1\nSTATUS={}", status).c_str()); }

void notify_alive() { sd_notify(0, "WATCHDOG=1"); }

void notify_stopping() { sd_notify(0, "STOPPING=1"); }

} // namespace balcao::app
