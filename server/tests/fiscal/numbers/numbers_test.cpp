// Numbers: taken once, skipped and taken back as ranges, each accounted for exactly once.

#include "fiscal/numbers/numbers.hpp"

#include <filesystem>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "../../selling/receipts/company.hpp"
#include "fiscal/numbers/marks.hpp"

namespace balcao::numbers {
namespace {

namespace test = receipts::test;

using testing::ElementsAre;
using testing::IsEmpty;

Series const series{.ambiente = "homologacao", .serie = 1};

// A company whose numbers are taken with bare rows of nfce.
class Numbers {
public:
    explicit Numbers(db::Dialect dialect) : company(dialect), scope(test::scope_of(*company.database, company.id)) {}

    Result<void> set(std::int64_t proximo) {
        return company.database->write(
            [&](db::Transaction& t) { return set_next_number(t, scope, series, proximo, company.user, test::now); });
    }
    Take issue(std::int64_t numero) {
        return company.database->write([&](db::Transaction& t) {
            auto const taken = take_number(t, scope, *marks, series, numero, test::now);
            if (taken == Take::taken) insert_nota(t, numero);
            return taken;
        });
    }
    void insert_nota(db::Transaction& t, std::int64_t numero, std::string_view ambiente = "homologacao") {
        auto const sale = Uuid::make(), id = Uuid::make();
        t.execute({"insert_sale",
                   "insert into venda (id, emitente_id, ambiente, estado, corpo_sha256, operador_id, ind_pres, "
                   "total, created_at, updated_at) values (:id, :emitente_id, :ambiente, 'emitida', :sha, "
                   ":user, 1, 100, 0, 0)"},
                  {{"id", sale},
                   {"emitente_id", company.id},
                   {"ambiente", ambiente},
                   {"sha", db::BlobView{}},
                   {"user", company.user}});
        t.execute(
            {"insert_nota",
             "insert into nfce (id, emitente_id, venda_id, ambiente, serie, numero, cNF, chave, tpEmis, estado, "
             "versao, "
             "dhEmi, fuso, vNF, operador_id, created_at, busca) values (:id, :emitente_id, :venda_id, :ambiente, 1, "
             ":numero, '12345678', :chave, 1, 'enviando', 1, 0, -3, 100, :user, 0, '')"},
            {{"id", id},
             {"emitente_id", company.id},
             {"venda_id", sale},
             {"ambiente", ambiente},
             {"numero", numero},
             {"chave", id.to_string()},
             {"user", company.user}});
    }
    void ask_to_void(std::int64_t ini, std::int64_t fim, std::string_view estado = "homologada") {
        company.database->write([&](db::Transaction& t) {
            auto const request = Uuid::make();
            t.execute({"insert_voiding",
                       "insert into nfce_inutilizacao (id, emitente_id, ambiente, serie, ini, fim, ano, xJust, estado, "
                       "created_at) "
                       "values (:id, :emitente_id, 'homologacao', 1, :ini, :fim, 26, 'x', :estado, 0)"},
                      {{"id", request}, {"emitente_id", company.id}, {"ini", ini}, {"fim", fim}, {"estado", estado}});
            if (estado == "homologada") void_skipped(t, scope, series, ini, fim, request);
        });
    }
    void forget_marks() {
        marks.reset();
        std::filesystem::remove(folder.file("numeros.max"));
        marks = std::make_unique<Marks>(folder.file("numeros.max"));
    }
    Counter counter() {
        return company.database->read(
            [&](db::Connection& c) { return find_counter(c, scope, series).value_or(Counter{}); });
    }
    std::vector<std::string> ranges() {
        return company.database->read([&](db::Connection& c) {
            return c.all(
                {"ranges", "select tipo, ini, fim from nfce_faixa where emitente_id = :emitente_id order by ini"},
                {{"emitente_id", company.id}}, [](db::Row const& row) {
                    return row.get<std::string>(0) + " " + std::to_string(row.integer(1)) + "-" +
                           std::to_string(row.integer(2));
                });
        });
    }
    std::string fault(std::int64_t after = 0) {
        auto const found =
            company.database->read([&](db::Connection& c) { return ledger_fault(c, scope, series, after); });
        if (!found) return "";
        constexpr std::array kinds{"unaccounted", "doubled", "ahead"};
        return std::string(kinds.at(static_cast<std::size_t>(found->kind))) + " " + std::to_string(found->ini) + "-" +
               std::to_string(found->fim);
    }
    std::string check() {
        return company.database->write(
            [&](db::Transaction& t) { return check_ledger(t, scope, series) ? "fault" : "fine"; });
    }

