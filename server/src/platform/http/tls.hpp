#pragma once
// TLS of the listener: certificate and key in PEM files, read again when they change.

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include <boost/asio/ssl/context.hpp>

#include "platform/http/server.hpp"

namespace balcao::http {

/// Thread-safe. TLS 1.2 and 1.3, HTTP/1.1 only.
class Tls {
public:
    using Context = std::shared_ptr<boost::asio::ssl::context>;

    /// Throws std::runtime_error with a Portuguese sentence when the files cannot be used.
    explicit Tls(TlsFiles files);

    /// For a new connection. Looks every five seconds whether the files have changed; those that cannot be used are
    /// logged, and the ones before go on.
    Context context();

private:
    // What tells whether the files are others than before.
    std::string state() const;
    Context load() const;

    TlsFiles const files_;
    std::mutex mutex_;
    std::string state_;
    Context context_;
    std::chrono::steady_clock::time_point next_look_{};
};

} // namespace balcao::http
