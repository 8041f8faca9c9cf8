#pragma once
// The listener. Beast and Asio stay in server.cpp, connection.* and request_parser.*.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
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

struct TlsFiles {
    std::filesystem::path certificate; // PEM: the server's first, then those between it and its authority
    std::filesystem::path key;         // PEM, without a password
};

struct ServerOptions {
    std::string listen_address = "127.0.0.1";
    std::uint16_t port = 8080; // 0: any free one
    /// A socket that listens already, from the service manager; the server owns it. The two above then only say where
    /// it is.
    std::optional<int> listening_socket{};
    int io_threads = 4;
    bool key_on_io = true; // reading by key never waits (see Lane)
    int read_threads = 4;
    int write_threads = 1;
    int slow_threads = 2;
    int hash_threads = 2;
    int outside_threads = 16; // they only wait
    /// The listener speaks TLS; none: plain HTTP.
    std::optional<TlsFiles> tls{};
    /// Where plain HTTP leads to `port`, on the same address; 0: nowhere. Only with `tls`.
    std::uint16_t redirect_port = 0;
    /// The public URL, scheme and authority, e.g. https://balcao.example.com; empty: any Host, over http.
    std::string public_url{};
    /// Addresses or CIDR ranges whose X-Forwarded-For is trusted.
    std::vector<std::string> trusted_proxies{};
    /// Bearer token for /metrics beyond loopback; empty: loopback only.
    std::string metrics_token{};
    Limits limits{};
};

/// The answer to an exception of a handler; nullopt: it is logged and answered 500. The map logs what it maps. Called
/// on the handler's thread.
using ExceptionMap = std::function<std::optional<Response>(std::exception const&, Request const&)>;

/// Serves routes and files until stopped. Adds to every answer: Date, X-Request-Id, nosniff, Referrer-Policy, frame and
/// content policies; a response's own `Content-Security-Policy` or `Cache-Control` (so spelled) replaces the default.
/// Refuses unsafe methods with a foreign Origin (403) and content types that the route does not take (415). Writes one
/// JSON log line per request. Answers /metrics.
class Server {
public:
    /// `files` may be null: routes only. Throws std::runtime_error with a Portuguese sentence for an invalid option.
    Server(ServerOptions options, Router router, std::shared_ptr<StaticFiles const> files);
    ~Server();

    /// Before run().
    void map_exceptions(ExceptionMap map);
    /// Called once, on an I/O thread, when shutdown begins. Before run().
    void on_stop(std::function<void()> action);

    /// Called once, on an I/O thread, after the first request through an untrusted proxy on this machine. Before run().
    void on_untrusted_proxy(std::function<void()> action);

    /// A gauge of /metrics, read on each scrape; may be absent. Before run().
    void watch(std::string const& name, std::string const& help, std::function<std::optional<double>()> figure);

    /// Binds. Throws std::runtime_error with a Portuguese sentence for the operator if the port is taken.
    void bind();
    /// The bound port, also if 0 was requested.
    std::uint16_t port() const;
    /// Serves until stop() or SIGTERM/SIGINT, then drains and returns. Waits for a handler that outlasts the drain time
    /// without sending its answer. Once per Server.
    void run();
    /// Makes run() return. Thread-safe.
    void stop();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// True if answers to this request should set Secure cookies (the public URL is https).
bool is_secure(ServerOptions const& options);
/// Throws what a Server would for its TLS files, before anything else is touched.
void check_tls(ServerOptions const& options);

} // namespace balcao::http
