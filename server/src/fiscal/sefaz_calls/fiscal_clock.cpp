#include "fiscal/sefaz_calls/fiscal_clock.hpp"

#include <algorithm>
#include <utility>

namespace balcao::sefaz_calls {

using std::chrono::seconds;

namespace {

constexpr std::size_t kept = 9;
constexpr seconds noise{30};

} // namespace

seconds measured_offset(Instant sent, Instant answered, Instant dhRecbto) {
    auto const middle = sent + (answered - sent) / 2;
    return std::chrono::floor<seconds>(dhRecbto - middle);
}

seconds fiscal_offset(std::vector<seconds> measurements) {
    if (measurements.empty()) return seconds{0};
    auto const middle = measurements.begin() + static_cast<std::ptrdiff_t>(measurements.size() / 2);
    std::ranges::nth_element(measurements, middle);
    return std::chrono::abs(*middle) > noise ? *middle : seconds{0};
}

Instant machine_start() {
    return SystemClock().now() - std::chrono::duration_cast<std::chrono::microseconds>(since_boot());
}

void FiscalClocks::measured(std::string const& uf, seconds offset) {
    std::scoped_lock const lock(mutex_);
    auto& last = last_[uf];
    if (last.size() == kept) last.erase(last.begin());
    last.push_back({.offset = offset, .machine_start = machine_start_()});
}

seconds FiscalClocks::offset(std::string const& uf) const {
    std::scoped_lock const lock(mutex_);
    auto const found = last_.find(uf);
    if (found == last_.end()) return seconds{0};
    auto const start = machine_start_();
    std::vector<seconds> by_this_clock;
    for (auto const& [offset, then] : found->second)
        by_this_clock.push_back(offset + std::chrono::round<seconds>(then - start));
    return fiscal_offset(std::move(by_this_clock));
}

bool FiscalClocks::is_measured(std::string const& uf) const {
    std::scoped_lock const lock(mutex_);
    return last_.contains(uf);
}

} // namespace balcao::sefaz_calls
