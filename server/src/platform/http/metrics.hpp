#pragma once
// Prometheus metrics.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "platform/http/http.hpp"

namespace balcao::http {

/// Thread-safe; counting takes no lock of ours.
class Metrics {
public:
    /// One series per pattern of `router`, which must outlive this.
    explicit Metrics(Router const& router);
    ~Metrics();

    /// Counters of one route.
    struct Series;
    Series& of(Route const& route);
    Series& static_files();
    /// Requests without route.
    Series& unmatched();

    /// `method`: as sent; unusual ones count as `other`. `time`: absent for event streams, whose duration says nothing.
    void count(Series& series, std::string_view method, int status, std::optional<std::chrono::nanoseconds> time);

    std::atomic<std::size_t> connections{0};
    std::atomic<std::size_t> streams{0};
    /// Lanes whose queue length is exported.
    void watch_queue(std::string const& lane, std::function<std::size_t()> length);

    /// A gauge, read on each scrape; nullopt is exported as NaN. Before serving.
    void watch(std::string const& name, std::string const& help, std::function<std::optional<double>()> figure);

    /// Prometheus text format, version 0.0.4.
    std::string text();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace balcao::http
