// The dashboard's figures from the months a company has orders in, and how the months of older databases are filled.

#include "office/dashboard/dashboard.hpp"

#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../platform/db/test_database.hpp"
#include "platform/base/text.hpp"

namespace balcao::dashboard {
namespace {

using testing::ElementsAre;

budgets::OrderMonth month(std::string mes, std::int64_t orders, std::string_view sum) {
    return {.mes = std::move(mes), .orders = {.count = orders, .sum = Money::parse(sum).value()}};
}

TEST(DashboardFigures, OfAMonthWithAndWithoutTheOneBefore) {
    auto const figures = figures_of({month("2026-10", 2, "300.00"), month("2026-11", 3, "400.00")}, "2026-11");
    EXPECT_EQ(figures.faturamento.to_string(), "400.00");
    EXPECT_EQ(figures.faturamento_anterior.to_string(), "300.00");
    EXPECT_EQ(figures.crescimento.value().to_string(), "33.3");
    EXPECT_EQ(figures.pedidos, 3);
    EXPECT_EQ(figures.ticket_medio.value().to_string(), "133.33");

    auto const first = figures_of({month("2026-11", 1, "0.01")}, "2026-11");
    EXPECT_FALSE(first.crescimento);
    EXPECT_EQ(first.ticket_medio.value().to_string(), "0.01");

    auto const none = figures_of({month("2026-10", 1, "80.00")}, "2026-11");
    EXPECT_EQ(none.crescimento.value().to_string(), "-100.0");
    EXPECT_FALSE(none.ticket_medio);
}

TEST(DashboardFigures, RoundHalvesAway) {
    auto const figures = figures_of({month("2026-10", 1, "2000.00"), month("2026-11", 8, "1999.00")}, "2026-11");
    EXPECT_EQ(figures.crescimento.value().to_string(), "-0.1");
    EXPECT_EQ(figures.ticket_medio.value().to_string(), "249.88");
}

TEST(DashboardFigures, HugeSumsFit) {
    auto const figures =
        figures_of({month("2026-10", 1, "0.01"), month("2026-11", 1, "90000000000000000.00")}, "2026-11");
    EXPECT_EQ(figures.crescimento.value().to_string(), "100000000.0");
    auto const steady = figures_of(
        {month("2026-10", 1, "90000000000000000.00"), month("2026-11", 1, "90000000000000000.00")}, "2026-11");
    EXPECT_EQ(steady.crescimento.value().to_string(), "0.0");
    auto const thousandfold = figures_of({month("2026-10", 1, "0.01"), month("2026-11", 1, "10000.00")}, "2026-11");
    EXPECT_EQ(thousandfold.crescimento.value().to_string(), "99999900.0");
}

TEST(DashboardFigures, HaveTwelveMonthsAcrossTheTurnOfTheYear) {
    auto const figures = figures_of({month("2025-03", 1, "1.00"), month("2026-01", 2, "2.00")}, "2026-02");
    ASSERT_EQ(figures.meses.size(), 12U);
    EXPECT_EQ(figures.meses.front().mes, "2025-03");
    EXPECT_EQ(figures.meses.front().orders.count, 1);
    EXPECT_EQ(figures.meses.at(10).mes, "2026-01");
    EXPECT_EQ(figures.meses.at(10).orders.sum.to_string(), "2.00");
    EXPECT_EQ(figures.meses.back().mes, "2026-02");
    EXPECT_EQ(figures.meses.back().orders.count, 0);
    EXPECT_EQ(first_month("2026-02"), "2025-03");
}

TEST(ClientKey, IsTheIdElseTheNameElseNothing) {
    auto const id = PersonId::make();
    EXPECT_EQ(budgets::client_key(id, "maria"), id.to_string());
    EXPECT_EQ(budgets::client_key(std::nullopt, "maria"), "maria");
    EXPECT_EQ(budgets::client_key(std::nullopt, ""), "");
}

class ClientMonthsMigration : public testing::TestWithParam<db::Dialect> {};
INSTANTIATE_TEST_SUITE_P(Engines, ClientMonthsMigration, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return test::engine_name(info.param); });

TEST_P(ClientMonthsMigration, CountsTheOrdersThatAreThere) {
    test::EmptyDatabase const place(GetParam());
    auto const database = db::Database::open(place.options);
    db::migrate(*database, place.options, 3);
    auto const company = CompanyId::make();
    auto const person = PersonId::make();
    std::int64_t number = 0;
    auto const add = [&](std::string_view type, std::string_view ordered, std::optional<std::string> const& sold,
                         std::optional<PersonId> const& client, std::string_view name, bool deleted = false) {
        ++number;
        auto const folded = fold(name);
        database->write([&](db::Transaction& transaction) {
            transaction.execute({"insert", "insert into orcamento (id, emitente_id, numero_pedido, data_orcamento, "
                                           "data_venda, cliente_id, nome_cliente, tipo,"
                                           " total_venda, total_fatura, desconto, acrescimo, cnpj_empresa, created_at, "
                                           "updated_at, deleted_at, busca,"
                                           " busca_cliente, busca_vendedor) values (:id, :emitente_id, :number, "
                                           ":ordered, :sold, :client, :name, :type, 0, 0, 0,"
                                           " 0, '', 0, 0, :deleted, '', :folded, '')"},
                                {{"id", Uuid::make()},
                                 {"emitente_id", company},
                                 {"number", number},
                                 {"ordered", ordered},
                                 {"sold", sold},
                                 {"client", client},
                                 {"name", name},
                                 {"type", type},
                                 {"deleted", deleted ? std::optional<std::int64_t>(1) : std::nullopt},
                                 {"folded", folded}});
        });
    };
    database->write([&](db::Transaction& transaction) {
        transaction.execute(
            {"company",
             "insert into emitente (id, razao_social, cnpj, inscricao_estadual, cep, codigo_municipio, logradouro,"
             " numero, bairro, municipio, uf, cor, fuso_horario, updated_at, busca, busca_municipio) values (:id, '',"
             " '', '', '', '', '', '', '', '', '', '', '', 0, '', '')"},
            {{"id", company}});
        transaction.execute(
            {"person",
             "insert into pessoas (id, cpf_cnpj, razao_social, created_at, updated_at, busca, busca_nome, busca_cidade)"
             " values (:id, '1', 'Maria', 0, 0, '', '', '')"},
            {{"id", person}});
    });
    add("Pedido", "2026-10-31", "2026-11-01", person, "Maria");
    add("Pedido", "2026-11-30", std::nullopt, person, "Maria com outro nome");
    add("Pedido", "2026-11-02", std::nullopt, std::nullopt, "José Ávila");
    add("Pedido", "2026-11-02", std::nullopt, std::nullopt, " JOSE  avila ");
    add("Pedido", "2026-11-03", std::nullopt, std::nullopt, "");
    add("Pedido", "2026-12-01", std::nullopt, std::nullopt, "");
    add("Pedido", "2026-11-04", std::nullopt, std::nullopt, "Na lixeira", true);
    add("Orçamento", "2026-11-05", std::nullopt, std::nullopt, "Só orçou");
    db::migrate(*database, place.options);

    using ClientMonth = std::tuple<std::string, std::string, std::int64_t>;
    auto const kept = database->read([&](db::Connection& connection) {
        return connection.all(
            {"kept", "select mes, cliente, quantidade from orcamento_mes_cliente where emitente_id = :emitente_id"
                     " order by mes, quantidade, cliente desc"},
            {{"emitente_id", company}}, [](db::Row const& row) {
                return ClientMonth(row.get<std::string>(0), row.get<std::string>(1), row.integer(2));
            });
    });
    EXPECT_THAT(kept, testing::UnorderedElementsAre(
                          ClientMonth("2026-11", budgets::client_key(person, ""), 2),
                          ClientMonth("2026-11", budgets::client_key(std::nullopt, fold("José Ávila")), 2),
                          ClientMonth("2026-11", "", 1), ClientMonth("2026-12", "", 1)));
    auto const counts = database->read([&](db::Connection& connection) {
        return connection.all(
            {"counts",
             "select mes, clientes from orcamento_mes_clientes where emitente_id = :emitente_id order by mes"},
            {{"emitente_id", company}},
            [](db::Row const& row) { return std::pair(row.get<std::string>(0), row.integer(1)); });
    });
    EXPECT_THAT(counts, ElementsAre(std::pair("2026-11", 3), std::pair("2026-12", 1)));
}

} // namespace
} // namespace balcao::dashboard
