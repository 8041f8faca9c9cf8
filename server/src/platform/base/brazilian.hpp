#pragma once
// Numbers, dates and documents in Brazilian notation.

#include <cstdint>
#include <string>
#include <string_view>

#include "platform/base/decimal.hpp"

namespace balcao {

/// `1.047`
std::string grouped(std::int64_t number);

namespace detail {
std::string decimal_text(std::string_view fixed, int least_places);
}
/// `1.234,50`; trailing zeros beyond `least_places` are left out.
template <int Places>
std::string decimal_text(Decimal<Places> value, int least_places = Places) {
    return detail::decimal_text(value.to_string(), least_places);
}
/// `R$ 1.234,50`, with a non-breaking space.
std::string brl(Money amount);

/// `2026-11-21` → `21/11/2026`
std::string date_text(std::string_view iso_date);

/// `(19) 3232-1010`; text of another length is returned unchanged.
std::string phone_text(std::string_view digits);
/// `13010-000`; text of another length is returned unchanged.
std::string cep_text(std::string_view digits);
/// A CPF or CNPJ with its punctuation.
std::string document_text(std::string_view document);

} // namespace balcao
