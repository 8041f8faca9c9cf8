#pragma once
// What the service manager (systemd) and the server tell each other: the listening socket that stays open over a
// restart, that the server is ready, and that it is still alive. Without a service manager every function does nothing.

#include <string>

#include "app/config.hpp"

namespace balcao::app {

/// Makes the server listen on the TCP socket that systemd opened for this process (balcao.socket), if there is one; the
/// configuration then names its address. Throws std::runtime_error with a Portuguese sentence when systemd passed
/// anything else, or the configuration has an address of its own. Once per process, before it starts others.
void use_passed_socket(Config& config);

/// The server takes requests. `status`: one line for `systemctl status`. Thread-safe.
void notify_ready(std::string const& status);

/// The server still works; without it for the unit's WatchdogSec it is started anew. Thread-safe.
void notify_alive();

/// The server is stopping in order. Thread-safe.
void notify_stopping();

} // namespace balcao::app
