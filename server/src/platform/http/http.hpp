#pragma once
// Requests, responses and routes as handlers see them. No Beast below this line.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace balcao::http {

enum class Method { get, post, put, del };

/// One request, already within the listener's limits. Path and query are percent-decoded and checked to be UTF-8.
struct Request {
    Method method{};
    std::string path;
    std::vector<std::pair<std::string, std::string>> path_params{};
    std::vector<std::pair<std::string, std::string>> query_params{};
    std::vector<std::pair<std::string, std::string>> headers{}; // names in lower case
    std::string body{};
    std::string remote_address{}; // of the client, through trusted proxies
    /// A proxy on this machine that is not trusted forwarded it: `remote_address` is that of everybody behind it.
    bool address_is_shared = false;
    std::string id{}; // request id, also in the answer's X-Request-Id and the log
    /// What the route's pattern is, e.g. `/api/companies/{id}`.
    std::string_view route{};

    /// Whom the log line should name; filled in by the access check. Mutable so that handlers take Request const&.
    struct LogSubject {
        std::string user_id{};
        std::string company_id{};
    };
    mutable LogSubject log{};

    /// Path parameter; the route's pattern guarantees it is there.
    std::string_view param(std::string_view name) const;
    /// None comes twice.
    std::optional<std::string_view> query(std::string_view name) const;
    std::optional<std::string_view> header(std::string_view lower_case_name) const;
    std::optional<std::string_view> cookie(std::string_view name) const;
};

/// Whom an address belongs to, for what is counted by address: itself, of IPv6 its first 64 bits, the least that a
/// provider gives to one customer. What is no address stays as it is.
std::string network_of(std::string_view address);

/// The server's end of one open event stream. Thread-safe.
class EventSink {
public:
    virtual ~EventSink() = default;
    /// Queues one message (the JSON after `data:`). A client that does not read is cut off when its queue is full.
    virtual void send(std::string const& json) = 0;
    virtual void close() = 0;
    virtual bool is_open() const = 0;
};

struct Response {
    int status = 200;
    std::string content_type = "application/json";
    std::string body{};
    std::vector<std::pair<std::string, std::string>> headers{};
    /// When set, the answer is an event stream: called once with its sink after the header was sent.
    std::function<void(std::shared_ptr<EventSink>)> open_stream{};
};

using Handler = std::function<Response(Request const&)>;

/// Which threads run a handler. `io`: the I/O threads themselves, only for what needs no database. `key`: for what
/// reads some rows by their keys; the I/O threads too when the database is a local file (ServerOptions::key_on_io),
/// else as `read`, which is for all other reading. `write`: what writes. `slow`: what reads and then works for long (a
/// PDF, a spreadsheet). `hash`: passwords. `read`, `slow` and `hash` stand back, in this order, when the processors are
/// busy. `outside`: what waits for other computers (SEFAZ), seconds long; a handler there holds neither a transaction
/// nor a connection to the database while it waits.
enum class Lane { io, key, read, write, slow, hash, outside };

/// Whether a request may be heard at all, by its header alone: its refusal, or nothing.
using Admission = std::function<std::optional<Response>(Request const&)>;

struct Route {
    Method method{};
    /// Literal segments and `{name}` for one segment.
    std::string pattern;
    Lane lane{};
    Handler handler;
    std::size_t body_limit = 2 * 1024 * 1024;
    /// Content types the body may have; empty: `application/json` for POST and PUT, no body expected otherwise.
    std::vector<std::string> content_types{};
    /// Asked on lane `key` before a body is read, so that nobody fills our memory who has no business here; not for one
    /// that is no larger than a header may be. The handler asks in any case. Empty: everybody may send one.
    Admission admission{};
};

/// Routes by pattern. Literal segments win over parameters. Filled before the server starts, then read only.
class Router {
public:
    Router();
    ~Router();
    Router(Router&&) noexcept;
    Router& operator=(Router&&) noexcept;

    /// Throws std::logic_error when the same method and pattern were added before.
    void add(Route route);

    struct Match {
        Route const* route = nullptr;  // null: no such path, or not with this method
        std::vector<Method> allowed{}; // methods of the path when only the method is wrong
        std::vector<std::pair<std::string, std::string>> params{};
    };
    Match match(Method method, std::string_view decoded_path) const;

    std::vector<Route> const& routes() const;

private:
    struct Tree;
    std::unique_ptr<Tree> tree_;
};

} // namespace balcao::http
