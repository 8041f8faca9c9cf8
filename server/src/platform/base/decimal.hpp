#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Exact fixed-point numbers without binary floating point. All types are values and all functions pure: any thread.
/// Parsing foreign text never throws; arithmetic beyond 64 bits is a bug and throws std::overflow_error.
namespace balcao {

/// Rounding of surplus places. HalfUp is "half away from zero" (1.005 -> 1.01, -1.005 -> -1.01).
enum class Rounding { half_up, truncate };

/// Why a text is not a Decimal.
enum class DecimalError {
    syntax,          ///< not `-?(0|[1-9][0-9]*)(\.[0-9]+)?`, or a negative zero
    too_many_places, ///< more digits after the dot than the type has
    too_large        ///< does not fit 64 bits
};

namespace detail {

__extension__ typedef __int128 Wide;

constexpr int kMaxPlaces = 18;

constexpr std::array<std::int64_t, kMaxPlaces + 1> kPowersOfTen = [] {
    std::array<std::int64_t, kMaxPlaces + 1> powers{};
    powers[0] = 1;
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
    return powers;
}();

std::expected<std::int64_t, DecimalError> parse_fixed(std::string_view text, int places);
/// Writes to `to` (at least 24 characters) and returns the end.
char* write_fixed(char* to, std::int64_t raw, int places);
void append_fixed(std::string& out, std::int64_t raw, int places);

std::int64_t checked_add(std::int64_t a, std::int64_t b);
std::int64_t checked_subtract(std::int64_t a, std::int64_t b);
[[noreturn]] void overflow();
inline Wide checked_multiply(Wide a, Wide b) {
    Wide product = 0;
    if (__builtin_mul_overflow(a, b, &product)) overflow();
    return product;
}
/// value / divisor, rounded; throws std::domain_error when divisor is 0, std::overflow_error beyond 64 bits.
std::int64_t divide_rounded(Wide value, Wide divisor, Rounding rounding);
/// value · 10^(to - from), rounded when places are lost.
std::int64_t rescale(Wide value, int from, int to, Rounding rounding);

std::vector<std::int64_t> apportion(std::int64_t total, std::span<std::int64_t const> weights);

} // namespace detail

/// A number with exactly `Places` decimal places, stored as raw = value · 10^Places in 64 bits.
template <int Places>
class Decimal {
    static_assert(Places >= 0 && Places <= detail::kMaxPlaces);

public:
    static constexpr int places = Places;
    static constexpr std::int64_t scale = detail::kPowersOfTen[Places];

    constexpr Decimal() = default;

    /// From the scaled integer kept in the database: from_raw(1234) of Decimal<2> is 12.34.
    static constexpr Decimal from_raw(std::int64_t raw) {
        Decimal value;
        value.raw_ = raw;
        return value;
    }

    /// From whole units: from_units(12) of Decimal<2> is 12.00.
    static Decimal from_units(std::int64_t units) {
        return from_raw(detail::rescale(units, 0, Places, Rounding::truncate));
    }

    /// Parses user text such as "12.34" or "-0.5". Missing places are zeros; surplus places are an error.
    static std::expected<Decimal, DecimalError> parse(std::string_view text) {
        auto const raw = detail::parse_fixed(text, Places);
        if (!raw) return std::unexpected(raw.error());
        return from_raw(*raw);
    }

    constexpr std::int64_t raw() const { return raw_; }
    constexpr bool is_zero() const { return raw_ == 0; }

    /// Always with all places: "12.3400".
    std::string to_string() const {
        char text[24];
        return {text, write(text)};
    }
    /// Writes the same text to `to` (at least 24 characters) and returns its end.
    char* write(char* to) const { return detail::write_fixed(to, raw_, Places); }

    friend constexpr auto operator<=>(Decimal, Decimal) = default;

    friend Decimal operator+(Decimal a, Decimal b) { return from_raw(detail::checked_add(a.raw_, b.raw_)); }
    friend Decimal operator-(Decimal a, Decimal b) { return from_raw(detail::checked_subtract(a.raw_, b.raw_)); }
    Decimal operator-() const { return from_raw(detail::checked_subtract(0, raw_)); }
    Decimal& operator+=(Decimal other) { return *this = *this + other; }
    Decimal& operator-=(Decimal other) { return *this = *this - other; }

private:
    std::int64_t raw_ = 0;
};

/// Amount in BRL.
using Money = Decimal<2>;

/// Exact product; it has the places of both factors.
template <int A, int B>
Decimal<A + B> operator*(Decimal<A> a, Decimal<B> b) {
    return Decimal<A + B>::from_raw(
        detail::divide_rounded(detail::checked_multiply(a.raw(), b.raw()), 1, Rounding::truncate));
}

/// Exact product of all factors (128 bits inside), rounded once to `To` places.
/// `divisor` divides the exact product first: rounded_product<2>(HalfUp, 100, base, percent) is base · percent / 100.
template <int To, int... Places>
Decimal<To> rounded_product(Rounding rounding, std::int64_t divisor, Decimal<Places>... factors) {
    detail::Wide product = 1;
    ((product = detail::checked_multiply(product, factors.raw())), ...);
    constexpr int from = (Places + ...);
    if constexpr (from >= To) {
        detail::Wide by = divisor;
        for (int i = 0; i < from - To; ++i) by = detail::checked_multiply(by, 10);
        return Decimal<To>::from_raw(detail::divide_rounded(product, by, rounding));
    } else {
        product = detail::checked_multiply(product, detail::kPowersOfTen[To - from]);
        return Decimal<To>::from_raw(detail::divide_rounded(product, divisor, rounding));
    }
}

/// The same number with `To` places.
template <int To, int From>
Decimal<To> round_to(Decimal<From> value, Rounding rounding) {
    return Decimal<To>::from_raw(detail::rescale(value.raw(), From, To, rounding));
}

/// a / b rounded to `To` places. Throws std::domain_error when b is zero.
template <int To, int A, int B>
Decimal<To> divide(Decimal<A> a, Decimal<B> b, Rounding rounding) {
    // a/b · 10^To = (a.raw · 10^(To + B)) / (b.raw · 10^A)
    detail::Wide numerator = a.raw();
    for (int i = 0; i < To + B; ++i) numerator = detail::checked_multiply(numerator, 10);
    return Decimal<To>::from_raw(
        detail::divide_rounded(numerator, detail::checked_multiply(b.raw(), Decimal<A>::scale), rounding));
}

/// Splits `total` by weight with the largest-remainder method: each part is rounded down, the remaining units go one by
/// one to the largest remainders, ties to the lowest index. The parts sum exactly to `total`. Throws
/// std::invalid_argument if a weight is negative or all are zero.
template <int P, int W>
std::vector<Decimal<P>> apportion(Decimal<P> total, std::span<Decimal<W> const> weights) {
    std::vector<std::int64_t> raw_weights;
    raw_weights.reserve(weights.size());
    for (auto weight : weights) raw_weights.push_back(weight.raw());
    std::vector<Decimal<P>> parts;
    parts.reserve(weights.size());
    for (auto raw : detail::apportion(total.raw(), raw_weights)) parts.push_back(Decimal<P>::from_raw(raw));
    return parts;
}

} // namespace balcao
