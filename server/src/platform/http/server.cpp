#include "platform/http/server.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "platform/base/log.hpp"
#include "platform/http/connection.hpp"

namespace balcao::http {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t polite_refusals = 64; // connections beyond the cap that still hear why

std::size_t excess(std::size_t count, std::size_t limit) { return count > limit ? count - limit : 0; }

// How often deadlines are looked at: fine enough for the shortest of them.
std::chrono::milliseconds deadline_tick(Limits const& limits) {
    auto const shortest = std::min({limits.header_time, limits.body_time, limits.idle_time, limits.write_time});
    return std::clamp(shortest / 8, std::chrono::milliseconds{10}, std::chrono::milliseconds{500});
}

} // namespace

struct Server::Impl {
    Impl(ServerOptions options, Router router, std::shared_ptr<StaticFiles const> files)
        : dispatcher(std::move(options), std::move(router), std::move(files)),
          memory(limits().request_bytes, limits().request_bytes_per_address), lanes(dispatcher.options()) {
        if (auto const& files = dispatcher.options().tls) tls.emplace(*files);
        for (auto const* const pool : lanes.all())
            dispatcher.metrics().watch_queue(pool->name(), [pool] { return pool->queued(); });
    }

    Limits const& limits() const { return dispatcher.options().limits; }

    void bind();
    void listen(tcp::acceptor& on, std::uint16_t wanted);
    asio::awaitable<void> accept(tcp::acceptor& from, Wire wire);
    void take(tcp::socket socket, Wire wire);
    asio::awaitable<void> watch_deadlines();
    asio::awaitable<void> drain();
    void begin_stop();
    std::size_t count_of_address(std::shared_ptr<Connection> const& connection, int change);
    void forget(std::shared_ptr<Connection> const& connection);
    std::vector<std::shared_ptr<Connection>> all_connections();
    void run();

    Dispatcher dispatcher;
    RequestMemory memory;
    std::function<void()> stop_action;
    asio::io_context io;
    // The acceptor, signals and timers.
    asio::strand<asio::io_context::executor_type> control{asio::make_strand(io)};
    tcp::acceptor acceptor{control};
    tcp::acceptor redirect_acceptor{control};
    asio::signal_set signals{control};
    asio::steady_timer deadline_timer{control};
    asio::steady_timer drain_timer{control};
    std::optional<Tls> tls;
    std::atomic<bool> stopping{false};
    bool drained = false; // on the control strand
    std::uint16_t port = 0;

    std::mutex mutex;
    std::unordered_set<std::shared_ptr<Connection>> connections; // guarded by mutex
    std::unordered_map<std::string, std::size_t> connections_of; // an address but trusted proxies'; guarded by mutex
    bool draining = false;

    Lanes lanes; // last: its threads end before what they use
};

Server::Server(ServerOptions options, Router router, std::shared_ptr<StaticFiles const> files)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(router), std::move(files))) {}
Server::~Server() = default;
void Server::on_untrusted_proxy(std::function<void()> action) {
    impl_->dispatcher.on_untrusted_proxy(std::move(action));
}
void Server::map_exceptions(ExceptionMap map) { impl_->dispatcher.map_exceptions(std::move(map)); }
void Server::on_stop(std::function<void()> action) { impl_->stop_action = std::move(action); }
void Server::watch(std::string const& name, std::string const& help, std::function<std::optional<double>()> figure) {
    impl_->dispatcher.metrics().watch(name, help, std::move(figure));
}
void Server::bind() { impl_->bind(); }
std::uint16_t Server::port() const { return impl_->port; }
void Server::run() { impl_->run(); }
void Server::stop() {
    asio::post(impl_->control, [impl = impl_.get()] { impl->begin_stop(); });
}

bool is_secure(ServerOptions const& options) {
    return SitePolicy(options.public_url, options.tls.has_value()).is_secure();
}

void check_tls(ServerOptions const& options) {
    if (options.tls) Tls{*options.tls};
}

void Server::Impl::bind() {
    auto const& options = dispatcher.options();
    if (options.listening_socket) {
        boost::system::error_code error;
        auto const address = asio::ip::make_address(options.listen_address, error);
        acceptor.assign(tcp::endpoint(address, options.port).protocol(), *options.listening_socket);
        port = options.port;
    } else {
        listen(acceptor, options.port);
        port = acceptor.local_endpoint().port();
    }
    if (options.tls && options.redirect_port != 0) listen(redirect_acceptor, options.redirect_port);
}

void Server::Impl::listen(tcp::acceptor& on, std::uint16_t wanted) {
    auto const& options = dispatcher.options();
    boost::system::error_code error;
    auto const address = asio::ip::make_address(options.listen_address, error);
    if (error) {
        throw std::runtime_error("“" + options.listen_address +
                                 "” não é um endereço IP em que se possa escutar. Exemplos: 127.0.0.1, 0.0.0.0, ::1.");
    }
    tcp::endpoint const endpoint(address, wanted);
    on.open(endpoint.protocol(), error);
    if (!error) on.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) on.bind(endpoint, error);
    if (!error) on.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
        auto const where = options.listen_address + ", porta " + std::to_string(wanted);
        if (error == asio::error::address_in_use) {
            throw std::runtime_error("A porta " + std::to_string(wanted) + " já está em uso em " +
                                     options.listen_address + ". Feche o outro programa ou escolha outra porta.");
        }
        throw std::runtime_error("Não foi possível escutar em " + where + ": " + error.message() + ".");
    }
}

