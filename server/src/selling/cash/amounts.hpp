#pragma once
// What a till should hold, by its movements. Pure.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/decimal.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::cash {

/// What is counted by itself, as means of payment of the layout: cash, Pix, debit, credit, and all others as one.
inline constexpr std::array<std::string_view, 5> kinds{"01", "20", "04", "03", "99"};
/// A value of each of `kinds`.
using Amounts = std::array<Money, kinds.size()>;
inline constexpr std::size_t in_cash = 0;

/// Place in `kinds` of a means of payment (tPag).
std::size_t kind_of(std::string_view tPag);

inline constexpr std::string_view abertura = "abertura";
inline constexpr std::string_view venda = "venda";
inline constexpr std::string_view estorno = "estorno";
inline constexpr std::string_view suprimento = "suprimento";
inline constexpr std::string_view sangria = "sangria";
inline constexpr std::string_view devolucao = "devolucao"; // paid back for goods that came back

/// Movements of one session that have type and means of payment in common.
struct Sum {
    std::string tipo;
    std::string tPag;
    std::int64_t quantidade = 0; // how many
    Money valor;                 // signed
};
/// What the session should hold of each kind: the sum of its movements. The one function that the closing, the session
/// and the report read.
Amounts expected(std::span<Sum const> sums);

/// What a sale moves, by means of payment in the order of the payments: what was handed over, less the change, which is
/// always cash. What comes to nothing is left out, and so is a store credit: no till holds it.
std::vector<Sum> moved_by(sales::Sale const& sale);

} // namespace balcao::cash
