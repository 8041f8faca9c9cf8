#include "sefaz/simulator.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include <sys/prctl.h>
#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <fmt/format.h>

#include "platform/base/log.hpp"
#include "sefaz/simulator/control.hpp"
#include "sefaz/simulator/desk.hpp"
#include "sefaz/simulator/schema_judge.hpp"
#include "sefaz/simulator_folder.hpp"

namespace balcao::sefaz {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace ssl = boost::asio::ssl;
namespace web = boost::beast::http;
using asio::ip::tcp;
using namespace std::chrono_literals;
using namespace std::string_view_literals;
using simulator::Behaviour;
using simulator::Misdeed;
using simulator::SoapAnswer;
using simulator::When;

namespace {

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

using Request = web::request<web::string_body>;
using Response = web::response<web::string_body>;
using TlsStream = ssl::stream<beast::tcp_stream>;

constexpr std::uint32_t header_limit = 16 * 1024;
constexpr std::uint64_t body_limit = 1024 * 1024; // SEFAZ takes 500 kB
constexpr std::size_t buffer_limit = 64 * 1024;
constexpr auto handshake_time = 10s;
constexpr auto request_time = 60s;
constexpr auto write_time = 60s;
constexpr auto read_away_time = 2s;
constexpr auto silence_time = 10min;
constexpr std::size_t huge_size = 100 * 1024 * 1024;

Response respond(Request const& request, web::status status, std::string_view type, std::string body) {
    Response response(status, request.version());
    response.set(web::field::content_type, std::string(type));
    response.keep_alive(request.keep_alive());
    response.body() = std::move(body);
    response.prepare_payload();
    return response;
}
Response soap_response(Request const& request, SoapAnswer const& answer) {
    return respond(request, static_cast<web::status>(answer.status), "application/soap+xml; charset=utf-8",
                   answer.body);
}
Response refuse(Request const& request, web::status status, std::string_view sentence) {
    return respond(request, status, "text/plain; charset=utf-8", std::string(sentence) + "\n");
}

/// Lets the other side read what was written last before the connection goes.
template <class Stream>
asio::awaitable<void> read_away(Stream& stream, std::chrono::steady_clock::duration time) {
    auto& lowest = beast::get_lowest_layer(stream);
    lowest.expires_after(time);
    std::array<char, 4096> thrown_away{};
    for (;;) {
        auto const [error, count] = co_await stream.async_read_some(asio::buffer(thrown_away), as_result);
        if (error) break;
    }
}

template <class Stream>
asio::awaitable<bool> write(Stream& stream, std::string_view bytes) {
    beast::get_lowest_layer(stream).expires_after(write_time);
    auto const [error, count] = co_await asio::async_write(stream, asio::buffer(bytes.data(), bytes.size()), as_result);
    co_return !error;
}

/// 100 MB with little memory.
asio::awaitable<void> write_huge(TlsStream& stream) {
    if (!co_await write(
            stream, fmt::format("HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml\r\nContent-Length: {}\r\n\r\n",
                                huge_size)))
        co_return;
    std::string const piece(64 * 1024, ' ');
    for (std::size_t sent = 0; sent < huge_size; sent += piece.size())
        if (!co_await write(stream, piece)) co_return;
}

asio::awaitable<void> write_half(TlsStream& stream, SoapAnswer const& answer) {
    auto const head =
        fmt::format("HTTP/1.1 {} OK\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
                    answer.status, answer.body.size());
    co_await write(stream, head + answer.body.substr(0, answer.body.size() / 2));
}

asio::awaitable<void> pause(std::chrono::microseconds time) {
    asio::steady_timer timer(co_await asio::this_coro::executor, time);
    co_await timer.async_wait(as_result);
}

/// CNPJ of the certificate the client showed; empty when it names none.
std::string cnpj_of_peer(TlsStream& stream) {
    std::unique_ptr<X509, decltype(&X509_free)> const peer(SSL_get1_peer_certificate(stream.native_handle()),
                                                           &X509_free);
    unsigned char* der = nullptr;
    auto const size = peer ? i2d_X509(peer.get(), &der) : -1;
    if (size < 0) return {};
    auto const facts = nfce::facts_of_der({reinterpret_cast<char const*>(der), static_cast<std::size_t>(size)});
    OPENSSL_free(der);
    return facts ? facts->cnpj : "";
}

/// A page of another site must not reach the control route by a name of its own that leads here.
bool is_of_this_machine(std::string_view host) {
    auto const name = host.substr(0, host.rfind(':'));
    return name == "127.0.0.1" || name == "localhost";
}

tcp::acceptor listen(asio::io_context& io, std::uint16_t port) {
    tcp::acceptor acceptor(io);
    boost::system::error_code error;
    tcp::endpoint const endpoint(asio::ip::address_v4::loopback(), port);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error == asio::error::address_in_use) {
        throw std::runtime_error(fmt::format(
            "A porta {} já está em uso. Feche o outro programa ou escolha outra porta para o simulador.", port));
    }
    if (error)
        throw std::runtime_error(fmt::format("Não foi possível escutar na porta {}: {}.", port, error.message()));
    return acceptor;
}

} // namespace

