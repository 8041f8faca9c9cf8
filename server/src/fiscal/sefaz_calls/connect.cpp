// A bare connection, to see whether this machine reaches anybody at all.

#include <memory>

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fiscal/sefaz_calls/watch.hpp"

namespace balcao::sefaz_calls {

namespace {

constexpr int patience_ms = 3'000;

struct Socket {
    explicit Socket(int made) : fd(made) {}
    ~Socket() {
        if (fd >= 0) ::close(fd);
    }
    Socket(Socket const&) = delete;
    Socket& operator=(Socket const&) = delete;
    int const fd;
};

bool connects(addrinfo const& to) {
    Socket const socket(::socket(to.ai_family, to.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, to.ai_protocol));
    if (socket.fd < 0) return false;
    if (::connect(socket.fd, to.ai_addr, to.ai_addrlen) == 0) return true;
    if (errno != EINPROGRESS) return false;
    pollfd waiting{.fd = socket.fd, .events = POLLOUT, .revents = 0};
    if (::poll(&waiting, 1, patience_ms) != 1) return false;
    int error = 0;
    socklen_t size = sizeof error;
    return ::getsockopt(socket.fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

} // namespace

bool can_connect(std::string const& url) {
    constexpr std::string_view scheme = "https://";
    if (!url.starts_with(scheme)) return false;
    auto const authority = url.substr(scheme.size(), url.find('/', scheme.size()) - scheme.size());
    auto const colon = authority.rfind(':');
    auto const host = authority.substr(0, colon);
    auto const port = colon == std::string::npos ? std::string("443") : authority.substr(colon + 1);
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return false;
    std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> const addresses(found, &::freeaddrinfo);
    for (auto const* each = found; each != nullptr; each = each->ai_next)
        if (connects(*each)) return true;
    return false;
}

} // namespace balcao::sefaz_calls
