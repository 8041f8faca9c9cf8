// Migration 005: which letters occur in which stretch of a list, from the records there are and from each that is
// saved.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_database.hpp"

namespace balcao::test {

namespace {

using db::Dialect;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;

struct List {
    std::string_view table;
    std::string_view company; // of a record: column and value, as SQL
    std::string_view name;    // column
    std::string_view columns; // of a record
    std::string_view values;
};
void PrintTo(List const& list, std::ostream* out) { *out << list.table; }

constexpr List people{"pessoas", "", "busca_nome", "id, cpf_cnpj, razao_social, created_at, updated_at, busca_cidade",
                      ":id, :number, '', 1, 1, ''"};
constexpr List products{"produtos", "id_emit", "busca_xProd",
                        "id, id_emit, created_at, updated_at, prod_cProd, prod_xProd, prod_qCOM, prod_qTrib",
                        ":id, :company, 1, 1, :number, '', 1, 1"};
constexpr List budgets{"orcamento", "emitente_id", "busca_cliente",
                       "id, emitente_id, numero_pedido, data_orcamento, tipo, total_venda, total_fatura, desconto, "
                       "acrescimo, cnpj_empresa, "
                       "created_at, updated_at, busca_vendedor",
                       ":id, :company, cast(:number as bigint), '2026-01-01', 'Pedido', 0, 0, 0, 0, '', 1, 1, ''"};

class SearchStretchesTest : public testing::TestWithParam<std::tuple<Dialect, List>> {
protected:
    SearchStretchesTest() {
        db::migrate(*database, place.options, 4);
        database->write([&](db::Transaction& t) {
            t.execute({"company", "insert into emitente (id, razao_social, cnpj, inscricao_estadual, crt, cep, "
                                  "codigo_municipio, logradouro, numero, "
                                  "bairro, municipio, uf, cor, fuso_horario, ativo, updated_at, version, busca, "
                                  "busca_municipio) values (:id, 'x', "
                                  "'1', '1', 1, '1', '1', 'x', '1', 'x', 'x', 'SP', 'anil', 'x', 'S', 1, 1, 'x', 'x')"},
                      {{"id", company}});
        });
    }

    void add(std::string_view name, std::string_view more = "") {
        auto const number = std::to_string(++made);
        auto const busca = fmt::format("{}\n{}\n{}", name, more, number);
        auto const sql = fmt::format("insert into {} ({}, busca, {}) values ({}, :busca, :name)", list.table,
                                     list.columns, list.name, list.values);
        database->write([&](db::Transaction& t) {
            t.execute(
                {"add", sql},
                {{"id", Uuid::make()}, {"company", company}, {"number", number}, {"busca", busca}, {"name", name}});
        });
    }
    void add_all() {
        add("");
        add("la");
        add("laje");
        add("laje trelicada h12", "extra");
        add("laje trelicada para forro", "p/laje cp2abc d'agua");
        add("otorrinolaringologista ana", "中文中文 aço");
    }
    void change(std::string_view sql) {
        auto const all =
            list.company.empty() ? std::string(sql) : fmt::format("{} and {} = :company", sql, list.company);
        database->write([&](db::Transaction& t) { t.execute({"change", all}, {{"company", company}}); });
    }
    std::vector<std::string> pairs() {
        auto const sql = fmt::format("select trecho || ':' || trigrama from {}_trechos{} order by 1", list.table,
                                     list.company.empty() ? "" : fmt::format(" where {} = :company", list.company));
        return database->read([&](db::Connection& c) {
            return c.all({"pairs", sql}, {{"company", company}},
                         [](db::Row const& row) { return row.get<std::string>(0); });
        });
    }

    List const list = std::get<1>(GetParam());
    EmptyDatabase const place{std::get<0>(GetParam())};
    std::unique_ptr<db::Database> database = db::Database::open(place.options);
    Uuid const company = Uuid::make();
    int made = 0;
};

INSTANTIATE_TEST_SUITE_P(Engines, SearchStretchesTest,
                         testing::Combine(testing::Values(Dialect::sqlite, Dialect::postgres),
                                          testing::Values(people, products, budgets)),
                         [](auto const& info) {
                             return fmt::format("{}_{}", engine_name(std::get<0>(info.param)),
                                                std::get<1>(info.param).table);
                         });

TEST_P(SearchStretchesTest, AreTheFirstWordAndALetterOfTheSecond) {
    db::migrate(*database, place.options);
    add("la");
    EXPECT_THAT(pairs(), IsEmpty());
    add("laje");
    EXPECT_THAT(pairs(), ElementsAre("laje:aje", "laje:laj"));
    add("laje h12", "d'agua 2abc");
    EXPECT_THAT(pairs(), ElementsAre("laje h:abc", "laje h:agu", "laje h:aje", "laje h:gua", "laje h:laj", "laje:aje",
                                     "laje:laj"));
    add("laje");
    EXPECT_EQ(pairs().size(), 7U) << "each once";
    add("otorrinolaringologista");
    EXPECT_THAT(pairs(), testing::Contains("otorrinolaringol:sta"));
}

TEST_P(SearchStretchesTest, OfEarlierRecordsAreThoseOfSavedOnes) {
    add_all();
    db::migrate(*database, place.options);
    auto const earlier = pairs();
    EXPECT_THAT(earlier, IsSupersetOf({"laje:laj", "laje t:rro", "laje t:ext", "otorrinolaringol:ana"}));

    change(fmt::format("delete from {}_trechos where 1 = 1", list.table));
    EXPECT_THAT(pairs(), IsEmpty());
    add_all();
    EXPECT_EQ(pairs(), earlier);
}

TEST_P(SearchStretchesTest, FollowAChange) {
    db::migrate(*database, place.options);
    add("laje");
    change(fmt::format("update {} set busca = 'tubo' where busca like 'laje%'", list.table));
    EXPECT_THAT(pairs(), ElementsAre("laje:aje", "laje:laj", "laje:tub", "laje:ubo"));
    change(fmt::format("update {} set {} = 'tubo' where busca = 'tubo'", list.table, list.name));
    EXPECT_THAT(pairs(), IsSupersetOf({"tubo:tub", "tubo:ubo"}));
}

} // namespace

} // namespace balcao::test
