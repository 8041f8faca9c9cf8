// The arithmetic of budgets: the cases of a text table, and what holds for any numbers.

#include "selling/budgets/totals.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace balcao::budgets {
namespace {

struct TotalsCase {
    std::map<std::string, std::string> values;
    std::vector<ItemAmounts> items;
    std::vector<ItemTotals> item_totals;
    std::vector<Installment> installments;

    Money money(std::string const& name) const {
        return values.contains(name) ? Money::parse(values.at(name)).value() : Money{};
    }
};

void add_line(TotalsCase& read, std::string const& name, std::string const& value) {
    std::istringstream words(value);
    std::vector<std::string> parts;
    for (std::string word; words >> word;) parts.push_back(word);
    if (name == "item") {
        read.items.push_back({.quantidade = Quantity::parse(parts.at(0)).value(),
                              .valor_venda = Price::parse(parts.at(1)).value(),
                              .desconto = Money::parse(parts.at(2)).value()});
        if (parts.size() == 3) return;
        read.item_totals.push_back({.total = Money::parse(parts.at(4)).value(),
                                    .rateio_desconto = Money::parse(parts.at(5)).value(),
                                    .rateio_acrescimo = Money::parse(parts.at(6)).value()});
    } else if (name == "parcela") {
        read.installments.push_back({.vencimento = parts.at(0), .valor = Money::parse(parts.at(1)).value()});
    } else {
        read.values[name] = value;
    }
}

std::vector<TotalsCase> read_cases() {
    std::ifstream file(std::filesystem::path(BALCAO_TEST_DATA).parent_path() /
                       "selling/budgets/cases/budget-totals.txt");
    if (!file) throw std::runtime_error("budget-totals.txt is missing");
    std::vector<TotalsCase> cases(1);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        if (line.empty()) {
            if (!cases.back().values.empty()) cases.emplace_back();
            continue;
        }
        auto const colon = line.find(": ");
        if (colon == std::string::npos) throw std::runtime_error("not `name: value`: " + line);
        add_line(cases.back(), line.substr(0, colon), line.substr(colon + 2));
    }
    if (cases.back().values.empty()) cases.pop_back();
    return cases;
}

class BudgetTotalsCase : public testing::TestWithParam<TotalsCase> {};

TEST_P(BudgetTotalsCase, ComesOut) {
    auto const& expected = GetParam();
    std::vector<FieldProblem> problems;
    auto const totals = compute_totals(expected.items,
                                       {.total_venda = expected.money("typed"),
                                        .desconto = expected.money("desconto"),
                                        .acrescimo = expected.money("acrescimo")},
                                       problems);
    if (expected.values.contains("problem")) {
        ASSERT_EQ(problems.size(), 1U);
        EXPECT_EQ(problems.front().field, expected.values.at("problem"));
        EXPECT_TRUE(problems.front().message.ends_with('.')) << problems.front().message;
        return;
    }
    ASSERT_TRUE(problems.empty()) << problems.front().field << ": " << problems.front().message;
    EXPECT_EQ(totals.total_venda.to_string(), expected.values.at("total_venda"));
    EXPECT_EQ(totals.total_fatura.to_string(), expected.values.at("total_fatura"));
    ASSERT_EQ(totals.items.size(), expected.item_totals.size());
    for (std::size_t i = 0; i < totals.items.size(); ++i) {
        EXPECT_EQ(totals.items[i].total.to_string(), expected.item_totals[i].total.to_string()) << "item " << i;
        EXPECT_EQ(totals.items[i].rateio_desconto.to_string(), expected.item_totals[i].rateio_desconto.to_string())
            << "item " << i;
        EXPECT_EQ(totals.items[i].rateio_acrescimo.to_string(), expected.item_totals[i].rateio_acrescimo.to_string())
            << "item " << i;
    }
    if (!expected.values.contains("installments")) return;
    std::istringstream words(expected.values.at("installments"));
    std::int64_t count = 0;
    std::string from;
    words >> count >> from;
    auto const made = make_installments(totals.total_fatura, count, from);
    ASSERT_EQ(made.size(), expected.installments.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        EXPECT_EQ(made[i].vencimento, expected.installments[i].vencimento);
        EXPECT_EQ(made[i].valor.to_string(), expected.installments[i].valor.to_string());
    }
}

INSTANTIATE_TEST_SUITE_P(Table, BudgetTotalsCase, testing::ValuesIn(read_cases()),
                         [](auto const& info) { return "case_" + std::to_string(info.index + 1); });

void PrintTo(TotalsCase const& shown, std::ostream* out) { *out << shown.values.at("case"); }

// Items as somebody may enter them: mostly ordinary numbers, some free, some discounted.
std::vector<ItemAmounts> random_items() {
    auto const count = *rc::gen::inRange<std::size_t>(1, 40);
    std::vector<ItemAmounts> items;
    for (std::size_t i = 0; i < count; ++i) {
        ItemAmounts item{
            .quantidade = Quantity::from_raw(*rc::gen::inRange<std::int64_t>(1, 5'000'000)),
            .valor_venda = Price::from_raw(*rc::gen::weightedOneOf<std::int64_t>(
                {{1, rc::gen::just<std::int64_t>(0)}, {6, rc::gen::inRange<std::int64_t>(0, 50'000'000)}}))};
        auto const product = rounded_product<2>(Rounding::half_up, 1, item.quantidade, item.valor_venda);
        item.desconto = Money::from_raw(*rc::gen::inRange<std::int64_t>(0, product.raw() / 2 + 1));
        items.push_back(item);
    }
    return items;
}

Money up_to(Money most) { return Money::from_raw(*rc::gen::inRange<std::int64_t>(0, most.raw() + 1)); }

