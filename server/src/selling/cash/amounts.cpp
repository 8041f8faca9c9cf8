#include "selling/cash/amounts.hpp"

#include <algorithm>

namespace balcao::cash {

namespace {

constexpr std::string_view cash = "01";

void add(std::vector<Sum>& sums, std::string_view tPag, Money valor) {
    auto found = std::ranges::find(sums, tPag, &Sum::tPag);
    if (found == sums.end())
        found = sums.insert(found, {.tipo = std::string(venda), .tPag = std::string(tPag), .quantidade = 1});
    found->valor += valor;
}

} // namespace

std::size_t kind_of(std::string_view tPag) {
    if (tPag == "17") tPag = "20"; // Pix by a changing QR code
    auto const found = std::ranges::find(kinds, tPag);
    return static_cast<std::size_t>(std::min<std::ptrdiff_t>(found - kinds.begin(), kinds.size() - 1));
}

Amounts expected(std::span<Sum const> sums) {
    Amounts amounts{};
    for (auto const& sum : sums) amounts[kind_of(sum.tPag)] += sum.valor;
    return amounts;
}

std::vector<Sum> moved_by(sales::Sale const& sale) {
    std::vector<Sum> sums;
    for (auto const& payment : sale.pagamentos) {
        if (payment.tPag != sales::store_credit) add(sums, payment.tPag, payment.valor);
    }
    if (!sale.troco.is_zero()) add(sums, cash, -sale.troco);
    std::erase_if(sums, [](Sum const& sum) { return sum.valor.is_zero(); });
    return sums;
}

} // namespace balcao::cash
