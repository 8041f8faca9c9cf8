#include "platform/http/metrics.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <fstream>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>
#include <unistd.h>

namespace balcao::http {

namespace {

constexpr std::array<std::string_view, 7> method_names{"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "other"};
constexpr std::array<char const*, 4> status_names{"2xx", "3xx", "4xx", "5xx"};
constexpr std::array<double, 11> duration_limits{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5};

double resident_bytes() {
    std::ifstream file("/proc/self/statm");
    double total = 0;
    double resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

} // namespace

struct Metrics::Series {
    std::string route;
    prometheus::Histogram* duration = nullptr;
    // Made when first needed: most combinations never happen.
    std::array<std::array<std::atomic<prometheus::Counter*>, status_names.size()>, method_names.size()> requests{};
};

struct Metrics::State {
    prometheus::Registry registry;
    prometheus::Family<prometheus::Counter>& requests =
        prometheus::BuildCounter().Name("http_requests_total").Help("Answered requests.").Register(registry);
    prometheus::Family<prometheus::Histogram>& durations =
        prometheus::BuildHistogram()
            .Name("http_request_duration_seconds")
            .Help("From the first byte of a request to the last of its answer.")
            .Register(registry);
    prometheus::Family<prometheus::Gauge>& queues = prometheus::BuildGauge()
                                                        .Name("http_lane_queue_length")
                                                        .Help("Requests that wait for a thread.")
                                                        .Register(registry);
    prometheus::Gauge& connections =
        prometheus::BuildGauge().Name("http_connections").Help("Open connections.").Register(registry).Add({});
    prometheus::Gauge& streams =
        prometheus::BuildGauge().Name("http_event_streams").Help("Open event streams.").Register(registry).Add({});
    prometheus::Gauge& memory = prometheus::BuildGauge()
                                    .Name("process_resident_memory_bytes")
                                    .Help("Resident memory.")
                                    .Register(registry)
                                    .Add({});

    std::deque<Series> series; // addresses stay
    std::unordered_map<Route const*, Series*> by_route;
    std::vector<std::pair<prometheus::Gauge*, std::function<std::size_t()>>> lanes;
    std::vector<std::pair<prometheus::Gauge*, std::function<std::optional<double>()>>> figures;
    Series* static_files = nullptr;
    Series* unmatched = nullptr;

    Series& add(std::string const& route) {
        auto& added = series.emplace_back();
        added.route = route;
        added.duration =
            &durations.Add({{"route", route}}, std::vector<double>(duration_limits.begin(), duration_limits.end()));
        return added;
    }
};

Metrics::Metrics(Router const& router) : state_(std::make_unique<State>()) {
    std::map<std::string, Series*> by_pattern;
    for (auto const& route : router.routes()) {
        auto& series = by_pattern[route.pattern];
        if (series == nullptr) series = &state_->add(route.pattern);
        state_->by_route.emplace(&route, series);
    }
    state_->static_files = &state_->add("static");
    state_->unmatched = &state_->add("none");
}

Metrics::~Metrics() = default;

Metrics::Series& Metrics::of(Route const& route) { return *state_->by_route.at(&route); }
Metrics::Series& Metrics::static_files() { return *state_->static_files; }
Metrics::Series& Metrics::unmatched() { return *state_->unmatched; }

void Metrics::count(Series& series, std::string_view method, int status, std::optional<std::chrono::nanoseconds> time) {
    auto const known = std::find(method_names.begin(), method_names.end() - 1, method);
    auto const method_index = static_cast<std::size_t>(known - method_names.begin());
    auto const status_index = static_cast<std::size_t>(std::clamp(status / 100 - 2, 0, 3));
    auto& slot = series.requests[method_index][status_index];
    auto* counter = slot.load(std::memory_order_acquire);
    if (counter == nullptr) { // Add() answers the same counter to whoever asks twice
        counter = &state_->requests.Add({{"route", series.route},
                                         {"method", std::string(method_names[method_index])},
                                         {"status", status_names[status_index]}});
        slot.store(counter, std::memory_order_release);
    }
    counter->Increment();
    if (time) series.duration->Observe(std::chrono::duration<double>(*time).count());
}

void Metrics::watch_queue(std::string const& lane, std::function<std::size_t()> length) {
    state_->lanes.emplace_back(&state_->queues.Add({{"lane", lane}}), std::move(length));
}

void Metrics::watch(std::string const& name, std::string const& help, std::function<std::optional<double>()> figure) {
    auto& gauge = prometheus::BuildGauge().Name(name).Help(help).Register(state_->registry).Add({});
    state_->figures.emplace_back(&gauge, std::move(figure));
}

std::string Metrics::text() {
    state_->connections.Set(static_cast<double>(connections.load()));
    state_->streams.Set(static_cast<double>(streams.load()));
    state_->memory.Set(resident_bytes());
    for (auto const& [gauge, length] : state_->lanes) gauge->Set(static_cast<double>(length()));
    for (auto const& [gauge, figure] : state_->figures)
        gauge->Set(figure().value_or(std::numeric_limits<double>::quiet_NaN()));
    return prometheus::TextSerializer().Serialize(state_->registry.Collect());
}

} // namespace balcao::http
