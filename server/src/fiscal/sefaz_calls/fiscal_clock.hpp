#pragma once
// SEFAZ's time, which receipts carry: the machine's clock plus the offset measured from answers.

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "platform/base/time.hpp"

namespace balcao::sefaz_calls {

/// Offset from one answer (positive: SEFAZ is ahead): dhRecbto, in whole seconds, minus the middle of the call.
std::chrono::seconds measured_offset(Instant sent, Instant answered, Instant dhRecbto);

/// The median of the last nine measurements; 0 below 30 s, which network and whole seconds can cause.
std::chrono::seconds fiscal_offset(std::vector<std::chrono::seconds> measurements);

/// Boot time by the machine's clock; moves when the clock is set.
Instant machine_start();

/// Offsets per UF, measured by this process until it ends. Thread-safe. Setting the machine's clock does not move
/// SEFAZ's time: measurements are kept against uptime.
class FiscalClocks {
public:
    using Start = Instant (*)();
    explicit FiscalClocks(Start machine_start = &sefaz_calls::machine_start) : machine_start_(machine_start) {}

    void measured(std::string const& uf, std::chrono::seconds offset);
    /// 0 without measurements. Fiscal time = machine's time + offset.
    std::chrono::seconds offset(std::string const& uf) const;
    /// Whether any answer told its time since this process started.
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
