#pragma once
// Requests, responses and routes for handlers, without Beast.

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

/// A request within the listener's limits. Path and query are percent-decoded, valid UTF-8.
struct Request {
    Method method{};
    std::string path;
    std::vector<std::pair<std::string, std::string>> path_params{};
    std::vector<std::pair<std::string, std::string>> query_params{};
    std::vector<std::pair<std::string, std::string>> headers{}; // names in lower case
    std::string body{};
    std::string remote_address{}; // of the client, through trusted proxies
    /// An untrusted proxy on this machine forwarded it: `remote_address` is the same for everybody behind it.
    bool address_is_shared = false;
    std::string id{}; // request id, also in the answer's X-Request-Id and the log
    /// The route's pattern, e.g. `/api/companies/{id}`.
    std::string_view route{};

    /// The user for the log line, set by the access check. Mutable so that handlers take Request const&.
    struct LogSubject {
        std::string user_id{};
        std::string company_id{};
    };
    mutable LogSubject log{};

    /// A path parameter; the route's pattern guarantees it.
    std::string_view param(std::string_view name) const;
    /// Without duplicates.
    std::optional<std::string_view> query(std::string_view name) const;
    std::optional<std::string_view> header(std::string_view lower_case_name) const;
    std::optional<std::string_view> cookie(std::string_view name) const;
};

/// The key for limits per address: IPv4 itself, IPv6 its /64, the smallest network a provider assigns. Other texts are
/// returned unchanged.
std::string network_of(std::string_view address);

/// The server's end of an event stream. Thread-safe.
class EventSink {
public:
    virtual ~EventSink() = default;
    /// Queues one message (the JSON after `data:`). A client whose queue is full is disconnected.
    virtual void send(std::string const& json) = 0;
    virtual void close() = 0;
    virtual bool is_open() const = 0;
};

struct Response {
    int status = 200;
    std::string content_type = "application/json";
    std::string body{};
    std::vector<std::pair<std::string, std::string>> headers{};
    /// If set, the answer is an event stream: called once with its sink after the header was sent.
    std::function<void(std::shared_ptr<EventSink>)> open_stream{};
};

using Handler = std::function<Response(Request const&)>;

/// Threads that run a handler.
///   io       I/O threads: no database.
///   key      reads by key; on the I/O threads if the database is a local file (ServerOptions::key_on_io), else as read
///   read     all other reads
///   write    writes
///   slow     reads, then computes for long (PDF, spreadsheet)
///   hash     passwords
///   outside  waits seconds for other computers (SEFAZ), holding neither transaction nor connection meanwhile
/// read, slow and hash have decreasing thread priority, below write.
enum class Lane { io, key, read, write, slow, hash, outside };

/// Admission by the header alone: the refusal, or nothing.
using Admission = std::function<std::optional<Response>(Request const&)>;

struct Route {
    Method method{};
    /// Literal segments, and `{name}` for one segment.
    std::string pattern;
    Lane lane{};
    Handler handler;
    std::size_t body_limit = 2 * 1024 * 1024;
    /// Accepted content types; empty: `application/json` for POST and PUT, no body otherwise.
    std::vector<std::string> content_types{};
    /// Runs on lane `key` before a body is read that is larger than a header may be, so that strangers cannot fill the
    /// memory. The handler checks again. Empty: everybody may send a body.
    Admission admission{};
};

/// Routes by pattern. Literal segments win over parameters. Filled before the server starts, read-only afterwards.
class Router {
public:
    Router();
    ~Router();
    Router(Router&&) noexcept;
    Router& operator=(Router&&) noexcept;

    /// Throws std::logic_error for a duplicate method and pattern.
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
