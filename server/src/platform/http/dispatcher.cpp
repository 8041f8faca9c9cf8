#include "platform/http/dispatcher.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <sodium.h>

#include "platform/base/log.hpp"
#include "platform/base/text.hpp"
#include "platform/http/problem.hpp"
#include "platform/http/refusals.hpp"
#include "platform/http/uri.hpp"

namespace balcao::http {

namespace {

std::optional<Method> method_of(std::string_view name) {
    if (name == "GET" || name == "HEAD") return Method::get;
    if (name == "POST") return Method::post;
    if (name == "PUT") return Method::put;
    if (name == "DELETE") return Method::del;
    return std::nullopt;
}

// Changes nothing by its meaning.
bool is_safe(std::string_view method) { return method == "GET" || method == "HEAD" || method == "OPTIONS"; }

std::string allow_of(std::vector<Method> const& methods) {
    std::string allow;
    for (auto const method : methods) {
        switch (method) {
        case Method::get: allow += "GET, HEAD, "; break;
        case Method::post: allow += "POST, "; break;
        case Method::put: allow += "PUT, "; break;
        case Method::del: allow += "DELETE, "; break;
        }
    }
    return allow + "OPTIONS";
}

Response options_answer(std::string_view allow) { return {.status = 204, .headers = {{"Allow", std::string(allow)}}}; }

bool is_request_id(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
    });
}

// `https://name/path` as sent to proxies: the authority replaces Host (RFC 9112, 3.2.2).
std::string_view origin_form(std::string_view target, Request& request) {
    for (std::string_view const scheme : {"http://", "https://"}) {
        if (!target.starts_with(scheme)) continue;
        auto const authority = target.substr(scheme.size(), target.find_first_of("/?", scheme.size()) - scheme.size());
        for (auto& [name, value] : request.headers) {
            if (name == "host") value = authority;
        }
        target.remove_prefix(scheme.size() + authority.size());
        return target.empty() ? std::string_view("/") : target;
    }
    return target;
}

std::string media_type(std::string_view content_type) {
    auto type = trim(content_type.substr(0, content_type.find(';')));
    std::ranges::transform(type, type.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return type;
}

std::uint64_t random_seed() {
    std::uint64_t seed = 0;
    randombytes_buf(&seed, sizeof seed);
    return seed;
}

} // namespace

Dispatcher::Dispatcher(ServerOptions options, Router router, std::shared_ptr<StaticFiles const> files)
    : options_(std::move(options)), router_(std::move(router)), files_(std::move(files)),
      policy_(options_.public_url, options_.tls.has_value()), proxies_(options_.trusted_proxies), metrics_(router_),
      id_seed_(random_seed()) {}

std::string Dispatcher::new_id() {
    // Splitmix64's finisher: one to one, so that counted ids stay distinct while they look random.
    auto x = id_seed_ + id_count_.fetch_add(1, std::memory_order_relaxed) * 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    x ^= x >> 31U;
    std::string id(16, '0');
    for (auto digit = id.rbegin(); digit != id.rend(); ++digit, x >>= 4U) *digit = "0123456789abcdef"[x & 0x0FU];
    return id;
}

Plan Dispatcher::plan_redirect(RequestHead const& head, std::string_view peer, std::uint16_t port, Request& request) {
    if (head.target == "/healthz" || head.target == "/readyz") return plan(head, peer, request);
    find_client(peer, request);
    auto const origin = policy_.secure_origin(request.header("host").value_or(""), port);
    if (!origin || !head.target.starts_with('/')) return refuse(refusals::unreadable(request.id));
    return refuse(refusals::only_https(*origin + head.target, request.id));
}

Plan Dispatcher::refuse(Response response) {
    Plan plan{.series = &metrics_.unmatched()};
    plan.response = std::move(response);
    return plan;
}

