#include "fiscal/sefaz_calls/watch.hpp"

#include <algorithm>

#include "platform/base/time_scale.hpp"

namespace balcao::sefaz_calls {

namespace {

using std::chrono::seconds;

constexpr seconds fault_span{60};
constexpr seconds delay_span{120};

} // namespace

bool Watch::second_within(std::vector<Met>& met, Uuid const& receipt, Instant now, seconds span) {
    // One that lies ahead is of before the clock was put back.
    std::erase_if(met, [&](Met const& one) { return one.at + shortened(span) <= now || one.at > now; });
    bool const another = std::ranges::any_of(met, [&](Met const& one) { return one.receipt != receipt; });
    met.push_back({receipt, now});
    return another;
}

bool Watch::met_fault(Place const& place, Uuid const& receipt, Instant now) {
    std::scoped_lock const lock(mutex_);
    return second_within(faults_[place], receipt, now, fault_span);
}

void Watch::judged(Place const& place) {
    std::scoped_lock const lock(mutex_);
    faults_.erase(place);
}

bool Watch::met_delay(CompanyId company, std::string const& ambiente, Uuid const& receipt, Instant now) {
    std::scoped_lock const lock(mutex_);
    std::erase_if(delays_, [&](auto const& entry) { return entry.second.back().at + shortened(delay_span) <= now; });
    return second_within(delays_[{company, ambiente}], receipt, now, delay_span);
}

bool Watch::met_no_connection(std::string const& url, Uuid const& receipt, Instant now) {
    std::scoped_lock const lock(mutex_);
    unreached_ = url;
    if (!second_within(no_connections_, receipt, now, fault_span) || cut_off_since_) return false;
    cut_off_since_ = now;
    return true;
}

std::optional<Instant> Watch::cut_off_since() const {
    std::scoped_lock const lock(mutex_);
    return cut_off_since_;
}

std::optional<std::string> Watch::unreached() const {
    std::scoped_lock const lock(mutex_);
    return cut_off_since_ ? std::optional(unreached_) : std::nullopt;
}

bool Watch::connected() {
    std::scoped_lock const lock(mutex_);
    no_connections_.clear();
    return std::exchange(cut_off_since_, std::nullopt).has_value();
}

} // namespace balcao::sefaz_calls