struct Simulator::Impl {
    explicit Impl(SimulatorOptions chosen)
        : options(std::move(chosen)), lock(options.folder),
          authority(TestAuthority::make(options.folder, std::time(nullptr))),
          desk(options.folder, authority, {.fast = options.fast}), acceptor(listen(io, options.port)) {
        if (options.control_port) control_acceptor = listen(io, *options.control_port);
        for (auto const& [name, sha256] : simulator::use_schemas(options.folder / "esquemas"))
            log::info("simulator_schema", {{"name", name}, {"sha256", sha256}});
        tls.set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1);
        tls.use_certificate_chain(asio::buffer(authority.server()));
        tls.use_private_key(asio::buffer(authority.server()), ssl::context::pem);
        tls.add_certificate_authority(asio::buffer(authority.certificate()));
        tls.set_verify_mode(ssl::verify_peer | ssl::verify_fail_if_no_peer_cert);
        // A session brings the certificate of its first connection along.
        constexpr std::string_view context = "balcao";
        SSL_CTX_set_session_id_context(tls.native_handle(), reinterpret_cast<unsigned char const*>(context.data()),
                                       context.size());
        lock.publish({.services = fmt::format("https://127.0.0.1:{}", acceptor.local_endpoint().port()),
                      .control = control_acceptor
                                     ? fmt::format("http://127.0.0.1:{}", control_acceptor->local_endpoint().port())
                                     : ""});
    }

    asio::awaitable<void> accept(tcp::acceptor& from, asio::awaitable<void> (Impl::*serve)(tcp::socket)) {
        for (;;) {
            auto [error, socket] = co_await from.async_accept(as_result);
            if (error) {
                co_await pause(100ms); // out of file descriptors, most likely
                continue;
            }
            if (open >= options.connections) continue;
            ++open;
            asio::co_spawn(io, (this->*serve)(std::move(socket)),
                           [this](std::exception_ptr const& failure) { ended(failure); });
        }
    }

    void ended(std::exception_ptr const& failure) {
        --open;
        try {
            if (failure) std::rethrow_exception(failure);
        } catch (std::exception const& error) {
            log::error("connection_failed", {{"error", error.what()}});
        }
    }

    asio::awaitable<void> serve_soap(tcp::socket socket) {
        simulator::Caller caller{.connection = static_cast<std::int64_t>(++accepted)};
        TlsStream stream(std::move(socket), tls);
        auto& lowest = beast::get_lowest_layer(stream);
        lowest.expires_after(handshake_time);
        if (auto const [error] = co_await stream.async_handshake(ssl::stream_base::server, as_result); error) {
            // Why we refuse is on its way: with unread input behind it, closing would take it back.
            boost::system::error_code ignored;
            lowest.socket().shutdown(tcp::socket::shutdown_send, ignored);
            co_await read_away(lowest, read_away_time);
            co_return;
        }
        if (SSL_session_reused(stream.native_handle()) == 1) ++resumed;
        caller.CNPJ = cnpj_of_peer(stream);
        beast::flat_buffer buffer(buffer_limit);
        bool more = true;
        while (more) {
            auto const request = co_await read(stream, buffer);
            if (!request) break;
            more = co_await answer(stream, *request, caller);
        }
        lowest.close();
    }

    template <class Stream>
    static asio::awaitable<std::optional<Request>> read(Stream& stream, beast::flat_buffer& buffer) {
        web::request_parser<web::string_body> parser;
        parser.header_limit(header_limit);
        parser.body_limit(body_limit);
        beast::get_lowest_layer(stream).expires_after(request_time);
        auto const [error, count] = co_await web::async_read(stream, buffer, parser, as_result);
        if (error) co_return std::nullopt;
        co_return parser.release();
    }

    template <class Stream>
    static asio::awaitable<bool> send(Stream& stream, Response response) {
        beast::get_lowest_layer(stream).expires_after(write_time);
        auto const [error, count] = co_await web::async_write(stream, response, as_result);
        co_return !error && response.keep_alive();
    }

    /// Whether the connection goes on.
    asio::awaitable<bool> answer(TlsStream& stream, Request const& request, simulator::Caller caller) {
        auto const target = std::string_view(request.target().data(), request.target().size());
        auto const address = simulator::address_of_path(target.substr(0, target.find('?')));
        if (!address)
            co_return co_await send(stream, refuse(request, web::status::not_found, "Não há serviço neste endereço."));
        if (request.method() != web::verb::post) {
            co_return co_await send(stream,
                                    refuse(request, web::status::method_not_allowed, "Este serviço só recebe POST."));
        }
        if (!request[web::field::content_type].starts_with("application/soap+xml")) {
            co_return co_await send(
                stream, refuse(request, web::status::unsupported_media_type, "Envie como application/soap+xml."));
        }

        caller.authoriser = address->authoriser;
        auto const received = simulator::Desk::read(address->service, request.body(), std::move(caller));
        auto const behaviour = behaviours.next(*address, received.subject());
        auto const delay = desk.pace().shortened(behaviour.delay);
        SoapAnswer result;
        bool const is_judged = behaviour.when == When::after || behaviour.misdeed == Misdeed::none;
        if (behaviour.when == When::before && delay > 0us) co_await pause(delay);
        if (is_judged) result = desk.answer(received, behaviour);
        else desk.take_down(received, behaviour);
        if (behaviour.when == When::after && delay > 0us) co_await pause(delay);
        co_return co_await misbehave(stream, request, behaviour, result);
    }

    /// Sends the answer, or does something else in its place. Whether the connection goes on.
    static asio::awaitable<bool> misbehave(TlsStream& stream, Request const& request, Behaviour const& behaviour,
                                           SoapAnswer const& answer) {
        switch (behaviour.misdeed) {
        case Misdeed::drop:
        case Misdeed::late: co_return false;
        case Misdeed::silence: co_await read_away(stream, silence_time); co_return false;
        case Misdeed::garbage:
            co_await write(stream, "\x01\x02\xff\xfe isto n\xe3o \xe9 HTTP \x00\r\n\r\n"sv);
            co_return false;
        case Misdeed::half: co_await write_half(stream, answer); co_return false;
        case Misdeed::kill_half:
            co_await write_half(stream, answer);
            std::raise(SIGKILL);
            co_return false;
        case Misdeed::huge: co_await write_huge(stream); co_return false;
        case Misdeed::html:
            co_return co_await send(stream, respond(request, web::status::ok, "text/html",
                                                    "<!DOCTYPE html><html><body><h1>Entre na rede</h1></body></html>"));
        case Misdeed::soap_fault:
            co_return co_await send(stream,
                                    soap_response(request, simulator::soap_fault(200, "Erro interno do servidor.")));
        case Misdeed::error:
            co_return co_await send(stream,
                                    respond(request, web::status::service_unavailable, "text/html",
                                            "<!DOCTYPE html><html><body><h1>Service Unavailable</h1></body></html>"));
        case Misdeed::none:
        case Misdeed::doubled:
        case Misdeed::foreign:
        case Misdeed::other_key:
        case Misdeed::wrong_digest:
        case Misdeed::asynchronous:
        case Misdeed::kill_judged:
        case Misdeed::kill_stored: break; // the answer itself is what is wrong, or nothing is
        }
        co_return co_await send(stream, soap_response(request, answer));
    }

    asio::awaitable<void> serve_control(tcp::socket socket) {
        beast::tcp_stream stream(std::move(socket));
        beast::flat_buffer buffer(buffer_limit);
        bool more = true;
        while (more) {
            auto const request = co_await read(stream, buffer);
            if (!request) break;
            more = co_await send(stream, control(*request));
        }
        stream.close();
    }

    Response control(Request const& request) {
        if (!is_of_this_machine({request[web::field::host].data(), request[web::field::host].size()}))
            return refuse(request, web::status::misdirected_request, "Só em 127.0.0.1.");
        auto const method = request.method_string(), target = request.target();
        auto answer =
            simulator::control(behaviours, desk, {method.data(), method.size()}, {target.data(), target.size()},
                               request[web::field::content_type].starts_with("application/json"), request.body());
        auto const status = static_cast<web::status>(answer.status);
        return answer.status == 200 ? respond(request, status, "application/json", std::move(answer.body))
                                    : refuse(request, status, answer.body);
    }

    void run() {
        asio::co_spawn(io, accept(acceptor, &Impl::serve_soap), asio::detached);
        if (control_acceptor) asio::co_spawn(io, accept(*control_acceptor, &Impl::serve_control), asio::detached);
        io.run();
    }

    SimulatorOptions const options;
    SimulatorLock const lock;
    TestAuthority const authority;
    simulator::Behaviours behaviours;
    simulator::Desk desk;
    ssl::context tls{ssl::context::tls_server};
    std::size_t open = 0;
    std::atomic<std::size_t> accepted{0}, resumed{0};
    asio::io_context io{1}; // behind what its coroutines use to their end
    tcp::acceptor acceptor;
    std::optional<tcp::acceptor> control_acceptor;
};

