#pragma once
// One client's connection: requests in, answers out, in order. Everything runs on the connection's strand.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include "platform/base/worker_pool.hpp"
#include "platform/http/dispatcher.hpp"
#include "platform/http/event_stream.hpp"
#include "platform/http/request_memory.hpp"
#include "platform/http/request_parser.hpp"
#include "platform/http/tls.hpp"

namespace balcao::http {

/// The threads beside the I/O threads.
struct Lanes {
    explicit Lanes(ServerOptions const& options);

    bool const key_on_io;
    WorkerPool read;
    WorkerPool write;
    WorkerPool slow;
    WorkerPool hash;
    WorkerPool outside;

    /// Null: run on the I/O threads.
    WorkerPool* of(Lane lane);
    std::array<WorkerPool*, 5> all() { return {&read, &write, &slow, &hash, &outside}; }
    void stop();
};

/// What a listener speaks.
///   plain     HTTP
///   tls       HTTPS; who speaks plain HTTP here is led to it
///   redirect  HTTP that leads to HTTPS
enum class Wire { plain, tls, redirect };

class Connection : public std::enable_shared_from_this<Connection> {
public:
    using Clock = std::chrono::steady_clock;
    using Socket = boost::asio::ip::tcp::socket;

    /// The socket's executor is a strand. `tls`: only of Wire::tls. `stopping`: the server accepts no further requests.
    Connection(Socket socket, Wire wire, Tls::Context tls, Dispatcher& dispatcher, Lanes& lanes, RequestMemory& memory,
               std::atomic<bool> const& stopping);

    /// Serves until either side closes. Spawn on the strand.
    boost::asio::awaitable<void> serve();
    /// For a connection above the cap: answers 503 and closes. Spawn on the strand.
    boost::asio::awaitable<void> turn_away();

    /// The peer's address.
    std::string const& peer() const { return peer_; }

    // From any thread; the work is posted to the strand.

    /// Cancels the current wait after its deadline.
    void check_deadline(Clock::time_point now);
    /// Call after setting `stopping`: closes the connection if idle or an event stream.
    void stop();
    /// Closes it as soon as none of its handlers runs.
    void abort();

private:
    using Error = boost::system::error_code;

    // One request and its answer.
    struct Exchange {
        Exchange(std::size_t header_bytes, RequestMemory& all)
            : parser(head, request, static_cast<std::uint32_t>(header_bytes)), memory(all) {}
        RequestHead head;
        Request request;
        RequestParser parser;
        Plan plan;
        RequestMemory::Share memory; // of the body
        Clock::time_point started{};
        bool input_known = false; // where this request ends on the wire
    };
    enum class Input { complete, refused, gone };

    template <class Buffers>
    auto read_some(Buffers const& room);
    std::uint16_t tls_port() const;
    boost::asio::awaitable<bool> begin_tls();
    boost::asio::awaitable<void> end();
    boost::asio::awaitable<Input> read_header(Exchange& exchange);
    boost::asio::awaitable<Input> admit(Exchange& exchange);
    boost::asio::awaitable<Input> read_body(Exchange& exchange);
    boost::asio::awaitable<void> run_handler(Exchange& exchange, WorkerPool& pool);
    boost::asio::awaitable<bool> answer(Exchange& exchange);
    boost::asio::awaitable<bool> write(std::string_view head, std::string_view body);
    boost::asio::awaitable<bool> write_tls(std::string_view head, std::string_view body);
    boost::asio::awaitable<void> carry_stream(Exchange& exchange);
    boost::asio::awaitable<void> read_away();
    void watch_for_end(std::shared_ptr<EventStream> stream);

    std::string_view unread() const { return {static_cast<char const*>(input_.cdata().data()), input_.size()}; }
    void allow(std::chrono::nanoseconds time) { set_deadline(Clock::now() + time); }
    void set_deadline(Clock::time_point deadline);
    void no_deadline() { set_deadline(Clock::time_point::max()); }

    Socket socket_;
    Wire wire_; // `redirect` once plain HTTP was met where TLS is spoken
    Tls::Context const tls_context_;
    std::optional<boost::asio::ssl::stream<Socket&>> tls_; // after the first byte of a handshake
    Dispatcher& dispatcher_;
    Lanes& lanes_;
    RequestMemory& memory_;
    std::atomic<bool> const& stopping_;
    std::string const peer_;
    boost::beast::flat_buffer input_;
    std::string head_; // of the answer being written
    std::size_t bytes_written_ = 0;
    std::atomic<Clock::rep> deadline_;
    bool timed_out_ = false;
    bool aborted_ = false;
    bool idle_ = false; // waits for something that a stop need not wait for
    boost::asio::steady_timer stream_timer_;
    std::shared_ptr<EventStream> stream_;
};

} // namespace balcao::http
