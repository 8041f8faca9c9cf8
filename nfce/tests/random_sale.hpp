#pragma once

#include "nfce/sale.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace balcao::nfce::test {

/// Random choices that a seed repeats.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
    }
    bool chance(int percent) { return between(1, 100) <= percent; }
    template <int P>
    Written<P> decimal(std::int64_t low, std::int64_t high) {
        return Decimal<P>::from_raw(between(low, high));
    }
    template <class T>
    T const& pick(std::vector<T> const& from) {
        return from[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(from.size()) - 1))];
    }

private:
    std::mt19937_64 engine_;
};

/// A sale of 1 to 12, now and then 990 items with any ICMS code the library computes, discounts, freight and charges,
/// with or without IBS and CBS. Whether an NFC-e may carry it is not its care.
Sale random_sale(std::uint64_t seed);

} // namespace balcao::nfce::test