    test::Company company;
    auth::CompanyScope const scope;
    balcao::test::TemporaryFolder const folder;
    std::unique_ptr<Marks> marks = std::make_unique<Marks>(folder.file("numeros.max"));
};

class NumbersTest : public testing::TestWithParam<db::Dialect> {
protected:
    Numbers numbers{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Engines, NumbersTest, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return balcao::test::engine_name(info.param); });

TEST_P(NumbersTest, OfTwoModelsAreCountedApart) {
    Series const nfe{.ambiente = series.ambiente, .modelo = modelo_nfe, .serie = series.serie};
    ASSERT_TRUE(numbers.set(1));
    EXPECT_EQ(numbers.issue(1), Take::taken);
    numbers.company.database->write(
        [&](db::Transaction& t) { ASSERT_TRUE(set_next_number(t, numbers.scope, nfe, 900, std::nullopt, test::now)); });
    EXPECT_EQ(numbers.counter().proximo, 2);
    EXPECT_EQ(numbers.fault(), "") << "the range of the NF-e accounts for no number of the NFC-e";
    numbers.company.database->read([&](db::Connection& c) {
        EXPECT_EQ(find_counter(c, numbers.scope, nfe)->proximo, 900);
        EXPECT_FALSE(ledger_fault(c, numbers.scope, nfe, 0));
    });
}

TEST_P(NumbersTest, AreTakenInTurnAndOnce) {
    EXPECT_EQ(numbers.issue(1), Take::stopped) << "the series was never started";
    ASSERT_TRUE(numbers.set(1));
    EXPECT_EQ(numbers.issue(1), Take::taken);
    EXPECT_EQ(numbers.issue(1), Take::lost);
    EXPECT_EQ(numbers.issue(3), Take::lost);
    EXPECT_EQ(numbers.issue(2), Take::taken);
    EXPECT_EQ(numbers.counter().proximo, 3);
    EXPECT_EQ(numbers.counter().ultimo_usado, 2);
    EXPECT_EQ(numbers.fault(), "");
}

TEST_P(NumbersTest, EndWithNineDigits) {
    ASSERT_TRUE(numbers.set(highest_number));
    EXPECT_EQ(numbers.issue(highest_number), Take::taken);
    EXPECT_EQ(numbers.issue(highest_number + 1), Take::stopped);
    EXPECT_EQ(numbers.issue(highest_number), Take::stopped) << "no other number would do";
    EXPECT_EQ(numbers.fault(), "");
}

TEST_P(NumbersTest, OfAStoppedSeriesWaitForAnAdministrator) {
    ASSERT_TRUE(numbers.set(5));
    numbers.company.database->write([&](db::Transaction& t) {
        stop_series(t, numbers.scope, series, "Motivo.", test::now);
        stop_series(t, numbers.scope, series, "Outro.", test::now);
    });
    EXPECT_EQ(numbers.issue(5), Take::stopped);
    EXPECT_EQ(numbers.counter().parada_motivo, "Motivo.");
    ASSERT_TRUE(numbers.set(9));
    EXPECT_EQ(numbers.issue(9), Take::stopped);
    numbers.company.database->write([&](db::Transaction& t) { resume_series(t, numbers.scope, series); });
    EXPECT_EQ(numbers.counter().parada_motivo, std::nullopt);
    EXPECT_EQ(numbers.issue(9), Take::taken);
    EXPECT_THAT(numbers.ranges(), ElementsAre("anterior 1-4", "anterior 5-8"));
}

TEST_P(NumbersTest, BindTheCompanyFromTheFirstOneOutsideTheSimulator) {
    auto const bound = [&] {
        return numbers.company.database->read([id = numbers.company.id](db::Connection& c) {
            return c.scalar<int>(
                {"bound", "select count(*) from emitente where id = :id and primeiro_numero_em is not null"},
                {{"id", id}});
        });
    };
    numbers.company.database->write([&](db::Transaction& t) {
        Series const practice{.ambiente = "simulador", .serie = 1};
        ASSERT_TRUE(set_next_number(t, numbers.scope, practice, 1, std::nullopt, test::now));
        EXPECT_EQ(take_number(t, numbers.scope, *numbers.marks, practice, 1, test::now), Take::taken);
    });
    EXPECT_EQ(bound(), 0);
    ASSERT_TRUE(numbers.set(1));
    EXPECT_EQ(numbers.issue(1), Take::taken);
    EXPECT_EQ(bound(), 1);
}

TEST_P(NumbersTest, ThatAreSkippedAreRangesUntilTheyAreTakenBack) {
    ASSERT_TRUE(numbers.set(100));
    EXPECT_THAT(numbers.ranges(), ElementsAre("anterior 1-99"));
    ASSERT_TRUE(numbers.set(50));
    EXPECT_THAT(numbers.ranges(), ElementsAre("anterior 1-49"));
    EXPECT_EQ(numbers.issue(50), Take::taken);
    ASSERT_TRUE(numbers.set(60));
    ASSERT_TRUE(numbers.set(70));
    EXPECT_THAT(numbers.ranges(), ElementsAre("anterior 1-49", "saltada 51-59", "saltada 60-69"));
    EXPECT_EQ(numbers.check(), "fine");
    EXPECT_EQ(numbers.counter().conferido_ate, 69);
    ASSERT_TRUE(numbers.set(55));
    EXPECT_THAT(numbers.ranges(), ElementsAre("anterior 1-49", "saltada 51-54"));
    EXPECT_EQ(numbers.counter().conferido_ate, 54);
    EXPECT_EQ(numbers.fault(), "");
    auto const refused = numbers.set(50);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fields.at(0).field, "numero_inicial");
    EXPECT_EQ(refused.error().fields.at(0).message,
              "Os números até 50 desta série já foram usados ou inutilizados. Use 51 ou um maior.");
}

TEST_P(NumbersTest, ThatAreVoidedSplitTheirRangeAndAreNeverTakenBack) {
    ASSERT_TRUE(numbers.set(1));
    ASSERT_EQ(numbers.issue(1), Take::taken);
    ASSERT_TRUE(numbers.set(20));
    numbers.ask_to_void(5, 8);
    EXPECT_THAT(numbers.ranges(), ElementsAre("saltada 2-4", "inutilizada 5-8", "saltada 9-19"));
    numbers.ask_to_void(3, 10);
    EXPECT_THAT(numbers.ranges(),
                ElementsAre("saltada 2-2", "inutilizada 3-4", "inutilizada 5-8", "inutilizada 9-10", "saltada 11-19"));
    EXPECT_EQ(numbers.fault(), "");
    EXPECT_FALSE(numbers.set(10));
    ASSERT_TRUE(numbers.set(12));
    EXPECT_EQ(numbers.fault(), "");
    numbers.ask_to_void(11, 11, "recusada");
    EXPECT_TRUE(numbers.set(11)) << "SEFAZ did not void it";
    numbers.ask_to_void(11, 11, "indefinido");
    ASSERT_TRUE(numbers.set(12));
    EXPECT_FALSE(numbers.set(11)) << "SEFAZ may have voided it";
}

TEST_P(NumbersTest, ThatAreNotAccountedForAreFound) {
    ASSERT_TRUE(numbers.set(10));
    for (int numero = 10; numero < 15; ++numero) ASSERT_EQ(numbers.issue(numero), Take::taken);
    ASSERT_TRUE(numbers.set(20));
    ASSERT_EQ(numbers.fault(), "");

    numbers.company.spoil("delete from nfce", "numero = 12");
    EXPECT_EQ(numbers.fault(), "unaccounted 12-12");
    EXPECT_EQ(numbers.check(), "fault");
    EXPECT_EQ(numbers.counter().conferido_ate, 0);
    EXPECT_EQ(numbers.fault(12), "");
    numbers.company.spoil("update nfce set numero = 12", "numero = 13");
    EXPECT_EQ(numbers.fault(), "unaccounted 13-13");
    numbers.company.spoil("update nfce_faixa set fim = 10", "ini = 1");
    EXPECT_EQ(numbers.fault(), "doubled 10-10");
    numbers.company.spoil("update nfce_faixa set fim = 7", "ini = 1");
    EXPECT_EQ(numbers.fault(), "unaccounted 8-9");
    EXPECT_EQ(numbers.fault(13), "");
    numbers.company.spoil("update nfce_faixa set fim = 18", "ini = 15");
    EXPECT_EQ(numbers.fault(13), "unaccounted 19-19");
    numbers.company.spoil("update nfce_faixa set fim = 22", "ini = 15");
    EXPECT_EQ(numbers.fault(13), "ahead 20-22");
    numbers.company.spoil("delete from nfce");
    numbers.company.spoil("delete from nfce_faixa");
    EXPECT_EQ(numbers.fault(), "unaccounted 1-19");
}

TEST_P(NumbersTest, AreCountedApartByEnvironmentAndSeries) {
    ASSERT_TRUE(numbers.set(1));
    ASSERT_EQ(numbers.issue(1), Take::taken);
    numbers.company.database->write([&](db::Transaction& t) { numbers.insert_nota(t, 2, "simulador"); });
    EXPECT_EQ(numbers.fault(), "");
}

// What an administrator, the shop and SEFAZ may do to a series, in any order.
void anything(Numbers& numbers) {
    auto const counter = numbers.counter();
    switch (*rc::gen::inRange(0, 5)) {
    case 0: (void)numbers.set(counter.proximo + *rc::gen::inRange(0, 9)); break;
    case 1: (void)numbers.set(std::max<std::int64_t>(1, counter.proximo - *rc::gen::inRange(0, 9))); break;
    case 2: {
        auto const ini = *rc::gen::inRange<std::int64_t>(1, counter.proximo + 1);
        // Only what lies below the counter can have been skipped.
        auto const fim = std::min(ini + *rc::gen::inRange(0, 5), counter.proximo - 1);
        if (ini <= fim) numbers.ask_to_void(ini, fim);
        break;
    }
    case 3: numbers.check(); break;
    default: RC_ASSERT(numbers.issue(counter.proximo) == Take::taken);
    }
}

// On one engine: the statements are the same, and PostgreSQL would take a minute.
TEST(Ledger, AccountsForEachNumberWhateverIsDone) {
    Numbers numbers(db::Dialect::sqlite);
    ASSERT_TRUE(rc::check("each number has one account", [&] {
        numbers.company.forget_numbers();
        numbers.forget_marks();
        RC_ASSERT(numbers.set(*rc::gen::inRange(1, 20)).has_value());
        for (int step = *rc::gen::inRange(1, 15); step > 0; --step) {
            anything(numbers);
            RC_ASSERT(numbers.fault() == "");
        }
        if (*rc::gen::arbitrary<bool>()) return;
        // One number less: always seen.
        auto const counter = numbers.counter();
        if (counter.ultimo_usado == 0) return;
        numbers.company.spoil("delete from nfce", "numero = " + std::to_string(counter.ultimo_usado));
        RC_ASSERT(numbers.fault() != "");
    }));
}

} // namespace
} // namespace balcao::numbers
