// What the database itself refuses, whatever the program does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "company.hpp"

namespace balcao::receipts {
namespace {

class ReceiptTables : public testing::TestWithParam<db::Dialect> {
protected:
    ReceiptTables() {
        sale = insert_sale();
        nota = insert_nota({.numero = 1, .chave = "A"});
    }

    struct Nota {
        std::int64_t numero;
        std::string_view chave;
        std::optional<Uuid> substitui{};
        std::int64_t tpEmis = 1;
        std::string_view ambiente = "homologacao";
        std::int64_t serie = 1;
    };
    Uuid insert_sale() {
        auto const id = Uuid::make();
        write("insert into venda (id, emitente_id, ambiente, estado, corpo_sha256, operador_id, ind_pres, total, "
              "created_at, "
              "updated_at) values (:id, :emitente_id, 'homologacao', 'emitida', :sha, :user, 1, 100, 0, 0)",
              {{"id", id}, {"sha", db::BlobView{}}});
        return id;
    }
    Uuid insert_nota(Nota const& nota) {
        auto const id = Uuid::make();
        write("insert into nfce (id, emitente_id, venda_id, ambiente, serie, numero, cNF, chave, tpEmis, estado, "
              "versao, dhEmi, "
              "fuso, vNF, substitui, operador_id, created_at, busca) values (:id, :emitente_id, :venda_id, :ambiente, "
              ":serie, "
              ":numero, '12345678', :chave, :tpEmis, 'enviando', 1, 0, -3, 100, :substitui, :user, 0, '')",
              {{"id", id},
               {"venda_id", sale},
               {"ambiente", nota.ambiente},
               {"serie", nota.serie},
               {"numero", nota.numero},
               {"chave", nota.chave},
               {"tpEmis", nota.tpEmis},
               {"substitui", nota.substitui}});
        return id;
    }
    void insert_xml(std::string_view ambiente, std::int64_t versao) {
        write("insert into nfce_xml (id, emitente_id, ambiente, nfce_id, tipo, versao, sha256, bytes, created_at) "
              "values (:id, :emitente_id, :ambiente, :nfce_id, 'nfe', :versao, :bytes, :bytes, 0)",
              {{"id", Uuid::make()},
               {"ambiente", ambiente},
               {"nfce_id", nota},
               {"versao", versao},
               {"bytes", db::BlobView{}}});
    }
    std::int64_t write(std::string_view sql, db::Params params = {}) {
        params.emplace_back("emitente_id", company.id);
        params.emplace_back("user", company.user);
        return company.database->write([&](db::Transaction& t) { return t.execute({"change", sql}, params); });
    }
    std::string violated(Nota const& nota) {
        try {
            insert_nota(nota);
        } catch (db::UniqueViolation const& violation) {
            return violation.constraint();
        }
        return "";
    }

