// What parts of goods are worth: however they come back or leave, in the end it was what was paid, to the cent.

#include "selling/sales/shares.hpp"

#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace balcao::sales {
namespace {

using testing::ElementsAre;

Money cents(std::int64_t amount) { return Money::from_raw(amount); }
Quantity units(std::int64_t amount) { return Quantity::from_units(amount); }

SaleItem item(Quantity quantity, Money price, Money discount = {}) {
    SaleItem sold;
    sold.quantidade = quantity;
    sold.valor = round_to<4>(price, Rounding::half_up);
    sold.desconto = discount;
    sold.total = rounded_product<2>(Rounding::half_up, 1, quantity, sold.valor) - discount;
    return sold;
}

Money sum(std::vector<Money> const& amounts) { return std::accumulate(amounts.begin(), amounts.end(), Money{}); }

TEST(ReturnShares, WhatIsOverTheWholeIsSharedByTheGoods) {
    Sale sale;
    sale.itens = {item(units(2), cents(1000)), item(units(1), cents(1000), cents(500))};
    EXPECT_THAT(paid_for(sale), ElementsAre(cents(2000), cents(500)));
    sale.desconto = cents(300);
    EXPECT_THAT(paid_for(sale), ElementsAre(cents(1800), cents(400)));
    sale.acrescimo = cents(100); // 66.67 and 33.33
    EXPECT_THAT(paid_for(sale), ElementsAre(cents(1867), cents(433)));
    sale.frete = cents(3000);
    EXPECT_THAT(paid_for(sale), ElementsAre(cents(3867), cents(1433)));
}

TEST(ReturnShares, CentsThatDoNotDivideComeBackOnceEach) {
    std::vector<Money> given;
    for (int i = 0; i < 3; ++i) given.push_back(share_of(cents(95), units(3), units(i), units(1)));
    EXPECT_THAT(given, ElementsAre(cents(32), cents(31), cents(32)));
    EXPECT_EQ(share_of(cents(1), units(1000), units(0), units(1)), Money{});
    EXPECT_EQ(share_of(budgets::most_money, units(99'999'999), {}, units(99'999'999)), budgets::most_money);
}

RC_GTEST_PROP(ReturnShares, ComeToTheSalesTotal, ()) {
    Sale sale;
    Money goods;
    for (auto left = *rc::gen::inRange(1, 12); left > 0; --left) {
        auto const price = cents(*rc::gen::inRange(1, 1'000'00));
        auto const quantity = Quantity::from_raw(*rc::gen::inRange(1, 100'0000));
        auto sold = item(quantity, price);
        sold.desconto = cents(*rc::gen::inRange<std::int64_t>(0, sold.total.raw() + 1));
        sold.total -= sold.desconto;
        goods += sold.total;
        sale.itens.push_back(sold);
    }
    RC_PRE(sum([&] {
               std::vector<Money> listed;
               for (auto const& sold : sale.itens) listed.push_back(sold.total + sold.desconto);
               return listed;
           }()) > Money{});
    sale.desconto = cents(*rc::gen::inRange<std::int64_t>(0, goods.raw() + 1));
    sale.acrescimo = cents(*rc::gen::inRange(0, 100'00));
    sale.frete = cents(*rc::gen::inRange(0, 100'00));
    auto const paid = paid_for(sale);
    RC_ASSERT(sum(paid) == goods - sale.desconto + sale.acrescimo + sale.frete);
    for (auto const& share : paid) RC_ASSERT(share >= Money{});
}

RC_GTEST_PROP(ReturnShares, ComeToWhatWasPaidHoweverTheGoodsComeBack, ()) {
    auto const paid = cents(*rc::gen::inRange(0, 10'000'00));
    auto const sold = Quantity::from_raw(*rc::gen::inRange(1, 100'0000));
    Quantity before;
    Money given;
    while (before < sold) {
        auto const left = (sold - before).raw();
        auto const back = Quantity::from_raw(*rc::gen::inRange<std::int64_t>(1, left + 1));
        auto const share = share_of(paid, sold, before, back);
        RC_ASSERT(share >= Money{});
        given += share;
        before += back;
    }
    RC_ASSERT(given == paid);
}

} // namespace
} // namespace balcao::sales