asio::awaitable<void> Server::Impl::accept(tcp::acceptor& from, Wire wire) {
    while (!stopping) {
        auto [error, socket] = co_await from.async_accept(asio::make_strand(io), as_result);
        if (stopping) break;
        if (!error) {
            take(std::move(socket), wire);
            continue;
        }
        if (error == asio::error::connection_aborted) continue;
        log::warning("accept_failed", {{"error", error.message()}}); // out of file descriptors, most likely
        asio::steady_timer pause(control, std::chrono::milliseconds{100});
        co_await pause.async_wait(as_result);
    }
}

void Server::Impl::take(tcp::socket socket, Wire wire) {
    bool is_too_many = false;
    auto const executor = socket.get_executor();
    auto const connection = std::make_shared<Connection>(
        std::move(socket), wire, wire == Wire::tls ? tls->context() : nullptr, dispatcher, lanes, memory, stopping);
    {
        std::lock_guard const lock(mutex);
        auto const of_address = count_of_address(connection, 1);
        auto const beyond = std::max(excess(connections.size() + 1, limits().connections),
                                     excess(of_address, limits().connections_per_address));
        if (beyond > polite_refusals) {
            count_of_address(connection, -1);
            return;
        }
        is_too_many = beyond > 0;
        connections.insert(connection);
        dispatcher.metrics().connections = connections.size();
    }
    auto const ended = [this, connection](std::exception_ptr failure) {
        forget(connection);
        try {
            if (failure) std::rethrow_exception(failure);
        } catch (std::exception const& error) {
            log::error("connection_failed", {{"error", error.what()}});
        }
    };
    if (is_too_many) asio::co_spawn(executor, connection->turn_away(), ended);
    else asio::co_spawn(executor, connection->serve(), ended);
}

// Counts one more or one less; returns how many its address has now, 0 for a trusted proxy. The mutex is locked.
std::size_t Server::Impl::count_of_address(std::shared_ptr<Connection> const& connection, int change) {
    if (dispatcher.proxies().contains(connection->peer())) return 0;
    auto const entry = connections_of.try_emplace(network_of(connection->peer())).first;
    auto const count = entry->second += static_cast<std::size_t>(change);
    if (count == 0) connections_of.erase(entry);
    return count;
}

void Server::Impl::forget(std::shared_ptr<Connection> const& connection) {
    std::lock_guard const lock(mutex);
    if (connections.erase(connection) > 0) count_of_address(connection, -1);
    dispatcher.metrics().connections = connections.size();
    if (draining && connections.empty()) asio::post(control, [this] { drain_timer.cancel(); });
}

std::vector<std::shared_ptr<Connection>> Server::Impl::all_connections() {
    std::lock_guard const lock(mutex);
    return {connections.begin(), connections.end()};
}

asio::awaitable<void> Server::Impl::watch_deadlines() {
    auto const tick = deadline_tick(limits());
    while (!drained) {
        deadline_timer.expires_after(tick);
        co_await deadline_timer.async_wait(as_result);
        auto const now = Connection::Clock::now();
        std::lock_guard const lock(mutex);
        for (auto const& connection : connections) connection->check_deadline(now);
    }
}

void Server::Impl::begin_stop() {
    if (stopping) return;
    log::info("server_stopping");
    if (stop_action) stop_action();
    boost::system::error_code ignored; // closing cannot fail in a way that matters now
    acceptor.close(ignored);
    redirect_acceptor.close(ignored);
    stopping = true; // only now: whoever loses a connection to the stop finds the door shut
    signals.cancel(ignored);
    signals.clear(ignored); // a second Ctrl-C ends the process the hard way
    asio::co_spawn(control, drain(), asio::detached);
}

// Waits until the last connection is gone, the impatient way after the drain time.
asio::awaitable<void> Server::Impl::drain() {
    {
        std::lock_guard const lock(mutex);
        draining = true;
    }
    for (auto const& connection : all_connections()) connection->stop();
    auto const end = Connection::Clock::now() + limits().drain_time;
    bool aborted = false;
    while (!all_connections().empty()) {
        if (!aborted && Connection::Clock::now() >= end) {
            aborted = true;
            log::warning("drain_time_over", {{"connections", all_connections().size()}});
            for (auto const& connection : all_connections()) connection->abort();
        }
        if (aborted) drain_timer.expires_after(std::chrono::milliseconds{50});
        else drain_timer.expires_at(end);
        co_await drain_timer.async_wait(as_result);
    }
    drained = true;
    deadline_timer.cancel();
}

void Server::Impl::run() {
    std::signal(SIGPIPE, SIG_IGN); // a closed standard error must not end the server
    signals.add(SIGTERM);
    signals.add(SIGINT);
    signals.async_wait([this](boost::system::error_code error, int) {
        if (!error) begin_stop();
    });
    asio::co_spawn(control, accept(acceptor, tls ? Wire::tls : Wire::plain), asio::detached);
    if (redirect_acceptor.is_open()) asio::co_spawn(control, accept(redirect_acceptor, Wire::redirect), asio::detached);
    asio::co_spawn(control, watch_deadlines(), asio::detached);

    std::vector<std::jthread> threads;
    for (int i = 1; i < dispatcher.options().io_threads; ++i) threads.emplace_back([this] { io.run(); });
    io.run();
    threads.clear(); // joins
    lanes.stop();
}

} // namespace balcao::http
