#pragma once
// A server on a free port of 127.0.0.1 and a client that speaks bytes, so that tests decide what is on the wire.

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "platform/http/problem.hpp"
#include "platform/http/server.hpp"

namespace balcao::http::test {

using namespace std::chrono_literals;

/// Polls until `condition` holds; false after ten seconds.
inline bool eventually(std::function<bool()> const& condition) {
    for (auto const end = std::chrono::steady_clock::now() + 10s; std::chrono::steady_clock::now() < end;
         std::this_thread::sleep_for(2ms)) {
        if (condition()) return true;
    }
    return false;
}

struct Reply {
    int status = 0;
    std::string head{};
    std::string body{};

    /// Value of the first field of that name (any case), or "".
    std::string header(std::string_view name) const {
        auto const lower = [](std::string_view text) {
            std::string result(text);
            std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
            return result;
        };
        auto const wanted = lower(name) + ":";
        for (std::size_t at = head.find("\r\n"); at != std::string::npos && at + 2 < head.size();
             at = head.find("\r\n", at + 2)) {
            auto const line = head.substr(at + 2, head.find("\r\n", at + 2) - at - 2);
            if (lower(line).starts_with(wanted)) return line.substr(std::min(line.size(), wanted.size() + 1));
        }
        return {};
    }
    /// `code` of a problem, or "".
    std::string code() const {
        boost::system::error_code error;
        auto const json = boost::json::parse(body, error);
        if (error || !json.is_object() || !json.as_object().contains("code")) return {};
        return std::string(json.at("code").as_string());
    }
    bool has(std::string_view text) const { return body.find(text) != std::string::npos; }
};

class Client {
public:
    /// `from`: the own address, one of this machine's.
    explicit Client(std::uint16_t port, int receive_buffer = 0, char const* from = "127.0.0.1")
        : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        if (receive_buffer > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        timeval const patience{.tv_sec = 10, .tv_usec = 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        sockaddr_in own{.sin_family = AF_INET, .sin_addr = {::inet_addr(from)}};
        ::bind(socket_, reinterpret_cast<sockaddr*>(&own), sizeof own);
        sockaddr_in address{.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
        if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
            ::close(socket_); // no destructor will
            throw std::runtime_error("cannot connect");
        }
    }
    ~Client() { ::close(socket_); }
    Client(Client const&) = delete;
    Client& operator=(Client const&) = delete;

    /// False when the server closed before everything was taken.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            auto const count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    void finish_sending() { ::shutdown(socket_, SHUT_WR); }

    /// One answer with Content-Length (or none). Status 0 when the connection ended before one came.
    Reply read(bool head_only = false) {
        Reply reply;
        auto end = std::string::npos;
        while ((end = input_.find("\r\n\r\n")) == std::string::npos) {
            if (!receive()) return reply;
        }
        reply.head = input_.substr(0, end + 2);
        input_.erase(0, end + 4);
        reply.status = std::atoi(reply.head.c_str() + 9);
        auto const length = head_only ? 0 : std::strtoull(reply.header("Content-Length").c_str(), nullptr, 10);
        while (input_.size() < length) {
            if (!receive()) break;
        }
        reply.body = input_.substr(0, length);
        input_.erase(0, length);
        return reply;
    }
    Reply ask(std::string_view bytes) {
        send(bytes);
        return read();
    }
    Reply get(std::string_view target, std::string_view more_fields = {}) {
        return ask("GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more_fields) +
                   "\r\n");
    }
    Reply post(std::string_view target, std::string_view body,
               std::string_view more_fields = "Content-Type: application/json\r\n") {
        return ask("POST " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more_fields) +
                   "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
    }
    /// Waits for `text` on an open stream and takes everything up to its end. False when the stream ended before.
    bool wait_for(std::string_view text) {
        auto at = std::string::npos;
        while ((at = input_.find(text)) == std::string::npos) {
            if (!receive()) return false;
        }
        input_.erase(0, at + text.size());
        return true;
    }
    /// True when the server closes and nothing more comes.
    bool ended() {
        while (receive()) {
        }
        return closed_ && input_.empty();
    }
    /// True when the server closes, whatever came before.
    bool closed() {
        while (receive()) {
        }
        return closed_;
    }

private:
    bool receive() {
        std::array<char, 64 * 1024> bytes{};
        auto const count = ::recv(socket_, bytes.data(), bytes.size(), 0);
        closed_ = count == 0 || (count < 0 && errno == ECONNRESET);
        if (count <= 0) return false;
        input_.append(bytes.data(), static_cast<std::size_t>(count));
        return true;
    }

    int socket_;
    std::string input_;
    bool closed_ = false;
};

/// Runs a server until the end of the test.
class TestServer {
public:
    explicit TestServer(Router router, ServerOptions options = {}, std::shared_ptr<StaticFiles const> files = nullptr,
                        ExceptionMap exceptions = nullptr)
        : server_((options.port = 0, options), std::move(router), std::move(files)) {
        server_.map_exceptions(std::move(exceptions));
        server_.bind();
        thread_ = std::thread([this] {
            server_.run();
            ended_ = true;
        });
    }
    ~TestServer() { stop_and_wait(); }

    std::uint16_t port() const { return server_.port(); }
    Server& server() { return server_; }
    bool has_ended() const { return ended_; }
    void stop_and_wait() {
        server_.stop();
        if (thread_.joinable()) thread_.join();
    }
    std::string metrics() const { return Client(port()).get("/metrics").body; }

private:
    Server server_;
    std::atomic<bool> ended_{false};
    std::thread thread_;
};

/// A folder that goes with the test.
class TemporaryFolder {
public:
    TemporaryFolder() {
        auto name = (std::filesystem::temp_directory_path() / "balcao-http-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(TemporaryFolder const&) = delete;
    TemporaryFolder& operator=(TemporaryFolder const&) = delete;

    std::filesystem::path const& path() const { return path_; }
    void write(std::string const& name, std::string_view content) const {
        std::filesystem::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << content;
    }

private:
    std::filesystem::path path_;
};

inline Route route(Method method, std::string pattern, Handler handler, Lane lane = Lane::io) {
    return {.method = method, .pattern = std::move(pattern), .lane = lane, .handler = std::move(handler)};
}

/// GET /hello; POST /echo (write lane) answers the body.
inline Router small_router() {
    Router router;
    router.add(route(Method::get, "/hello", [](Request const&) { return json(200, R"({"hello":true})"); }));
    router.add(
        route(Method::post, "/echo", [](Request const& request) { return json(200, request.body); }, Lane::write));
    return router;
}

} // namespace balcao::http::test