    test::Company company{GetParam()};
    Uuid sale, nota;
};
INSTANTIATE_TEST_SUITE_P(Engines, ReceiptTables, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return balcao::test::engine_name(info.param); });

TEST_P(ReceiptTables, HaveEachNumberAndKeyOnce) {
    EXPECT_EQ(violated({.numero = 1, .chave = "B"}), "nfce_numero");
    EXPECT_EQ(violated({.numero = 2, .chave = "A"}), "nfce_chave");
    EXPECT_EQ(violated({.numero = 1, .chave = "C", .ambiente = "simulador"}), "") << "practice counts apart";
    EXPECT_EQ(violated({.numero = 1, .chave = "D", .serie = 2}), "");
}

TEST_P(ReceiptTables, HaveOneSuccessorOfANota) {
    EXPECT_EQ(violated({.numero = 2, .chave = "B", .substitui = nota}), "");
    EXPECT_EQ(violated({.numero = 3, .chave = "C", .substitui = nota}), "nfce_substitui");
}

TEST_P(ReceiptTables, RefuseReservedSeriesAndOfflineWithoutDeadline) {
    EXPECT_THROW(insert_nota({.numero = 1, .chave = "B", .serie = 890}), db::Error);
    EXPECT_THROW(insert_nota({.numero = 2, .chave = "C", .tpEmis = 9}), db::Error);
}

TEST_P(ReceiptTables, NeverChangeOrLoseAStoredDocument) {
    insert_xml("homologacao", 1);
    insert_xml("simulador", 2);
    auto const of_this = " where emitente_id = :emitente_id and versao = ";
    auto const update = std::string("update nfce_xml set bytes = null") + of_this,
               remove = std::string("delete from nfce_xml") + of_this;
    EXPECT_THROW(write(update + "1"), db::Error);
    EXPECT_THROW(write(update + "2"), db::Error);
    EXPECT_THROW(write(remove + "1"), db::Error);
    EXPECT_EQ(write(remove + "2"), 1) << "practice may be wiped";
    EXPECT_THROW(insert_xml("homologacao", 1), db::UniqueViolation) << "a version is signed once";
}

TEST_P(ReceiptTables, KeepTheirCompany) {
    EXPECT_THROW(write("delete from emitente where id = :emitente_id"), db::ForeignKeyViolation);
    EXPECT_THROW(write("delete from venda where emitente_id = :emitente_id"), db::ForeignKeyViolation);
}

TEST_P(ReceiptTables, HaveOneEventOfATypeUnlessItWasRefused) {
    auto const insert = [&](std::string_view estado) {
        write("insert into nfce_evento (id, emitente_id, nfce_id, tipo, estado, xJust, created_at) "
              "values (:id, :emitente_id, :nfce_id, '110111', :estado, 'x', 0)",
              {{"id", Uuid::make()}, {"nfce_id", nota}, {"estado", estado}});
    };
    insert("recusado");
    insert("enviando");
    EXPECT_THROW(insert("aguardando"), db::UniqueViolation);
    insert("recusado");
}

// Those with a next number have it as the first range of their series.
TEST(NumbersMigration, AccountsForTheNumbersBeforeBalcaosFirst) {
    for (auto const dialect : {db::Dialect::sqlite, db::Dialect::postgres}) {
        balcao::test::EmptyDatabase const place(dialect);
        auto const database = db::Database::open(place.options);
        db::migrate(*database, place.options, 8);
        auto const id = CompanyId::make();
        database->write([&](db::Transaction& t) {
            t.execute(
                {"insert_company",
                 "insert into emitente (id, razao_social, cnpj, inscricao_estadual, cep, codigo_municipio, logradouro, "
                 "numero, bairro, municipio, uf, cor, fuso_horario, updated_at, busca, busca_municipio) values (:id, "
                 "'A', '1', '1', '1', '1', 'R', '1', 'B', 'C', 'SP', 'anil', 'America/Sao_Paulo', 7, 'a', 'c')"},
                {{"id", id}});
            t.execute({"insert_series",
                       "insert into nfce_numeracao (emitente_id, ambiente, serie, proximo, ultimo_usado) values "
                       "(:emitente_id, 'producao', 1, 38, 0), (:emitente_id, 'homologacao', 2, 1, 0)"},
                      {{"emitente_id", id}});
            t.execute(
                {"insert_environment",
                 "insert into nfce_ambiente (emitente_id, ambiente, serie, csc_id) values (:emitente_id, 'producao', "
                 "950, '000001')"},
                {{"emitente_id", id}});
        });
        db::migrate(*database, place.options);
        auto const rows = database->read([&](db::Connection& c) {
            return c.all(
                {"ranges", "select ambiente, serie, ini, fim, tipo from nfce_faixa where emitente_id = :emitente_id"},
                {{"emitente_id", id}}, [](db::Row const& row) {
                    return std::tuple(row.get<std::string>(0), row.integer(1), row.integer(2), row.integer(3),
                                      row.get<std::string>(4));
                });
        });
        EXPECT_THAT(rows, testing::ElementsAre(std::tuple("producao", 1, 1, 37, "anterior")));
        auto const kept = database->read([&](db::Connection& c) {
            return c.first({"environment", "select serie, csc_id from nfce_ambiente where emitente_id = :emitente_id"},
                           {{"emitente_id", id}},
                           [](db::Row const& row) { return std::pair(row.integer(0), row.get<std::string>(1)); });
        });
        EXPECT_EQ(kept, std::pair(std::int64_t{950}, std::string("000001"))) << "who has a reserved series keeps it";
    }
}

} // namespace
} // namespace balcao::receipts
