#pragma once
// Handling of a request without sockets: checks, route, handler, log line.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "platform/http/http.hpp"
#include "platform/http/metrics.hpp"
#include "platform/http/server.hpp"
#include "platform/http/site_policy.hpp"
#include "platform/http/static_files.hpp"
#include "platform/http/trusted_proxies.hpp"

namespace balcao::http {

/// The request line and raw header; parsed fields are in the Request.
struct RequestHead {
    std::string method{};
    std::string target{};
    bool http_1_0 = false;
    bool has_body = false;
    std::optional<std::uint64_t> content_length{}; // none: chunked
};

/// The plan for a request: one of two ready answers, or a route.
struct Plan {
    Route const* route = nullptr;
    std::optional<StaticFiles::Answer> file{};
    Response response{}; // when neither of the others is set
    bool head_only = false;
    bool expects_continue = false; // the client waits for 100 Continue
    Metrics::Series* series = nullptr;
    std::string_view logged_route{};

    void refuse(Response refusal) {
        route = nullptr;
        file.reset();
        response = std::move(refusal);
    }
};

/// Thread-safe after map_exceptions() and on_untrusted_proxy().
class Dispatcher {
public:
    Dispatcher(ServerOptions options, Router router, std::shared_ptr<StaticFiles const> files);

    void map_exceptions(ExceptionMap map) { exceptions_ = std::move(map); }
    void on_untrusted_proxy(std::function<void()> action) { untrusted_proxy_ = std::move(action); }

    /// Checks the header and chooses the answer or route. Fills in path, parameters, id and addresses of `request`.
    Plan plan(RequestHead const& head, std::string_view peer, Request& request);
    /// The plan for plain HTTP where HTTPS is spoken: probes (/healthz, /readyz) are answered, all else is led there,
    /// to `port`.
    Plan plan_redirect(RequestHead const& head, std::string_view peer, std::uint16_t port, Request& request);
    /// The plan for an unreadable header.
    Plan refuse(Response response);
    /// Admission before the body is read: nothing, or the refusal. Never throws: exceptions become answers.
    std::optional<Response> admit(Route const& route, Request const& request) const;
    /// Runs the handler. Never throws: exceptions become answers.
    Response run(Route const& route, Request const& request) const;
    /// Counts and logs an answered request.
    void finish(Plan const& plan, RequestHead const& head, Request const& request, int status, std::size_t bytes,
                std::chrono::nanoseconds time);

    /// A request id: 16 hex digits, unique within the process.
    std::string new_id();
    ServerOptions const& options() const { return options_; }
    std::string const& site_lines() const { return policy_.header_lines(); }
    Metrics& metrics() { return metrics_; }
    TrustedProxies const& proxies() const { return proxies_; }

private:
    void find_client(std::string_view peer, Request& request);
    std::optional<Response> refusal_of_site(RequestHead const& head, Request const& request) const;
    void plan_path(Plan& plan, RequestHead const& head, Request& request, std::string_view peer);
    void plan_static(Plan& plan, RequestHead const& head, Request const& request);
    std::optional<Response> refusal_of_body(Route const* route, RequestHead const& head, Request const& request) const;
    Response answer_to_exception(Request const& request) const;
    bool may_read_metrics(Request const& request, std::string_view peer) const;

    ServerOptions const options_;
    Router const router_;
    std::shared_ptr<StaticFiles const> const files_;
    SitePolicy const policy_;
    TrustedProxies const proxies_;
    Metrics metrics_;
    ExceptionMap exceptions_;
    std::function<void()> untrusted_proxy_;
    std::once_flag untrusted_proxy_told_;
    std::uint64_t const id_seed_;
    std::atomic<std::uint64_t> id_count_{0};
};

} // namespace balcao::http
