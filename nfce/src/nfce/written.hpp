#pragma once

#include "platform/base/decimal.hpp"

#include <compare>
#include <expected>
#include <string>
#include <string_view>

namespace balcao::nfce {

/// A number of the layout together with the decimals its text carries, since "1.5" and "1.5000" are different bytes
/// of a signed document. `places` may exceed P when a text had more decimals than the layout takes: the value is then
/// cut, cannot be written to XML, and is reported by the rules.
/// Two Written are equal when value and places are; compare `.value` for the amount alone.
template <int P>
struct Written {
    Decimal<P> value;
    int places = P;

    Written() = default;
    Written(Decimal<P> v) : value(v) {} // computed values always carry all places
    Written(Decimal<P> v, int written_places) : value(v), places(written_places) {}

    static std::expected<Written, DecimalError> parse(std::string_view text) {
        auto const dot = text.find('.');
        int const written = dot == std::string_view::npos ? 0 : static_cast<int>(text.size() - dot - 1);
        auto kept = text;
        if (written > P) {
            if (text.find_first_not_of("0123456789", dot + 1) != std::string_view::npos)
                return std::unexpected(DecimalError::syntax);
            kept = text.substr(0, dot + 1 + P);
            if (P == 0) kept = text.substr(0, dot);
        }
        auto const value = Decimal<P>::parse(kept);
        if (!value) return std::unexpected(value.error());
        return Written(*value, written);
    }

    /// Writes the text at `to`, which has room for 24 characters, and returns its end.
    char* write(char* to) const {
        char* end = value.write(to);
        return places < P ? end - (places == 0 ? P + 1 : P - places) : end;
    }
    std::string to_string() const {
        char text[24];
        return {text, write(text)};
    }

    friend bool operator==(Written const&, Written const&) = default;
};

using Valor = Written<2>; ///< an amount in BRL

} // namespace balcao::nfce