void Dispatcher::find_client(std::string_view peer, Request& request) {
    request.remote_address = proxies_.client(peer, request);
    request.address_is_shared = is_loopback(peer) && !proxies_.contains(peer) &&
                                (request.header("x-forwarded-for") || request.header("forwarded"));
    if (!request.address_is_shared) return;
    std::call_once(untrusted_proxy_told_, [&] {
        log::warning("untrusted_proxy", {{"peer", peer}, {"setting", "BALCAO_TRUSTED_PROXIES"}});
        if (untrusted_proxy_) untrusted_proxy_();
    });
}

Plan Dispatcher::plan(RequestHead const& head, std::string_view peer, Request& request) {
    auto const sent_id = request.header("x-request-id");
    if (sent_id && is_request_id(*sent_id) && proxies_.contains(peer)) request.id = *sent_id;
    find_client(peer, request);

    Plan plan{.head_only = head.method == "HEAD", .series = &metrics_.unmatched()};
    if (head.method == "OPTIONS" && head.target == "*") {
        plan.response = options_answer("GET, HEAD, POST, PUT, DELETE, OPTIONS");
        return plan;
    }
    auto target = parse_target(origin_form(head.target, request));
    if (!target) {
        plan.response = refusals::unreadable(request.id);
        return plan;
    }
    request.path = std::move(target->path);
    request.query_params = std::move(target->query);

    if (auto refusal = refusal_of_site(head, request)) {
        plan.response = std::move(*refusal);
        return plan;
    }
    plan_path(plan, head, request, peer);
    if (auto refusal = refusal_of_body(plan.route, head, request)) plan.refuse(std::move(*refusal));

    if (auto const expect = request.header("expect")) {
        plan.expects_continue = media_type(*expect) == "100-continue";
        if (!plan.expects_continue) plan.refuse(refusals::unknown_expectation(request.id));
    }
    return plan;
}

std::optional<Response> Dispatcher::refusal_of_site(RequestHead const& head, Request const& request) const {
    auto const hosts = std::ranges::count(request.headers, "host", &std::pair<std::string, std::string>::first);
    if (hosts > 1 || (hosts == 0 && !head.http_1_0)) return refusals::unreadable(request.id);
    if (!policy_.accepts_host(request)) return refusals::wrong_host(request.id);
    if (!is_safe(head.method) && !policy_.accepts_origin(request)) return refusals::foreign_origin(request.id);
    return std::nullopt;
}

void Dispatcher::plan_path(Plan& plan, RequestHead const& head, Request& request, std::string_view peer) {
    auto const method = method_of(head.method);
    if (request.path == "/metrics" && method == Method::get) {
        if (may_read_metrics(request, peer)) {
            plan.response = {.content_type = "text/plain; version=0.0.4; charset=utf-8", .body = metrics_.text()};
        } else {
            plan.response = refusals::not_found(request.id);
        }
        plan.logged_route = "/metrics";
        return;
    }
    auto match = router_.match(method.value_or(Method::get), request.path);
    if (method && match.route != nullptr) {
        plan.route = match.route;
        plan.series = &metrics_.of(*match.route);
        plan.logged_route = match.route->pattern;
        request.method = match.route->method;
        request.route = match.route->pattern;
        request.path_params = std::move(match.params);
        return;
    }
    if (!method && match.route != nullptr) { // some other method: ask which ones there are
        for (auto const other : {Method::get, Method::post, Method::put, Method::del}) {
            if (router_.match(other, request.path).route != nullptr) match.allowed.push_back(other);
        }
    }
    if (match.allowed.empty()) {
        plan_static(plan, head, request);
        return;
    }
    auto const allow = allow_of(match.allowed);
    plan.response = head.method == "OPTIONS" ? options_answer(allow) : refusals::method_not_allowed(allow, request.id);
}

