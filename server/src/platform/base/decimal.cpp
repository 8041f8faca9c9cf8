#include "platform/base/decimal.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace balcao::detail {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::int64_t narrow(Wide value) {
    if (value > std::numeric_limits<std::int64_t>::max() || value < std::numeric_limits<std::int64_t>::min())
        overflow();
    return static_cast<std::int64_t>(value);
}

} // namespace

void overflow() { throw std::overflow_error("decimal: result does not fit 64 bits"); }

std::expected<std::int64_t, DecimalError> parse_fixed(std::string_view text, int places) {
    bool const negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    auto const dot = text.find('.');
    auto const whole = text.substr(0, dot);
    auto const fraction = dot == std::string_view::npos ? std::string_view{} : text.substr(dot + 1);
    bool const syntax_ok = !whole.empty() && std::ranges::all_of(whole, is_digit) &&
                           (whole.size() == 1 || whole[0] != '0') && std::ranges::all_of(fraction, is_digit) &&
                           (dot == std::string_view::npos || !fraction.empty());
    if (!syntax_ok) return std::unexpected(DecimalError::syntax);
    if (fraction.size() > static_cast<std::size_t>(places)) return std::unexpected(DecimalError::too_many_places);

    // Accumulated as a negative number: the 64-bit range has one more value on that side.
    std::int64_t raw = 0;
    auto const push = [&raw](int digit) {
        return !__builtin_mul_overflow(raw, std::int64_t{10}, &raw) &&
               !__builtin_sub_overflow(raw, std::int64_t{digit}, &raw);
    };
    for (char const c : whole)
        if (!push(c - '0')) return std::unexpected(DecimalError::too_large);
    for (int i = 0; i < places; ++i) {
        auto const at = static_cast<std::size_t>(i);
        if (!push(at < fraction.size() ? fraction[at] - '0' : 0)) return std::unexpected(DecimalError::too_large);
    }
    if (negative) {
        if (raw == 0) return std::unexpected(DecimalError::syntax);
        return raw;
    }
    if (raw == std::numeric_limits<std::int64_t>::min()) return std::unexpected(DecimalError::too_large);
    return -raw;
}

char* write_fixed(char* to, std::int64_t raw, int places) {
    static constexpr auto pairs = [] { // "00" to "99"
        std::array<char, 200> digits{};
        for (std::size_t i = 0; i < 100; ++i) {
            digits[2 * i] = static_cast<char>('0' + i / 10);
            digits[2 * i + 1] = static_cast<char>('0' + i % 10);
        }
        return digits;
    }();
    std::array<char, 24> text;
    char* const end = text.data() + text.size();
    char* at = end;
    auto rest = raw < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(raw) : static_cast<std::uint64_t>(raw);
    auto const put_pair = [&] {
        at -= 2;
        std::memcpy(at, pairs.data() + 2 * (rest % 100), 2);
        rest /= 100;
    };
    auto const put_digit = [&] {
        *--at = static_cast<char>('0' + rest % 10);
        rest /= 10;
    };
    int left = places;
    for (; left >= 2; left -= 2) put_pair();
    if (left == 1) put_digit();
    if (places > 0) *--at = '.';
    while (rest >= 100) put_pair();
    if (rest >= 10) put_pair();
    else put_digit();
    if (raw < 0) *--at = '-';
    return std::copy(at, end, to);
}

void append_fixed(std::string& out, std::int64_t raw, int places) {
    char text[24];
    out.append(text, write_fixed(text, raw, places));
}

std::int64_t checked_add(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) overflow();
    return sum;
}

std::int64_t checked_subtract(std::int64_t a, std::int64_t b) {
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(a, b, &difference)) overflow();
    return difference;
}

std::int64_t divide_rounded(Wide value, Wide divisor, Rounding rounding) {
    if (divisor == 0) throw std::domain_error("decimal: division by zero");
    // Nearly all numbers fit a register, where dividing takes a tenth of the time.
    auto const small = [](Wide number) {
        return number > std::numeric_limits<std::int64_t>::min() && number <= std::numeric_limits<std::int64_t>::max();
    };
    bool const in_register = small(value) && small(divisor);
    Wide quotient =
        in_register ? static_cast<std::int64_t>(value) / static_cast<std::int64_t>(divisor) : value / divisor;
    Wide remainder =
        in_register ? static_cast<std::int64_t>(value) % static_cast<std::int64_t>(divisor) : value % divisor;
    if (rounding == Rounding::half_up && remainder != 0) {
        bool const negative = (value < 0) != (divisor < 0);
        if (remainder < 0) remainder = -remainder;
        Wide const size = divisor < 0 ? -divisor : divisor;
        if (remainder >= size - remainder) quotient += negative ? -1 : 1;
    }
    return narrow(quotient);
}

std::int64_t rescale(Wide value, int from, int to, Rounding rounding) {
    if (to >= from) return narrow(checked_multiply(value, kPowersOfTen[static_cast<std::size_t>(to - from)]));
    return divide_rounded(value, kPowersOfTen[static_cast<std::size_t>(from - to)], rounding);
}

std::vector<std::int64_t> apportion(std::int64_t total, std::span<std::int64_t const> weights) {
    Wide sum = 0;
    for (auto const weight : weights) {
        if (weight < 0) throw std::invalid_argument("apportion: negative weight");
        sum += weight;
    }
    if (sum == 0) throw std::invalid_argument("apportion: weights are all zero");

    Wide const size = total < 0 ? -Wide{total} : Wide{total};
    std::vector<std::int64_t> parts(weights.size());
    std::vector<Wide> remainders(weights.size());
    Wide given = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        Wide const product = checked_multiply(size, weights[i]);
        parts[i] = static_cast<std::int64_t>(product / sum);
        remainders[i] = product % sum;
        given += parts[i];
    }
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return remainders[a] != remainders[b] ? remainders[a] > remainders[b] : a < b;
    });
    for (std::size_t i = 0; given < size; ++i, ++given) ++parts[order[i]];
    if (total < 0)
        for (auto& part : parts) part = -part;
    return parts;
}

} // namespace balcao::detail
