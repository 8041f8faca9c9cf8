// What remains of an order's item, and what it costs: parts add up, whatever is invoiced when.
#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "selling/budgets/invoicing.hpp"

namespace balcao::budgets {
namespace {

Quantity quantity(std::string_view text) { return Quantity::parse(text).value(); }
Price price(std::string_view text) { return Price::parse(text).value(); }
Money money(std::string_view text) { return Money::parse(text).value(); }

Money amount(Quantity quantidade, Price valor) { return rounded_product<2>(Rounding::half_up, 1, quantidade, valor); }

BudgetItem item(std::string_view quantidade, std::string_view valor, std::string_view rateio_desconto = "0.00",
                std::string_view rateio_acrescimo = "0.00") {
    BudgetItem one;
    one.quantidade = quantity(quantidade);
    one.valor_venda = price(valor);
    one.total = amount(one.quantidade, *one.valor_venda);
    one.rateio_desconto = money(rateio_desconto);
    one.rateio_acrescimo = money(rateio_acrescimo);
    one.unidade = "m²";
    return one;
}

TEST(Invoicing, AnItemWithoutDiscountKeepsItsPrice) {
    auto const left = remainder_of(item("10", "41.00"));
    EXPECT_EQ(left.quantidade, quantity("10"));
    EXPECT_EQ(left.valor, price("41.00"));
    EXPECT_TRUE(left.desconto.is_zero());
}

TEST(Invoicing, DiscountAndSurchargeOverTheWholeAreInThePrice) {
    // 100.00 less 10.00: 30.00 each, exactly.
    EXPECT_EQ(remainder_of(item("3", "33.3333", "10.00")).valor, price("30.00"));
    // 100.00 and 0.01 for three: 33.3367 each come to 100.01.
    auto const left = remainder_of(item("3", "33.3333", "0.00", "0.01"));
    EXPECT_EQ(amount(left.quantidade, left.valor) - left.desconto, money("100.01"));
    EXPECT_GE(left.valor, price("33.3333"));
}

TEST(Invoicing, NothingIsLeftOfWhatWasInvoiced) {
    auto whole = item("2.5", "10.00");
    whole.faturada = whole.quantidade;
    EXPECT_TRUE(remainder_of(whole).quantidade.is_zero());
    EXPECT_EQ(remainder_text(whole), "Restam 0,00 m² deste item do pedido.");
}

TEST(Invoicing, SaysWhatRemains) {
    auto part = item("1234.5678", "10.00");
    part.faturada = quantity("0.5678");
    EXPECT_EQ(remainder_text(part), "Restam 1.234,00 m² deste item do pedido.");
    part.unidade.reset();
    EXPECT_EQ(remainder_text(part), "Restam 1.234,00 deste item do pedido.");
}

TEST(Invoicing, PercentIsOfTheAmount) {
    Budget order;
    order.itens = {item("10", "1.00"), item("1", "90.00")};
    EXPECT_FALSE(is_invoiced(order));
    EXPECT_TRUE(invoiced_percent(order).is_zero());
    order.itens[0].faturada = quantity("5");
    EXPECT_TRUE(is_invoiced(order));
    EXPECT_EQ(invoiced_percent(order), Decimal<2>::from_units(5));
    order.itens[0].faturada = quantity("10");
    order.itens[1].faturada = quantity("1");
    EXPECT_EQ(invoiced_percent(order), Decimal<2>::from_units(100));
}

// What each part is charged when it takes all that is left but a rest, which the next part takes.
RC_GTEST_PROP(Invoicing, PartsAddUpToTheItemsTotal, ()) {
    auto one = item("1", "1.00");
    one.quantidade = Quantity::from_raw(*rc::gen::inRange<std::int64_t>(1, 100'000'000));
    one.valor_venda = Price::from_raw(*rc::gen::inRange<std::int64_t>(0, 100'000'000));
    one.total = amount(one.quantidade, *one.valor_venda);
    one.rateio_desconto = Money::from_raw(*rc::gen::inRange<std::int64_t>(0, one.total.raw() + 1));
    one.rateio_acrescimo = Money::from_raw(*rc::gen::inRange<std::int64_t>(0, 100'000));
    auto const whole = one.total - one.rateio_desconto + one.rateio_acrescimo;

    auto const left = remainder_of(one);
    RC_ASSERT(left.quantidade == one.quantidade);
    RC_ASSERT(left.desconto >= Money{});
    RC_ASSERT(amount(left.quantidade, left.valor) - left.desconto == whole);

    one.faturada = Quantity::from_raw(*rc::gen::inRange<std::int64_t>(0, one.quantidade.raw()));
    auto const before = remainder_of(one);
    auto const rest = amount(before.quantidade, before.valor) - before.desconto;
    RC_ASSERT(before.desconto >= Money{});
    RC_ASSERT(rest >= Money{});
    RC_ASSERT(rest <= whole);
}

} // namespace
} // namespace balcao::budgets
