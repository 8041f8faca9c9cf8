#include "platform/http/connection.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/error.hpp>

#include "platform/base/log.hpp"
#include "platform/http/answer.hpp"
#include "platform/http/problem.hpp"
#include "platform/http/refusals.hpp"

namespace balcao::http {

namespace asio = boost::asio;
namespace beast = boost::beast;

namespace {

constexpr auto as_result = asio::as_tuple(asio::use_awaitable); // errors as values

// Moving bytes and writing come first when the processors are busy.
constexpr int read_niceness = 2;
constexpr int slow_niceness = 5;
constexpr int hash_niceness = 10;

constexpr std::size_t first_read = 2 * 1024; // small: idle connections keep it
constexpr std::size_t later_read = 16 * 1024;
constexpr std::size_t slowest_rate = 16 * 1024;           // bytes a second that earn more time
constexpr std::size_t read_away_bytes = 64 * 1024 * 1024; // of a body nobody wants
constexpr std::chrono::seconds farewell_time{1};          // for the other side's end of TLS
constexpr std::uint8_t tls_handshake = 0x16;              // the first byte of each

std::chrono::nanoseconds earned(std::size_t bytes) { return std::chrono::seconds(bytes / slowest_rate); }

// Runs `job` on the pool and resumes on the coroutine's executor; false when the pool's queue is full.
asio::awaitable<bool> run_on(WorkerPool& pool, std::function<void()> job) {
    auto initiate = [&pool, &job](auto handler) {
        auto const done = std::make_shared<decltype(handler)>(std::move(handler));
        auto const executor = asio::get_associated_executor(*done);
        bool const posted = pool.try_post([done, executor, job = std::move(job)] {
            job();
            asio::post(executor, [done] { std::move (*done)(true); });
        });
        if (!posted) asio::post(executor, [done] { std::move (*done)(false); });
    };
    co_return co_await asio::async_initiate<asio::use_awaitable_t<> const, void(bool)>(std::move(initiate),
                                                                                       asio::use_awaitable);
}

WorkerGroup group_of(ServerOptions const& options, std::string name, int threads, int niceness) {
    return {.name = std::move(name),
            .threads = threads,
            .queue_limit = options.limits.queued_requests,
            .niceness = niceness};
}

std::string text_of(asio::ip::tcp::socket const& socket) {
    boost::system::error_code error;
    auto const address = socket.remote_endpoint(error).address();
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
    return error ? std::string{} : address.to_string();
}

} // namespace

Lanes::Lanes(ServerOptions const& options)
    : key_on_io(options.key_on_io), read(group_of(options, "read", options.read_threads, read_niceness)),
      write(group_of(options, "write", options.write_threads, 0)),
      slow(group_of(options, "slow", options.slow_threads, slow_niceness)),
      hash(group_of(options, "hash", options.hash_threads, hash_niceness)),
      outside(group_of(options, "outside", options.outside_threads, 0)) {}

WorkerPool* Lanes::of(Lane lane) {
    switch (lane) {
    case Lane::io: return nullptr;
    case Lane::key: return key_on_io ? nullptr : &read;
    case Lane::read: return &read;
    case Lane::write: return &write;
    case Lane::slow: return &slow;
    case Lane::hash: return &hash;
    case Lane::outside: return &outside;
    }
    std::unreachable();
}

void Lanes::stop() {
    for (auto* const pool : all()) pool->stop();
}

Connection::Connection(Socket socket, Wire wire, Tls::Context tls, Dispatcher& dispatcher, Lanes& lanes,
                       RequestMemory& memory, std::atomic<bool> const& stopping)
    : socket_(std::move(socket)), wire_(wire), tls_context_(std::move(tls)), dispatcher_(dispatcher), lanes_(lanes),
      memory_(memory), stopping_(stopping), peer_(text_of(socket_)),
      input_(dispatcher.options().limits.header_bytes + later_read),
      deadline_(Clock::time_point::max().time_since_epoch().count()), stream_timer_(socket_.get_executor()) {
    Error ignored; // a socket that is gone already says so at the first read
    socket_.non_blocking(true, ignored);
    socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
}

// What differs by the wire, and only that: both are awaited the same way.
template <class Buffers>
auto Connection::read_some(Buffers const& room) {
    return tls_ ? tls_->async_read_some(room, as_result) : socket_.async_read_some(room, as_result);
}

// Where HTTPS is spoken.
std::uint16_t Connection::tls_port() const {
    if (!tls_context_) return dispatcher_.options().port;
    Error error;
    return socket_.local_endpoint(error).port();
}

// False when there is nobody to answer.
asio::awaitable<bool> Connection::begin_tls() {
    if (!tls_context_) co_return true;
    allow(dispatcher_.options().limits.header_time);
    idle_ = true; // as before the first byte of a header: a stop need not wait for it
    auto const [gone] = co_await socket_.async_wait(Socket::wait_read, as_result);
    idle_ = false;
    if (gone) co_return false;
    std::uint8_t first = 0;
    Error error;
    if (socket_.receive(asio::buffer(&first, 1), Socket::message_peek, error) == 0 || error) co_return false;
    if (first != tls_handshake) {
        wire_ = Wire::redirect;
        co_return true;
    }
    tls_.emplace(socket_, *tls_context_);
    auto const [failed] = co_await tls_->async_handshake(asio::ssl::stream_base::server, as_result);
    if (failed) log::info("tls_handshake_failed", {{"peer", peer_}, {"error", failed.message()}});
    co_return !failed && !aborted_;
}

asio::awaitable<void> Connection::end() {
    if (tls_ && !aborted_) {
        allow(farewell_time);
        co_await tls_->async_shutdown(as_result);
    }
    Error ignored; // the client may have closed first
    socket_.shutdown(Socket::shutdown_both, ignored);
    socket_.close(ignored);
}

asio::awaitable<void> Connection::serve() {
    bool first = true;
    bool more = co_await begin_tls();
    while (more && !stopping_ && !aborted_) {
        auto const& limits = dispatcher_.options().limits;
        Exchange exchange(limits.header_bytes, memory_);
        allow(first ? limits.header_time : limits.idle_time);
        first = false;

        auto input = co_await read_header(exchange);
        if (input == Input::gone) break;
        if (input == Input::complete) {
            exchange.plan = wire_ == Wire::redirect
                                ? dispatcher_.plan_redirect(exchange.head, peer_, tls_port(), exchange.request)
                                : dispatcher_.plan(exchange.head, peer_, exchange.request);
            exchange.input_known = !exchange.head.has_body;
            if (exchange.plan.route != nullptr && exchange.head.has_body) {
                input = co_await admit(exchange);
                if (input == Input::complete) input = co_await read_body(exchange);
            }
            if (input == Input::gone) break;
        }
        if (exchange.plan.route != nullptr) {
            no_deadline();
            if (auto* const pool = lanes_.of(exchange.plan.route->lane)) {
                co_await run_handler(exchange, *pool);
            } else {
                exchange.plan.response = dispatcher_.run(*exchange.plan.route, exchange.request);
            }
            if (aborted_) break;
        }
        more = co_await answer(exchange);
    }
    co_await end();
}

// Waits for a request and parses its header.
asio::awaitable<Connection::Input> Connection::read_header(Exchange& exchange) {
    auto const& limits = dispatcher_.options().limits;
    auto& parser = exchange.parser;
    auto const refuse = [&](Response (*refusal)(std::string_view)) {
        exchange.request.remote_address = peer_;
        exchange.plan = dispatcher_.refuse(refusal(exchange.request.id));
        return Input::refused;
    };

    std::size_t parsed = 0;
    bool begun = false;
    for (;;) {
        if (!begun && input_.size() > 0) {
            begun = true;
            exchange.started = Clock::now();
            exchange.request.id = dispatcher_.new_id();
            set_deadline(exchange.started + limits.header_time);
        }
        if (begun) {
            Error error;
            auto const used = parser.take(unread(), error);
            input_.consume(used);
            parsed += used;
            if (parsed > limits.header_bytes || error == beast::http::error::header_limit)
                co_return refuse(refusals::header_too_large);
            if (error && error != beast::http::error::need_more) co_return refuse(refusals::unreadable);
            if (parser.is_header_done()) co_return Input::complete;
            // Beast hands fields over one by one and counts only what it has not yet consumed.
            if (parsed + input_.size() >= limits.header_bytes) co_return refuse(refusals::header_too_large);
        } else if (input_.capacity() > later_read) {
            input_.shrink_to_fit();
        }

        idle_ = !begun;
        auto const room = input_.prepare(begun ? std::min(later_read, input_.max_size() - input_.size()) : first_read);
        auto const [error, count] = co_await read_some(room);
        idle_ = false;
        input_.commit(count);
        if (error == asio::error::operation_aborted && timed_out_ && begun && !aborted_)
            co_return refuse(refusals::timeout);
        if (error) co_return Input::gone;
    }
}

// Asks, before a body is read, whether it is wanted and has room. One that is no larger than a header may be costs less
// than looking twice who sends it.
asio::awaitable<Connection::Input> Connection::admit(Exchange& exchange) {
    auto const& route = *exchange.plan.route;
    auto const& request = exchange.request;
    auto const is_small = !exchange.plan.expects_continue && exchange.head.content_length.has_value() &&
                          *exchange.head.content_length <= dispatcher_.options().limits.header_bytes;
    std::optional<Response> refusal;
    if (route.admission && !is_small) {
        no_deadline();
        auto const ask = [this, &route, &request, &refusal] { refusal = dispatcher_.admit(route, request); };
        auto* const pool = lanes_.of(Lane::key);
        if (pool == nullptr) ask();
        else if (!co_await run_on(*pool, ask)) refusal = refusals::busy(request.id);
        if (aborted_) co_return Input::gone;
    }
    exchange.memory.belong_to(request.remote_address);
    if (!refusal && !exchange.memory.could_hold(exchange.head.content_length.value_or(0)))
        refusal = refusals::busy(request.id);
    if (!refusal) co_return Input::complete;
    exchange.plan.refuse(*std::move(refusal));
    co_return Input::refused;
}

asio::awaitable<Connection::Input> Connection::read_body(Exchange& exchange) {
    auto const& limits = dispatcher_.options().limits;
    auto& parser = exchange.parser;
    auto const body_limit = exchange.plan.route->body_limit;
    auto const refuse = [&](Response refusal) {
        exchange.plan.refuse(std::move(refusal));
        return Input::refused;
    };

    auto const begun = Clock::now();
    set_deadline(begun + limits.body_time);
    if (exchange.plan.expects_continue && input_.size() == 0) {
        if (!co_await write("HTTP/1.1 100 Continue\r\n\r\n", {})) co_return Input::gone;
    }
    parser.limit_body(body_limit);
    auto& body = exchange.request.body;
    // Taken at once, so that it does not grow by doubling; the plan has compared it with the limit.
    if (auto const length = exchange.head.content_length) body.reserve(*length);
    parser.eager(true);
    std::size_t received = 0;
    for (;;) {
        Error error;
        if (input_.size() > 0) input_.consume(parser.take(unread(), error));
        if (error == beast::http::error::body_limit)
            co_return refuse(refusals::body_too_large(body_limit, exchange.request.id));
        if (error && error != beast::http::error::need_more)
            co_return refuse(refusals::unreadable(exchange.request.id));
        // What is reserved becomes memory as it is written to.
        if (!exchange.memory.hold(exchange.head.content_length ? body.size() : body.capacity()))
            co_return refuse(refusals::busy(exchange.request.id));
        if (parser.is_done()) break;

        auto const room_left = input_.max_size() - input_.size();
        if (room_left == 0)
            co_return refuse(refusals::unreadable(exchange.request.id)); // a chunk header or trailer without end
        auto const [failed, count] = co_await read_some(input_.prepare(std::min(later_read, room_left)));
        input_.commit(count);
        received += count;
        if (failed == asio::error::operation_aborted && timed_out_ && !aborted_)
            co_return refuse(refusals::timeout(exchange.request.id));
        if (failed) co_return Input::gone;
        set_deadline(begun + limits.body_time + earned(received));
    }
    exchange.input_known = true;
    co_return Input::complete;
}

// Runs the handler on its lane, unless it waited there so long that the client may have given up.
asio::awaitable<void> Connection::run_handler(Exchange& exchange, WorkerPool& pool) {
    auto const latest = Clock::now() + dispatcher_.options().limits.queue_time;
    auto const run = [this, &exchange, latest] {
        exchange.plan.response = Clock::now() > latest ? refusals::busy(exchange.request.id)
                                                       : dispatcher_.run(*exchange.plan.route, exchange.request);
    };
    bool const accepted = co_await run_on(pool, run);
    if (!accepted) exchange.plan.response = refusals::busy(exchange.request.id);
}

// Sends the answer and logs it. True when the connection can take another request.
asio::awaitable<bool> Connection::answer(Exchange& exchange) {
    auto& plan = exchange.plan;
    bool const is_stream = !plan.file && plan.response.open_stream != nullptr;
    bool const keep_alive = exchange.input_known && exchange.parser.keep_alive() && !stopping_ && !is_stream;
    Framing const framing{
        .request_id = exchange.request.id, .keep_alive = keep_alive, .http_1_0 = exchange.head.http_1_0};

    head_.clear();
    std::string_view body;
    int status = 0;
    if (plan.file) {
        append_head(head_, *plan.file, dispatcher_.site_lines(), framing);
        body = plan.file->body;
        status = plan.file->status;
    } else {
        try {
            append_head(head_, plan.response, dispatcher_.site_lines(), framing);
        } catch (std::exception const& error) {
            log::error("request_failed", {{"request_id", exchange.request.id}, {"error", error.what()}});
            plan.response = internal_error(exchange.request.id);
            head_.clear();
            append_head(head_, plan.response, dispatcher_.site_lines(), framing);
        }
        body = plan.response.body;
        status = plan.response.status;
    }
    if (plan.head_only) body = {};

    bytes_written_ = 0;
    bool const sent = co_await write(head_, body);
    if (sent && is_stream && !plan.head_only) co_await carry_stream(exchange);
    dispatcher_.finish(plan, exchange.head, exchange.request, status, bytes_written_, Clock::now() - exchange.started);
    if (sent && !exchange.input_known) co_await read_away();
    co_return sent&& keep_alive;
}

asio::awaitable<bool> Connection::write(std::string_view head, std::string_view body) {
    if (tls_) co_return co_await write_tls(head, body);
    std::optional<Clock::time_point> blocked; // since when; what the system buffered before was not read by anyone yet
    std::size_t taken = 0;                    // since then
    while (!head.empty() || !body.empty()) {
        std::array<asio::const_buffer, 2> const buffers{asio::buffer(head.data(), head.size()),
                                                        asio::buffer(body.data(), body.size())};
        Error error;
        std::size_t count = socket_.write_some(buffers, error);
        if (error == asio::error::would_block) { // only a slow reader is worth a suspension
            if (aborted_) co_return false;
            if (!blocked) blocked = Clock::now();
            set_deadline(*blocked + dispatcher_.options().limits.write_time + earned(taken));
            auto const [failed] = co_await socket_.async_wait(Socket::wait_write, as_result);
            error = failed;
        }
        if (error) co_return false;
        if (blocked) taken += count;
        bytes_written_ += count;
        auto const from_head = std::min(count, head.size());
        head.remove_prefix(from_head);
        body.remove_prefix(count - from_head);
    }
    co_return true;
}

// A short answer is one record.
asio::awaitable<bool> Connection::write_tls(std::string_view head, std::string_view body) {
    std::string joined;
    if (!body.empty() && head.size() + body.size() <= later_read) {
        joined.reserve(head.size() + body.size());
        joined.append(head).append(body);
        head = joined;
        body = {};
    }
    auto const begun = Clock::now();
    for (std::size_t taken = 0; !head.empty() || !body.empty();) {
        auto& piece = head.empty() ? body : head;
        set_deadline(begun + dispatcher_.options().limits.write_time + earned(taken));
        auto const [error, count] =
            co_await tls_->async_write_some(asio::const_buffer(piece.data(), piece.size()), as_result);
        if (error || aborted_) co_return false;
        piece.remove_prefix(count);
        taken += count;
        bytes_written_ += count;
    }
    co_return true;
}

// Writes what the stream's queue brings until one side ends it.
asio::awaitable<void> Connection::carry_stream(Exchange& exchange) {
    auto const& limits = dispatcher_.options().limits;
    auto const wake = [weak = weak_from_this(), executor = socket_.get_executor()] {
        asio::post(executor, [weak] {
            if (auto const self = weak.lock()) self->stream_timer_.cancel();
        });
    };
    stream_ = std::make_shared<EventStream>(limits.stream_bytes, wake);
    auto const stream = stream_;
    ++dispatcher_.metrics().streams;
    watch_for_end(stream);
    try {
        exchange.plan.response.open_stream(stream);
    } catch (std::exception const& error) {
        log::error("stream_not_opened", {{"request_id", exchange.request.id}, {"error", error.what()}});
        stream->close();
    }

    std::string frames;
    for (bool open = true; open && !stopping_ && !aborted_;) {
        no_deadline();
        auto const state = stream->take(frames);
        if (state == EventStream::State::overflown) break;
        if (!frames.empty()) {
            open = co_await write(frames, {});
            continue;
        }
        if (state == EventStream::State::closed) break;
        stream_timer_.expires_after(limits.heartbeat_time);
        auto const [woken] = co_await stream_timer_.async_wait(as_result);
        if (!woken) open = co_await write(": \n\n", {});
    }
    stream->detach();
    stream_.reset();
    --dispatcher_.metrics().streams;
    Error ignored;
    socket_.cancel(ignored); // the read of watch_for_end
}

// An event stream's client has nothing to say; what comes is thrown away, its end ends the stream.
void Connection::watch_for_end(std::shared_ptr<EventStream> stream) {
    input_.clear();
    auto const read = [self = shared_from_this(), stream](Error error, std::size_t) {
        if (error) stream->close();
        else if (stream->is_open()) self->watch_for_end(stream);
    };
    if (tls_) tls_->async_read_some(input_.prepare(first_read), read);
    else socket_.async_read_some(input_.prepare(first_read), read);
}

// Reads what the client still sends, so that its system does not throw our answer away with a reset.
asio::awaitable<void> Connection::read_away() {
    Error ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
    auto const begun = Clock::now();
    auto const time = dispatcher_.options().limits.body_time;
    set_deadline(begun + time);
    input_.clear();
    for (std::size_t total = 0; total < read_away_bytes && !stopping_ && !aborted_;) {
        idle_ = true; // nothing here is worth a stop's patience
        auto const [error, count] = co_await read_some(input_.prepare(later_read));
        idle_ = false;
        if (error) co_return;
        total += count;
        set_deadline(begun + time + earned(total));
    }
}

asio::awaitable<void> Connection::turn_away() {
    if (!co_await begin_tls()) co_return;
    Exchange exchange(dispatcher_.options().limits.header_bytes, memory_);
    exchange.started = Clock::now();
    exchange.request.id = dispatcher_.new_id();
    exchange.request.remote_address = peer_;
    exchange.plan = dispatcher_.refuse(refusals::busy(exchange.request.id));
    co_await answer(exchange);
    co_await end();
}

void Connection::set_deadline(Clock::time_point deadline) {
    timed_out_ = false;
    deadline_.store(deadline.time_since_epoch().count(), std::memory_order_relaxed);
}

void Connection::check_deadline(Clock::time_point now) {
    if (now.time_since_epoch().count() < deadline_.load(std::memory_order_relaxed)) return;
    asio::post(socket_.get_executor(), [self = shared_from_this(), now] {
        if (now.time_since_epoch().count() < self->deadline_.load(std::memory_order_relaxed))
            return; // went on meanwhile
        self->timed_out_ = true;
        Error ignored;
        self->socket_.cancel(ignored);
    });
}

void Connection::stop() {
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
        if (self->stream_) self->stream_->close();
        Error ignored;
        if (self->idle_ || self->stream_) self->socket_.cancel(ignored);
    });
}

void Connection::abort() {
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
        self->aborted_ = true;
        Error ignored;
        self->socket_.cancel(ignored);
        self->stream_timer_.cancel();
    });
}

} // namespace balcao::http