void Dispatcher::plan_static(Plan& plan, RequestHead const& head, Request const& request) {
    auto file = files_ == nullptr ? std::nullopt
                                  : files_->find(request.path, request.header("accept-encoding").value_or(""),
                                                 request.header("if-none-match").value_or(""));
    if (!file) {
        plan.response = refusals::not_found(request.id);
        return;
    }
    auto const allow = allow_of({Method::get});
    if (head.method == "OPTIONS") {
        plan.response = options_answer(allow);
    } else if (head.method != "GET" && head.method != "HEAD") {
        plan.response = refusals::method_not_allowed(allow, request.id);
    } else {
        plan.file = file;
        plan.series = &metrics_.static_files();
        plan.logged_route = "static";
    }
}

std::optional<Response> Dispatcher::refusal_of_body(Route const* route, RequestHead const& head,
                                                    Request const& request) const {
    if (!head.has_body) return std::nullopt;
    if (route == nullptr)
        return is_safe(head.method) ? std::optional(refusals::unexpected_body(request.id)) : std::nullopt;

    static std::vector<std::string> const json_only{"application/json"};
    bool const takes_json =
        route->content_types.empty() && (route->method == Method::post || route->method == Method::put);
    auto const& accepted = takes_json ? json_only : route->content_types;
    if (accepted.empty()) return refusals::unexpected_body(request.id);
    auto const type = media_type(request.header("content-type").value_or(""));
    if (std::ranges::find(accepted, type) == accepted.end())
        return refusals::unsupported_media_type(accepted, request.id);
    if (head.content_length && *head.content_length > route->body_limit)
        return refusals::body_too_large(route->body_limit, request.id);
    return std::nullopt;
}

bool Dispatcher::may_read_metrics(Request const& request, std::string_view peer) const {
    bool const direct = !request.header("x-forwarded-for") && !request.header("forwarded");
    // With a public address there is a proxy, and what it forwards without saying so comes from this machine, too.
    if (direct && is_loopback(peer) && options_.public_url.empty()) return true;
    auto const authorization = request.header("authorization");
    auto const expected = "Bearer " + options_.metrics_token;
    return !options_.metrics_token.empty() && authorization && authorization->size() == expected.size() &&
           sodium_memcmp(authorization->data(), expected.data(), expected.size()) == 0;
}

std::optional<Response> Dispatcher::admit(Route const& route, Request const& request) const {
    try {
        return route.admission ? route.admission(request) : std::nullopt;
    } catch (...) {
        return answer_to_exception(request);
    }
}

Response Dispatcher::run(Route const& route, Request const& request) const {
    try {
        return route.handler(request);
    } catch (...) {
        return answer_to_exception(request);
    }
}

// Called while one is handled.
Response Dispatcher::answer_to_exception(Request const& request) const {
    auto const log_failure = [&](std::string_view what) {
        log::error("request_failed", {{"request_id", request.id}, {"route", request.route}, {"error", what}});
    };
    try {
        throw;
    } catch (std::exception const& error) {
        try {
            if (exceptions_) {
                if (auto mapped = exceptions_(error, request)) return std::move(*mapped);
            }
        } catch (std::exception const& second) {
            log_failure(second.what());
        }
        log_failure(error.what());
    } catch (...) {
        log_failure("an exception that is no std::exception");
    }
    return internal_error(request.id);
}

void Dispatcher::finish(Plan const& plan, RequestHead const& head, Request const& request, int status,
                        std::size_t bytes, std::chrono::nanoseconds time) {
    bool const is_stream = !plan.file && plan.response.open_stream != nullptr;
    metrics_.count(*plan.series, head.method, status, is_stream ? std::nullopt : std::optional(time));
    log::info("request", {{"request_id", request.id},
                          {"method", head.method},
                          {"route", plan.logged_route},
                          {"status", status},
                          {"ms", std::chrono::duration<double, std::milli>(time).count()},
                          {"bytes", bytes},
                          {"user", request.log.user_id},
                          {"company", request.log.company_id},
                          {"remote", request.remote_address}});
}

} // namespace balcao::http
