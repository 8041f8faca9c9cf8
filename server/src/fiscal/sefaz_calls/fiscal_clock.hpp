#pragma once
// SEFAZ's time, which receipts carry: the machine's clock and what its answers showed it to be off by.

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "platform/base/time.hpp"

namespace balcao::sefaz_calls {

/// How far one answer showed SEFAZ's clock ahead of this machine's (negative: behind): dhRecbto, which has whole
/// seconds, against the middle of the call.
std::chrono::seconds measured_offset(Instant sent, Instant answered, Instant dhRecbto);

/// Of the last nine measurements the median. Under 30 s it counts as none: network and whole seconds make that much.
std::chrono::seconds fiscal_offset(std::vector<std::chrono::seconds> measurements);

/// When this machine was started, by its clock: moves with whoever sets that.
Instant machine_start();

/// The offsets of all UFs as this process has seen them. Thread-safe; forgets nothing but by restart. Whoever sets the
/// machine's clock does not move SEFAZ's time: every measurement is taken as it would be by the clock of now.
class FiscalClocks {
public:
    using Start = Instant (*)();
    explicit FiscalClocks(Start machine_start = &sefaz_calls::machine_start) : machine_start_(machine_start) {}

    void measured(std::string const& uf, std::chrono::seconds offset);
    /// 0 while nothing was measured. Fiscal time = machine's time + offset.
    std::chrono::seconds offset(std::string const& uf) const;
    /// Whether any answer told its time since this process began.
    bool is_measured(std::string const& uf) const;

private:
    struct Measured {
        std::chrono::seconds offset;
        Instant machine_start; // at that moment
    };
    Start const machine_start_;
    mutable std::mutex mutex_;
    std::map<std::string, std::vector<Measured>> last_; // at most nine, the newest last
};

} // namespace balcao::sefaz_calls