RC_GTEST_PROP(BudgetTotals, PartsAddUpAndNothingFallsBelowZero, ()) {
    auto const items = random_items();
    std::vector<FieldProblem> problems;
    auto const sum = compute_totals(items, {}, problems).total_venda;
    WholeAmounts whole{.acrescimo = up_to(Money::from_raw(sum.raw() / 3 + 1000))};
    whole.desconto = up_to(sum + whole.acrescimo);
    auto const totals = compute_totals(items, whole, problems);
    RC_ASSERT(problems.empty());

    Money total;
    Money discounts;
    Money surcharges;
    for (auto const& item : totals.items) {
        RC_ASSERT(item.total >= Money{});
        RC_ASSERT(item.rateio_desconto >= Money{});
        RC_ASSERT(item.rateio_acrescimo >= Money{});
        RC_ASSERT(item.total + item.rateio_acrescimo - item.rateio_desconto >= Money{});
        total += item.total;
        discounts += item.rateio_desconto;
        surcharges += item.rateio_acrescimo;
    }
    RC_ASSERT(total == totals.total_venda);
    RC_ASSERT(discounts == whole.desconto);
    RC_ASSERT(surcharges == whole.acrescimo);
    RC_ASSERT(totals.total_fatura == total - discounts + surcharges);
    RC_ASSERT(totals.total_fatura >= Money{});
}

RC_GTEST_PROP(BudgetTotals, TheOrderOfTheItemsDoesNotMatter, ()) {
    auto items = random_items();
    std::vector<FieldProblem> problems;
    WholeAmounts const whole{.acrescimo = up_to(Money::from_raw(100'000))};
    auto const totals = compute_totals(items, whole, problems);
    std::ranges::reverse(items);
    std::ranges::rotate(items, items.begin() +
                                   *rc::gen::inRange<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(items.size())));
    auto const others = compute_totals(items, whole, problems);
    RC_ASSERT(problems.empty());
    RC_ASSERT(others.total_venda == totals.total_venda);
    RC_ASSERT(others.total_fatura == totals.total_fatura);
}

RC_GTEST_PROP(BudgetTotals, AnyNumbersGiveTotalsOrAProblem, ()) {
    std::vector<ItemAmounts> items;
    auto const any = rc::gen::inRange<std::int64_t>(0, std::numeric_limits<std::int64_t>::max());
    auto const money = rc::gen::inRange<std::int64_t>(0, most_money.raw() + 1);
    for (auto i = *rc::gen::inRange(0, 5); i > 0; --i) {
        items.push_back({.quantidade = Quantity::from_raw(*any),
                         .valor_venda = Price::from_raw(*any),
                         .desconto = Money::from_raw(*money)});
    }
    WholeAmounts const whole{.total_venda = Money::from_raw(*money),
                             .desconto = Money::from_raw(*money),
                             .acrescimo = Money::from_raw(*money)};
    std::vector<FieldProblem> problems;
    auto const totals = compute_totals(items, whole, problems);
    if (problems.empty()) RC_ASSERT(totals.total_fatura >= Money{} && totals.total_venda <= most_money);
}

RC_GTEST_PROP(BudgetInstallments, AddUpAndAreDifferentByTheFirstOnly, ()) {
    auto const total = up_to(most_money);
    auto const count = *rc::gen::inRange<std::int64_t>(1, 121);
    auto const made = make_installments(total, count, "2026-11-21");
    RC_ASSERT(made.size() == (total.is_zero() ? 0 : static_cast<std::size_t>(count)));
    Money sum;
    for (std::size_t i = 0; i < made.size(); ++i) {
        sum += made[i].valor;
        RC_ASSERT(made[i].valor >= Money{});
        if (i > 1) RC_ASSERT(made[i].valor == made[1].valor);
        if (i > 0) RC_ASSERT(made[i].vencimento > made[i - 1].vencimento);
    }
    RC_ASSERT(sum == total);
    std::vector<FieldProblem> problems;
    if (!made.empty()) check_installments(made, total, problems);
    RC_ASSERT(problems.empty());
}

std::map<std::string, std::string> problems_of(std::vector<Installment> const& typed, Money total) {
    std::vector<FieldProblem> problems;
    check_installments(typed, total, problems);
    std::map<std::string, std::string> by_field;
    for (auto const& problem : problems) by_field.emplace(problem.field, problem.message);
    return by_field;
}

TEST(BudgetInstallments, MustAddUpToTheTotal) {
    auto const money = [](std::string_view text) { return Money::parse(text).value(); };
    std::vector<Installment> const typed{{"2026-12-01", money("60.00")}, {"2027-01-01", money("40.00")}};
    EXPECT_TRUE(problems_of(typed, money("100.00")).empty());
    EXPECT_EQ(problems_of(typed, money("1100.00")).at("parcelas.1.valor"),
              "As parcelas somam R$\u00a0100,00 e o total é R$\u00a01.100,00. Faltam R$\u00a01.000,00.");
    EXPECT_EQ(problems_of(typed, money("99.99")).at("parcelas.1.valor"),
              "As parcelas somam R$\u00a0100,00 e o total é R$\u00a099,99. Sobram R$\u00a00,01.");
}

TEST(BudgetInstallments, MustBeInTheOrderOfTheirDates) {
    auto const half = Money::parse("5.00").value();
    auto const total = Money::parse("10.00").value();
    EXPECT_TRUE(problems_of({{"2026-12-01", half}, {"2026-12-01", half}}, total).empty());
    auto const problems = problems_of({{"2026-12-02", half}, {"2026-12-01", half}}, total);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_TRUE(problems.contains("parcelas.1.vencimento"));
}

} // namespace
} // namespace balcao::budgets
