// The rules on a typed budget, what its document says, and how a period falls into months.

#include "selling/budgets/budget.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "selling/budgets/budget_document.hpp"
#include "selling/budgets/budget_months.hpp"

namespace balcao::budgets {
namespace {

boost::json::object good_budget() {
    return {{"data_orcamento", "2026-11-21"}, {"cliente_id", "01890000-0000-7000-8000-000000000001"}};
}

std::map<std::string, std::string> problems_of(boost::json::object json, Budget* budget = nullptr) {
    std::vector<FieldProblem> problems;
    auto read = read_budget(std::move(json), problems);
    if (budget != nullptr) *budget = std::move(read);
    std::map<std::string, std::string> by_field;
    for (auto const& problem : problems) by_field.emplace(problem.field, problem.message);
    return by_field;
}

struct Case {
    char const* field;
    boost::json::value typed;
    bool taken;
};
void PrintTo(Case const& shown, std::ostream* out) { *out << shown.field; }

class BudgetRule : public testing::TestWithParam<Case> {};

TEST_P(BudgetRule, Holds) {
    auto const& [field, typed, taken] = GetParam();
    auto json = good_budget();
    json[field] = typed;
    auto const problems = problems_of(json);
    if (taken) {
        EXPECT_TRUE(problems.empty()) << problems.begin()->first << ": " << problems.begin()->second;
        return;
    }
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_TRUE(problems.contains(field));
    EXPECT_TRUE(problems.at(field).ends_with('.')) << "a sentence: " << problems.at(field);
}

INSTANTIATE_TEST_SUITE_P(Table, BudgetRule,
                         testing::Values(Case{"data_orcamento", "2024-02-29", true},         //
                                         Case{"data_orcamento", "2026-02-29", false},        //
                                         Case{"data_orcamento", nullptr, false},             //
                                         Case{"data_orcamento", "21/11/2026", false},        //
                                         Case{"cliente_id", nullptr, false},                 //
                                         Case{"cliente_id", "1", false},                     //
                                         Case{"tipo", "Pedido", true},                       //
                                         Case{"tipo", "", true},                             //
                                         Case{"tipo", "pedido", false},                      //
                                         Case{"debito_credito", "C", true},                  //
                                         Case{"debito_credito", "E", false},                 //
                                         Case{"cfop", "5102", true},                         //
                                         Case{"cfop", "5.102", true},                        //
                                         Case{"cfop", "5999", false},                        //
                                         Case{"cfop", "51020", false},                       //
                                         Case{"validade", 0, true},                          //
                                         Case{"validade", 3650, true},                       //
                                         Case{"validade", 3651, false},                      //
                                         Case{"prazo_entrega", -1, false},                   //
                                         Case{"numero_parcelas", 120, true},                 //
                                         Case{"numero_parcelas", 121, false},                //
                                         Case{"numero_parcelas", 0, false},                  //
                                         Case{"numero_parcelas", "3", false},                //
                                         Case{"faturado", true, true},                       //
                                         Case{"faturado", "S", false},                       //
                                         Case{"telefone", "(19) 3232-1010", true},           //
                                         Case{"telefone", "12345", false},                   //
                                         Case{"total_venda", "99999999999.99", true},        //
                                         Case{"total_venda", "100000000000.00", false},      //
                                         Case{"total_venda", "-0.01", false},                //
                                         Case{"desconto", "1.005", false},                   //
                                         Case{"desconto", 1, false},                         //
                                         Case{"acrescimo", "1e400", false},                  //
                                         Case{"observacao", "duas\nlinhas", true},           //
                                         Case{"obra", "duas\nlinhas", false},                //
                                         Case{"obra", boost::json::string(121, 'x'), false}, //
                                         Case{"itens", boost::json::array(), true},          //
                                         Case{"itens", boost::json::object(), false},        //
                                         Case{"itens", nullptr, true},                       //
                                         Case{"parcelas", "x", false},                       //
                                         Case{"desconhecido", "x", false},                   //
                                         Case{"numero_pedido", 7, true},                     // read-only: ignored
                                         Case{"total_fatura", "77.00", true}));

TEST(BudgetParts, AreToldByTheirPlace) {
    auto json = good_budget();
    json["itens"] = {{{"composicao_id", "01890000-0000-7000-8000-000000000002"}, {"quantidade", "1.0000"}},
                     {{"composicao_id", "x"}, {"quantidade", "0"}, {"total", "5.00"}},
                     {{"quantidade", "1.00001"}, {"cor", "azul"}},
                     "x"};
    json["parcelas"] = {{{"vencimento", "2026-12-01"}, {"valor", "1.00"}}, {{"vencimento", "2026-12-32"}}};
    auto const problems = problems_of(json);
    std::vector<std::string> fields;
    for (auto const& [field, message] : problems) fields.push_back(field);
    EXPECT_EQ(fields, (std::vector<std::string>{"itens.1.composicao_id", "itens.1.quantidade", "itens.2.composicao_id",
                                                "itens.2.cor", "itens.2.quantidade", "itens.3", "parcelas.1.valor",
                                                "parcelas.1.vencimento"}));
}

TEST(BudgetParts, CountTheInstallments) {
    auto json = good_budget();
    json["parcelas"] = {{{"vencimento", "2026-12-01"}, {"valor", "1.00"}},
                        {{"vencimento", "2026-12-02"}, {"valor", "1.00"}}};
    Budget budget;
    EXPECT_TRUE(problems_of(json, &budget).empty());
    EXPECT_EQ(budget.numero_parcelas, 2);
    json["numero_parcelas"] = 3;
    EXPECT_TRUE(problems_of(json).contains("numero_parcelas"));
}

TEST(BudgetChanges, NameItemsOnlyWhenTheyChanged) {
    Budget before;
    before.itens = {{.id = BudgetItemId::make(),
                     .descricao = "Laje",
                     .quantidade = Quantity::from_units(1),
                     .valor_venda = Price{}}};
    auto after = before;
    after.itens.front().id = BudgetItemId::make();
    EXPECT_EQ(changes_json(before, after), "{}");
    after.itens.front().quantidade = Quantity::from_units(2);
    after.obra = "A";
    auto const changes = changes_json(before, after);
    EXPECT_TRUE(changes.starts_with(R"({"obra":[null,"A"],"itens":[[{)")) << changes;
    EXPECT_TRUE(json::parse_object(changes).has_value()) << changes;
}

TEST(Brazilian, NumbersDatesAndDocuments) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(1047), "1.047");
    EXPECT_EQ(grouped(-1234567), "-1.234.567");
    EXPECT_EQ(brl(Money::from_raw(123456789)), "R$\u00a01.234.567,89");
    EXPECT_EQ(brl(Money::from_raw(5)), "R$\u00a00,05");
    EXPECT_EQ(decimal_text(Decimal<4>::from_raw(1'205'000), 0), "120,5");
    EXPECT_EQ(decimal_text(Decimal<4>::from_raw(1'200'000), 0), "120");
    EXPECT_EQ(decimal_text(Decimal<4>::from_raw(345'000), 2), "34,50");
    EXPECT_EQ(decimal_text(Decimal<4>::from_raw(345'678), 2), "34,5678");
    EXPECT_EQ(date_text("2026-11-21"), "21/11/2026");
    EXPECT_EQ(phone_text("1932321010"), "(19) 3232-1010");
    EXPECT_EQ(phone_text("19987654321"), "(19) 98765-4321");
    EXPECT_EQ(phone_text("08001234"), "08001234");
    EXPECT_EQ(cep_text("13010001"), "13010-001");
    EXPECT_EQ(document_text("52998224725"), "529.982.247-25");
    EXPECT_EQ(document_text("12ABC34501DE35"), "12.ABC.345/01DE-35");
}

TEST(BudgetPdf, IsNamedAfterNumberAndClient) {
    Budget budget{.numero_pedido = 1047, .nome_cliente = "Construção & Cia. \"São João\"/\r\nX"};
    EXPECT_EQ(pdf_file_name(budget), "orcamento-1047-construcao-cia-sao-joao-x.pdf");
    budget.tipo = order;
    budget.nome_cliente.reset();
    EXPECT_EQ(pdf_file_name(budget), "pedido-1047.pdf");
    budget.nome_cliente = std::string(200, 'a');
    EXPECT_EQ(pdf_file_name(budget).size(), 84U);
}

using Days = Period::Days;

TEST(Periods, AreWholeMonthsWithTheFewestDaysAddedOrTaken) {
    struct Case {
        std::optional<std::string> from, to;
        std::optional<Days> months;
        std::vector<Days> added, taken;
    };
    for (auto const& [from, to, months, added, taken] : std::vector<Case>{
             {{}, {}, Days{"1900-01", "2199-12"}, {}, {}},
             {"2026-02-01", "2026-02-28", Days{"2026-02", "2026-02"}, {}, {}},
             {"2026-02-02", "2026-02-28", Days{"2026-02", "2026-02"}, {}, {{"2026-02-01", "2026-02-01"}}},
             {"2026-02-02",
              "2026-02-27",
              Days{"2026-02", "2026-02"},
              {},
              {{"2026-02-01", "2026-02-01"}, {"2026-02-28", "2026-02-28"}}},
             {"2026-02-10", "2026-02-20", {}, {{"2026-02-10", "2026-02-20"}}, {}},
             {"2025-12-31",
              "2026-03-10",
              Days{"2026-01", "2026-02"},
              {{"2025-12-31", "2025-12-31"}, {"2026-03-01", "2026-03-10"}},
              {}},
             {"2025-12-03",
              "2026-03-29",
              Days{"2025-12", "2026-03"},
              {},
              {{"2025-12-01", "2025-12-02"}, {"2026-03-30", "2026-03-31"}}},
             {"2026-01-31", "2026-02-01", {}, {{"2026-01-31", "2026-01-31"}, {"2026-02-01", "2026-02-01"}}, {}},
             {"2026-02-02", "2026-02-01", {}, {}, {}},
         }) {
        auto const period = split_period(from, to);
        SCOPED_TRACE(from.value_or("") + " to " + to.value_or(""));
        EXPECT_EQ(period.months, months);
        EXPECT_EQ(period.added, added);
        EXPECT_EQ(period.taken, taken);
    }
}

RC_GTEST_PROP(Periods, HoldEachDayOnceAndLeaveFewToBeRead, ()) {
    auto const day = [](int number) { return add_days("2023-12-25", number); };
    auto const first = *rc::gen::inRange(0, 500);
    auto const last = *rc::gen::inRange(0, 500);
    auto const period = split_period(day(first), day(last));
    auto const times_in = [](std::vector<Days> const& all, std::string const& date) {
        return std::ranges::count_if(all, [&](Days const& days) { return days.from <= date && date <= days.to; });
    };
    std::ptrdiff_t read = 0;
    for (int number = -31; number < 531; ++number) {
        auto const date = day(number);
        auto const month = date.substr(0, 7);
        auto const added = times_in(period.added, date);
        auto const taken = times_in(period.taken, date);
        auto const in_months = period.months && period.months->from <= month && month <= period.months->to ? 1 : 0;
        RC_ASSERT(in_months + added - taken == (number >= first && number <= last ? 1 : 0));
        read += added + taken;
    }
    RC_ASSERT(read <= 30);
}

} // namespace
} // namespace balcao::budgets
