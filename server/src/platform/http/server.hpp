#pragma once
// The listener. Beast and Asio stay in server.cpp, connection.* and request_parser.*.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/http/http.hpp"
#include "platform/http/static_files.hpp"

namespace balcao::http {

struct Limits {
    std::size_t header_bytes = 16 * 1024;
    std::chrono::milliseconds header_time{10'000}; // from the first byte (or the connection) to the end of the header
    std::chrono::milliseconds body_time{15'000};   // plus a second for every 16 KiB that arrived
    std::chrono::milliseconds idle_time{60'000};   // between requests of a kept connection
    std::chrono::milliseconds write_time{30'000};  // plus a second for every 16 KiB that was taken
    std::chrono::milliseconds drain_time{10'000};  // running requests at stop
    std::chrono::milliseconds heartbeat_time{20'000}; // between comments on a quiet event stream
    std::size_t stream_bytes = 256 * 1024;            // waiting for one event stream; beyond it the stream is cut off
    std::size_t connections = 4096;                   // beyond it 503
    std::size_t connections_per_address = 256;        // but those of trusted proxies; beyond it 503
    std::size_t request_bytes = 128 * 1024 * 1024;    // bodies in memory; beyond it 503
    std::size_t request_bytes_per_address = 32 * 1024 * 1024; // of these; an import always fits
    std::size_t queued_requests = 1024;                       // per lane; beyond it 503
    std::chrono::milliseconds queue_time{5'000};              // in a lane's queue; beyond it 503
};

struct ServerOptions {
    std::string listen_address = "127.0.0.1";
    std::uint16_t port = 8080; // 0: any free one
    int io_threads = 4;
    bool key_on_io = true; // reading by key never waits (see Lane)
    int read_threads = 4;
    int write_threads = 1;
    int slow_threads = 2;
    int hash_threads = 2;
    int outside_threads = 16; // they only wait
    /// Scheme and authority people use, e.g. https://balcao.example.com; empty: whatever Host says, over http.
    std::string public_url{};
    /// Addresses or CIDR ranges whose X-Forwarded-For is believed.
    std::vector<std::string> trusted_proxies{};
    /// Bearer token for /metrics from elsewhere than loopback; empty: loopback only.
    std::string metrics_token{};
    Limits limits{};
};

/// What an exception out of a handler is answered with; nullopt: it is logged and answered 500. What is mapped is the
/// map's to log. Called on the handler's thread.
using ExceptionMap = std::function<std::optional<Response>(std::exception const&, Request const&)>;

/// Serves routes and files until stopped. Adds to every answer: Date, X-Request-Id, nosniff, Referrer-Policy,
/// frame and content policies. Refuses unsafe methods with a foreign Origin (403) or a content type the route does
/// not take (415). Writes one JSON log line per request. Answers /metrics itself. A response's own
/// `Content-Security-Policy` or `Cache-Control` (written so) replaces the default one.
class Server {
public:
    /// `files` may be null: then only routes answer. Throws std::runtime_error with a Portuguese sentence when an
    /// option is invalid.
    Server(ServerOptions options, Router router, std::shared_ptr<StaticFiles const> files);
    ~Server();

    /// Before run().
    void map_exceptions(ExceptionMap map);
    /// Called once, on an I/O thread, when the stop begins. Before run().
    void on_stop(std::function<void()> action);

    /// Called once, on an I/O thread, when a proxy on this machine that is not trusted has forwarded a request. Before
    /// run().
    void on_untrusted_proxy(std::function<void()> action);

    /// A figure of /metrics, read whenever those are; it may be none. Before run().
    void watch(std::string const& name, std::string const& help, std::function<std::optional<double>()> figure);

    /// Binds; throws std::runtime_error with a Portuguese sentence for the operator when the port is taken.
    void bind();
    /// The port bound, also when 0 was asked for.
    std::uint16_t port() const;
    /// Serves until stop() or SIGTERM/SIGINT, then drains and returns. A handler that outlasts the drain time is
    /// waited for, its answer is not sent. Once per Server.
    void run();
    /// Asks run() to return. Thread-safe.
    void stop();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// True when answers to this request should set Secure cookies (public URL is https).
bool is_secure(ServerOptions const& options);

} // namespace balcao::http
