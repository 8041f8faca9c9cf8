#include "registry/stations/printer_link.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "nfce/escpos.hpp"
#include "platform/base/log.hpp"

namespace balcao::stations {

namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;
using Outcome = std::expected<void, Trouble>;

constexpr auto patience = 3s;
constexpr auto longest_print = 15s; // of what is in the printer's own memory
constexpr auto before_next_try = 200ms;
constexpr auto farewell = 1s;
constexpr int most_forgotten = 100; // reads, of a printer that never stops talking

class Link {
public:
    Link() = default;
    ~Link() { close(); }
    Link(Link const&) = delete;
    Link& operator=(Link const&) = delete;

    /// A printer that another program is using refuses: tried again until the time is up.
    Outcome connect(boost::asio::ip::tcp::endpoint const& to) {
        auto const deadline = Steady::now() + patience;
        while (!connect_once(to, deadline)) {
            close();
            if (Steady::now() + before_next_try >= deadline) return std::unexpected(Trouble::away);
            std::this_thread::sleep_for(before_next_try);
        }
        return {};
    }

    Outcome send(std::string_view bytes) {
        while (!bytes.empty()) {
            if (!is_ready(POLLOUT, Steady::now() + patience)) return std::unexpected(Trouble::silent);
            auto const sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent < 0 && (errno == EAGAIN || errno == EINTR)) continue;
            if (sent < 0) return std::unexpected(Trouble::silent);
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return {};
    }

    /// What it answers to a question; it may say more than was asked (automatic status), the last byte counts.
    std::expected<unsigned char, Trouble> ask(std::string_view question, std::chrono::milliseconds wait) {
        forget_answers();
        if (auto const sent = send(question); !sent) return std::unexpected(sent.error());
        auto const last = read_last(Steady::now() + wait);
        if (!last) return std::unexpected(Trouble::silent);
        return *last;
    }

    /// What it says is heard to the end: closing with something unread throws away what is on its way.
    void finish() {
        ::shutdown(socket_, SHUT_WR);
        auto const deadline = Steady::now() + farewell;
        while (Steady::now() < deadline && read_last(deadline)) {
        }
    }

private:
    bool connect_once(boost::asio::ip::tcp::endpoint const& to, Steady::time_point deadline) {
        socket_ = ::socket(to.protocol().family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (socket_ < 0) return false;
        if (::connect(socket_, to.data(), static_cast<socklen_t>(to.size())) == 0) return true;
        if (errno != EINPROGRESS || !is_ready(POLLOUT, deadline)) return false;
        int error = 0;
        socklen_t size = sizeof error;
        return ::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
    }

    bool is_ready(short what, Steady::time_point deadline) const {
        for (;;) {
            auto const left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Steady::now());
            pollfd watched{.fd = socket_, .events = what, .revents = 0};
            auto const found = ::poll(&watched, 1, static_cast<int>(std::max(left, 0ms).count()));
            if (found >= 0 || errno != EINTR) return found > 0;
        }
    }

    /// Nullopt: nothing came in time, or it has closed.
    std::optional<unsigned char> read_last(Steady::time_point deadline) const {
        if (!is_ready(POLLIN, deadline)) return std::nullopt;
        std::array<unsigned char, 256> answer{};
        auto const read = ::recv(socket_, answer.data(), answer.size(), 0);
        if (read <= 0) return std::nullopt;
        return answer.at(static_cast<std::size_t>(read) - 1);
    }

    void forget_answers() const {
        for (int heard = 0; heard < most_forgotten && read_last(Steady::now()); ++heard) {
        }
    }

    void close() {
        if (socket_ >= 0) ::close(socket_);
        socket_ = -1;
    }

    int socket_ = -1;
};

// A printer that runs out of paper stops taking and answering, except to this.
Trouble why_silent(Link& link) {
    auto const paper = link.ask(nfce::escpos_ask_paper, patience);
    return paper && nfce::escpos_is_without_paper(*paper) ? Trouble::no_paper : Trouble::silent;
}

Outcome print_by(Link& link, Printer const& printer, std::string_view bytes) {
    if (printer.confere != "S") {
        if (auto const sent = link.send(bytes); !sent) return sent;
        link.finish();
        return {};
    }
    auto const paper = link.ask(nfce::escpos_ask_paper, patience);
    if (!paper) return std::unexpected(paper.error());
    if (nfce::escpos_is_without_paper(*paper)) return std::unexpected(Trouble::no_paper);
    if (!link.send(bytes)) return std::unexpected(why_silent(link));
    auto const ended = link.ask(nfce::escpos_ask_when_printed, longest_print);
    if (!ended) return std::unexpected(why_silent(link));
    if (nfce::escpos_ended_without_paper(*ended)) return std::unexpected(Trouble::no_paper);
    return {};
}

} // namespace

std::string what_to_check(Trouble trouble) {
    switch (trouble) {
    case Trouble::away: return "A impressora não respondeu: confira se está ligada, na rede e com o endereço certo.";
    case Trouble::silent: return "A impressora não respondeu: confira o papel, a tampa e se ela não está com erro.";
    case Trouble::no_paper: return "A impressora está sem papel: troque a bobina.";
    }
    std::unreachable();
}

std::expected<void, Trouble> print(Printer const& printer, std::string_view bytes, Reach const& reach) {
    if (!printer.host || !printer.porta || !is_within_reach(*printer.host, reach))
        return std::unexpected(Trouble::away);
    boost::asio::ip::tcp::endpoint const to(boost::asio::ip::make_address(*printer.host),
                                            static_cast<unsigned short>(*printer.porta));
    Link link;
    auto printed = link.connect(to);
    if (printed) printed = print_by(link, printer, bytes);
    if (!printed) {
        constexpr std::array<std::string_view, 3> names{"away", "silent", "no paper"};
        log::warning("printer_failed", {{"host", *printer.host},
                                        {"port", std::to_string(*printer.porta)},
                                        {"trouble", std::string(names.at(static_cast<std::size_t>(printed.error())))}});
    }
    return printed;
}

} // namespace balcao::stations