Simulator::Simulator(SimulatorOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Simulator::~Simulator() = default;

std::uint16_t Simulator::port() const { return impl_->acceptor.local_endpoint().port(); }
std::uint16_t Simulator::control_port() const {
    return impl_->control_acceptor ? impl_->control_acceptor->local_endpoint().port() : 0;
}
TestAuthority const& Simulator::authority() const { return impl_->authority; }
std::size_t Simulator::accepted() const { return impl_->accepted; }
std::size_t Simulator::resumed() const { return impl_->resumed; }
simulator::Behaviours& Simulator::behaviours() { return impl_->behaviours; }
std::string Simulator::ledger(std::string_view list) {
    auto rows = impl_->desk.list(list, 0);
    if (!rows) throw std::logic_error("no such list");
    return std::move(*rows);
}
void Simulator::run() { impl_->run(); }
void Simulator::stop() { impl_->io.stop(); }

void Simulator::run_until_signal() {
    std::signal(SIGPIPE, SIG_IGN); // a closed standard output must not end it
    asio::signal_set signals(impl_->io, SIGTERM, SIGINT);
    signals.async_wait([this](boost::system::error_code error, int) {
        if (!error) stop();
    });
    if (impl_->options.parent) {
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != *impl_->options.parent) return; // it ended before
    }
    impl_->run();
}

} // namespace balcao::sefaz
