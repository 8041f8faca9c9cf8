// What a sale comes to, what is missing, what goes back, and how far prices were left.

#include "selling/sales/sale_amounts.hpp"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace balcao::sales {
namespace {

Money money(std::string_view text) { return Money::parse(text).value(); }
Price price(std::string_view text) { return Price::parse(text).value(); }

ItemAmounts item(std::string_view quantity, std::string_view valor, std::string_view preco = {}) {
    auto const now = price(preco.empty() ? valor : preco);
    return {.descricao = "Laje H8",
            .quantidade = Quantity::parse(quantity).value(),
            .valor = price(valor),
            .preco_lido = now,
            .preco = now,
            .desconto = {}};
}

SaleAmounts sale(std::vector<ItemAmounts> items, std::string_view total, std::vector<Payment> payments = {}) {
    return {.itens = std::move(items),
            .desconto = {},
            .acrescimo = {},
            .frete = {},
            .pagamentos = std::move(payments),
            .total_visto = money(total)};
}

struct Outcome {
    SaleTotals totals;
    std::map<std::string, std::string> problems;
};
Outcome compute(SaleAmounts const& amounts, bool must_be_paid = true) {
    std::vector<FieldProblem> problems;
    Outcome outcome{compute_sale(amounts, must_be_paid, problems), {}};
    for (auto const& problem : problems) outcome.problems.emplace(problem.field, problem.message);
    return outcome;
}

TEST(Sale, IsPaidAndGivesChange) {
    auto const paid = compute(sale({item("2", "41.00"), item("0.5", "10.01")}, "87.01", {{"01", money("100.00")}}));
    EXPECT_THAT(paid.problems, testing::IsEmpty());
    EXPECT_EQ(paid.totals.total, money("87.01"));
    EXPECT_EQ(paid.totals.troco, money("12.99"));
    EXPECT_TRUE(paid.totals.desconto_percentual.is_zero());
}

TEST(Sale, AddsFreightAfterDiscountAndSurcharge) {
    auto amounts = sale({item("1", "100.00")}, "107.00", {{"20", money("107.00")}});
    amounts.desconto = money("5.00");
    amounts.acrescimo = money("2.00");
    amounts.frete = money("10.00");
    auto const paid = compute(amounts);
    EXPECT_THAT(paid.problems, testing::IsEmpty());
    EXPECT_EQ(paid.totals.itens.at(0).rateio_desconto, money("5.00"));
    EXPECT_EQ(paid.totals.troco, Money{});
}

TEST(Sale, SaysWhatIsMissing) {
    auto const short_of = sale({item("1", "41.00")}, "41.00", {{"03", money("20.00")}, {"01", money("9.00")}});
    EXPECT_EQ(compute(short_of).problems.at("pagamentos"), "Faltam R$\u00a012,00 para fechar a venda.");
    EXPECT_THAT(compute(short_of, false).problems, testing::IsEmpty()) << "a draft need not be paid";
}

TEST(Sale, GivesChangeOfCashAndChequesAlone) {
    auto const total = "41.00";
    EXPECT_TRUE(compute(sale({item("1", total)}, total, {{"03", money("50.00")}})).problems.contains("pagamentos"));
    EXPECT_TRUE(compute(sale({item("1", total)}, total, {{"03", money("50.00")}, {"01", money("8.99")}}))
                    .problems.contains("pagamentos"));
    EXPECT_FALSE(compute(sale({item("1", total)}, total, {{"03", money("40.00")}, {"01", money("9.00")}}))
                     .problems.contains("pagamentos"));
    EXPECT_FALSE(compute(sale({item("1", total)}, total, {{"02", money("50.00")}})).problems.contains("pagamentos"));
}

TEST(Sale, RefusesPaymentsThatReceiptsOfConsumersMustNotHave) {
    for (auto const* const tPag : {"14", "90"})
        EXPECT_TRUE(
            compute(sale({item("1", "1.00")}, "1.00", {{tPag, money("1.00")}})).problems.contains("pagamentos.0.tPag"));
    EXPECT_TRUE(compute(sale({item("1", "1.00")}, "1.00", {{"01", money("1.00")}, {"03", Money{}}}))
                    .problems.contains("pagamentos.1.valor"));
}

TEST(Sale, TellsAChangedPrice) {
    auto amounts = sale({item("1", "10.00"), item("1", "41.00")}, "51.00", {{"01", money("51.00")}});
    amounts.itens[1].preco = price("42.50");
    EXPECT_EQ(compute(amounts).problems.at("itens.1.valor"),
              "O preço de Laje H8 mudou de R$\u00a041,00 para R$\u00a042,50 depois que entrou na venda. Confira e "
              "cobre o novo valor.");
}

TEST(Sale, TellsATotalThatWasNotSeen) {
    auto const problems = compute(sale({item("1", "41.00")}, "40.00", {{"01", money("41.00")}})).problems;
    EXPECT_EQ(
        problems.at("total_visto"),
        "O total da venda é R$\u00a041,00, e na tela estava R$\u00a040,00. Confira os itens e cobre o total certo.");
}

TEST(Sale, HasOneToManyItems) {
    EXPECT_TRUE(compute(sale({}, "0.00")).problems.contains("itens"));
    std::vector<ItemAmounts> items(990, item("1", "1.00"));
    EXPECT_THAT(compute(sale(items, "990.00", {{"01", money("990.00")}})).problems, testing::IsEmpty());
    items.push_back(item("1", "1.00"));
    EXPECT_TRUE(compute(sale(items, "991.00", {{"01", money("991.00")}})).problems.contains("itens"));
    EXPECT_TRUE(compute(sale({item("0", "1.00")}, "0.00")).problems.contains("itens.0.quantidade"));
    EXPECT_TRUE(compute(sale({item("1", "0.00")}, "0.00")).problems.contains("itens")) << "nothing to pay";
}

TEST(Sale, NamesAmountsThatNoReceiptCanHave) {
    auto const huge = item("99999999999", "0.01", "99999999999.00");
    EXPECT_TRUE(compute(sale({huge}, "999999999.99")).problems.contains("itens.0.quantidade"));
}

std::string left(SaleAmounts const& amounts) { return compute(amounts, false).totals.desconto_percentual.to_string(); }

TEST(Discounts, AreAShareOfWhatTheProductsCost) {
    EXPECT_EQ(left(sale({item("1", "95.00", "100.00")}, "95.00")), "5.00") << "a lower price is a discount";
    auto amounts = sale({item("1", "100.00")}, "90.00");
    amounts.desconto = money("4.00");
    amounts.itens[0].desconto = money("6.00");
    EXPECT_EQ(left(amounts), "10.00");
    EXPECT_EQ(left(sale({item("1", "110.00", "100.00")}, "110.00")), "10.00") << "a higher one a surcharge";
    EXPECT_EQ(left(sale({item("1", "5.00", "0.00")}, "5.00")), "100.00");
    EXPECT_EQ(left(sale({item("1", "95.00", "100.00"), item("1", "105.00", "100.00")}, "200.00")), "2.50")
        << "one does not make up for the other";
}

TEST(Discounts, AreNeverRoundedBelowALimit) {
    EXPECT_EQ(left(sale({item("1", "2849.99", "3000.00")}, "2849.99")), "5.01") << "5.0003 %";
    EXPECT_EQ(left(sale({item("1", "2850.00", "3000.00")}, "2850.00")), "5.00");
}

RC_GTEST_PROP(Sales, OfWholeCentsAddUp, ()) {
    SaleAmounts amounts;
    auto const count = *rc::gen::inRange(1, 8);
    for (int i = 0; i < count; ++i) {
        auto const unit = Price::from_raw(*rc::gen::inRange<std::int64_t>(100, 10'000'000));
        amounts.itens.push_back({.descricao = "x",
                                 .quantidade = Quantity::from_raw(*rc::gen::inRange<std::int64_t>(1, 100'000'000)),
                                 .valor = unit,
                                 .preco_lido = unit,
                                 .preco = unit,
                                 .desconto = {}});
    }
    amounts.frete = Money::from_raw(*rc::gen::inRange<std::int64_t>(0, 10'000));
    amounts.total_visto = Money{};
    auto const draft = compute(amounts, false).totals;
    RC_PRE(draft.total > Money{});
    amounts.total_visto = draft.total;
    auto const handed_over = draft.total + Money::from_raw(*rc::gen::inRange<std::int64_t>(0, 100'000));
    amounts.pagamentos = {{"01", handed_over}};
    auto const paid = compute(amounts);
    RC_ASSERT(paid.problems.empty());
    Money items;
    for (auto const& one : paid.totals.itens) items += one.total;
    RC_ASSERT(items + amounts.frete == paid.totals.total);
    RC_ASSERT(handed_over - paid.totals.troco == paid.totals.total);
}

} // namespace
} // namespace balcao::sales
