// Lists: every way they are read gives the same rows, on both engines.

#include "platform/db/record_list.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/base/text.hpp"
#include "test_database.hpp"

namespace balcao::test {

namespace {

using db::Dialect;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int64_t small = 100;       // scanned
constexpr std::int64_t large = 1'000'000; // by the text index

class RecordListTest : public testing::TestWithParam<std::tuple<Dialect, std::int64_t>> {
protected:
    RecordListTest() : migrated(std::get<0>(GetParam())) {
        database().write([&](db::Transaction& t) {
            for (auto const& [id, cnpj] : {std::pair(company, "1"), std::pair(other_company, "2")}) {
                t.execute({"company",
                           "insert into emitente (id, razao_social, cnpj, inscricao_estadual, crt, cep, "
                           "codigo_municipio, logradouro, numero, "
                           "bairro, municipio, uf, cor, fuso_horario, ativo, updated_at, version, busca, "
                           "busca_municipio) values (:id, 'x', "
                           ":cnpj, '1', 1, '1', '1', 'x', '1', 'x', 'x', 'SP', 'anil', 'x', 'S', 1, 1, 'x', 'x')"},
                          {{"id", id}, {"cnpj", cnpj}});
            }
        });
    }

    db::Database& database() { return *migrated.database; }

    void add(std::vector<std::string> const& names, Uuid of) {
        database().write([&](db::Transaction& t) {
            for (auto const& name : names) {
                auto const code = std::to_string(100'000 + 7919 * ++made % 99'991); // in another order than the names
                auto const folded = fold(name);
                auto const text = folded + '\n' + code;
                t.execute({"product", "insert into produtos (id, id_emit, created_at, updated_at, prod_cProd, "
                                      "prod_xProd, prod_NCM, prod_qCOM, prod_qTrib, "
                                      "prod_ativo, busca, busca_xProd) values (:id, :id_emit, 1, 1, :code, :name, "
                                      "null, 1, 1, :ativo, :busca, :folded)"},
                          {{"id", Uuid::make()},
                           {"id_emit", of},
                           {"code", code},
                           {"name", name},
                           {"ativo", made % 3 == 0 ? "N" : "S"},
                           {"busca", text},
                           {"folded", folded}});
            }
        });
    }

    void add_numbered(std::string_view name, std::int64_t count) {
        std::vector<std::string> names;
        for (std::int64_t i = 0; i < count; ++i) names.push_back(fmt::format("{} {}", name, 10'000 + i));
        add(names, company);
    }

    db::RecordList list(std::string_view search) {
        return {.name = "test",
                .table = "produtos",
                .columns = "prod_xProd",
                .where = "produtos.id_emit = :id_emit and produtos.deleted_at is null",
                .params = {{"id_emit", company}},
                .order = "produtos.busca_xProd",
                .newest = "produtos.created_at",
                .prefix_column = "busca_xProd",
                .rows = std::get<1>(GetParam()),
                .search = search,
                .limit = 100};
    }

    struct Page {
        std::vector<std::string> names;
        db::ListTotal total;
    };
    Page read(db::RecordList const& wanted) {
        Page page;
        database().read([&](db::Connection& c) {
            page.total = db::read_page(c, wanted, [&](db::Row const& row) { page.names.emplace_back(row.text(0)); });
        });
        return page;
    }
    std::vector<std::string> found(std::string_view search) { return read(list(search)).names; }
    std::int64_t counted(db::RecordList const& wanted) {
        std::int64_t total = 0;
        database().read([&](db::Connection& c) {
            db::read_totals(c, wanted, "count(*)", [&](db::Row const& row) { total = row.integer(0); });
        });
        return total;
    }
    std::vector<std::string> all(db::RecordList const& wanted) {
        std::vector<std::string> names;
        database().read([&](db::Connection& c) {
            db::read_all(c, wanted, [&](db::Row const& row) { names.emplace_back(row.text(0)); });
        });
        return names;
    }
    bool is_large() const { return std::get<1>(GetParam()) == large; }

    MigratedDatabase const migrated;
    Uuid const company = Uuid::make();
    Uuid const other_company = Uuid::make();
    std::int64_t made = 0;
};

INSTANTIATE_TEST_SUITE_P(Engines, RecordListTest,
                         testing::Combine(testing::Values(Dialect::sqlite, Dialect::postgres),
                                          testing::Values(small, large)),
                         [](auto const& info) {
                             return engine_name(std::get<0>(info.param)) +
                                    (std::get<1>(info.param) == large ? "Large" : "Small");
                         });

TEST_P(RecordListTest, FindsAllWordsWhateverTheyAreWrittenLike) {
    add({"Água Viva", "Laje 100% firme", "Laje_leve", "Laje \"H12\" d'água", "Bloco 14x19", "Telha (romana) *",
         "Cimento CP-II 50kg"},
        company);
    add({"Laje de outra empresa"}, other_company);
    EXPECT_THAT(found("agua"), ElementsAre("Água Viva", "Laje \"H12\" d'água"));
    EXPECT_THAT(found("ÁGUA"), ElementsAre("Água Viva", "Laje \"H12\" d'água"));
    EXPECT_THAT(found("viva agua"), ElementsAre("Água Viva"));
    EXPECT_THAT(found("laje agua"), ElementsAre("Laje \"H12\" d'água"));
    EXPECT_THAT(found("100%"), ElementsAre("Laje 100% firme"));
    EXPECT_THAT(found("je_le"), ElementsAre("Laje_leve"));
    EXPECT_THAT(found("\"h12\""), ElementsAre("Laje \"H12\" d'água"));
    EXPECT_THAT(found("d'agua"), ElementsAre("Laje \"H12\" d'água"));
    EXPECT_THAT(found("(romana)"), ElementsAre("Telha (romana) *"));
    EXPECT_THAT(found("14x19"), ElementsAre("Bloco 14x19"));
    EXPECT_THAT(found("cp-ii"), ElementsAre("Cimento CP-II 50kg"));
    EXPECT_THAT(found("laje cimento"), IsEmpty());
    EXPECT_THAT(found("nadadisso"), IsEmpty());
}

TEST_P(RecordListTest, TakesAnyText) {
    add({"Laje"}, company);
    for (std::string const text :
         {"' or '1'='1", "\"", "\"\"\"", "*", "NEAR(a b)", "busca:laje", "laje*", "^laje", "(((", "a AND b", "lajé OR",
          "🙂", "🙂🙂🙂🙂", "\\", "%%%", "___", "a\tb", "-", "--- ; drop table produtos"})
        EXPECT_THAT(found(text), IsEmpty()) << text;
    EXPECT_THAT(found(std::string_view("laj\0e", 5)), testing::AnyOf(IsEmpty(), ElementsAre("Laje")));
    EXPECT_THAT(found(std::string(200, 'a')), IsEmpty());
    EXPECT_THAT(found("a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0 z.1-2.3-4/5.6-7.8-9.0-1.2-3.4-5.6-7.8-9.0"), IsEmpty());
}

TEST_P(RecordListTest, LooksAtEightWords) {
    add({"um dois tres quatro cinco seis sete oito"}, company);
    EXPECT_THAT(found("um dois tres quatro cinco seis sete oito"), SizeIs(1));
    EXPECT_THAT(found("um dois tres quatro cinco seis sete nove"), IsEmpty());
    EXPECT_THAT(found("oito sete seis cinco quatro tres dois um zzz"), SizeIs(1)) << "the ninth is not looked at";
}

TEST_P(RecordListTest, NumbersWithAndWithoutPunctuation) {
    add({"Laje"}, company);
    EXPECT_THAT(found("107.919"), ElementsAre("Laje"));
    EXPECT_THAT(found("10-79-19"), ElementsAre("Laje"));
    EXPECT_THAT(found("107919"), ElementsAre("Laje"));
    EXPECT_THAT(found("107.918"), IsEmpty());
}

TEST_P(RecordListTest, OneOrTwoLettersAreABeginningInALargeList) {
    add({"Laje", "Bloco laje", "Lona", "Ébano"}, company);
    if (is_large()) EXPECT_THAT(found("la"), ElementsAre("Laje"));
    else EXPECT_THAT(found("la"), ElementsAre("Bloco laje", "Laje"));
    EXPECT_THAT(found("lo"), is_large() ? testing::Matcher<std::vector<std::string>>(ElementsAre("Lona"))
                                        : ElementsAre("Bloco laje", "Lona"));
    EXPECT_THAT(found("é"), testing::Contains("Ébano"));
    EXPECT_THAT(found("la zz"), IsEmpty());
}

TEST_P(RecordListTest, PagesInOrderBothWays) {
    add({"c laje", "a laje", "d laje", "b laje", "e bloco"}, company);
    auto wanted = list("laje");
    wanted.limit = 2;
    EXPECT_THAT(read(wanted).names, ElementsAre("a laje", "b laje"));
    EXPECT_EQ(read(wanted).total.total, 4);
    EXPECT_TRUE(read(wanted).total.exact);
    wanted.offset = 2;
    EXPECT_THAT(read(wanted).names, ElementsAre("c laje", "d laje"));
    wanted.offset = 4;
    EXPECT_THAT(read(wanted).names, IsEmpty());
    wanted.offset = 0;
    wanted.descending = true;
    EXPECT_THAT(read(wanted).names, ElementsAre("d laje", "c laje"));
    EXPECT_EQ(counted(wanted), 4);
    EXPECT_THAT(all(wanted), ElementsAre("d laje", "c laje", "b laje", "a laje"));
}

TEST_P(RecordListTest, WithoutSearchTheTotalIsTakenAsItIsKnown) {
    add({"b", "a"}, company);
    add({"c"}, other_company);
    auto wanted = list("");
    EXPECT_EQ(read(wanted).total.total, 2);
    wanted.total = 77;
    EXPECT_EQ(read(wanted).total.total, 77);
    EXPECT_THAT(read(wanted).names, ElementsAre("a", "b"));
    EXPECT_THAT(all(wanted), ElementsAre("a", "b"));
}

TEST_P(RecordListTest, FiltersFewAndMany) {
    std::vector<std::string> names;
    for (int i = 0; i < 3'600; ++i) names.push_back("laje x" + std::to_string(10'000 + i)); // each third inactive
    add(names, company);
    auto wanted = list("");
    wanted.filter = " and produtos.prod_ativo = 'N'";
    wanted.limit = 3;
    for (auto const total : {std::optional<std::int64_t>{}, std::optional<std::int64_t>{1200}}) {
        wanted.total = total;
        auto const page = read(wanted);
        EXPECT_EQ(page.total.total, total.value_or(1000)) << "what is not known is counted to a thousand";
        EXPECT_EQ(page.total.exact, total.has_value());
        EXPECT_THAT(page.names, ElementsAre("laje x10002", "laje x10005", "laje x10008"));
    }
    EXPECT_EQ(counted(wanted), 1200);
    wanted.descending = true;
    wanted.offset = 3;
    EXPECT_THAT(read(wanted).names, ElementsAre("laje x13590", "laje x13587", "laje x13584")) << "3599 is the first";
    wanted.search = "laje x1000";
    wanted.offset = 0;
    EXPECT_EQ(read(wanted).total.total, 3);
    EXPECT_THAT(read(wanted).names, ElementsAre("laje x10008", "laje x10005", "laje x10002"));
}

TEST_P(RecordListTest, ASearchThatFindsMoreThanAThousandEndsThere) {
    add_numbered("laje", 1'002);
    auto wanted = list("laje");
    wanted.limit = 2;
    auto const page = read(wanted);
    EXPECT_EQ(page.total.total, 1000);
    EXPECT_FALSE(page.total.exact);
    EXPECT_TRUE(page.total.is_cut);
    EXPECT_THAT(page.names, ElementsAre("laje 10000", "laje 10001"));
    EXPECT_EQ(counted(wanted), 1002);
    EXPECT_THAT(all(wanted), SizeIs(1002));
    wanted.offset = 998;
    wanted.limit = 10;
    EXPECT_THAT(read(wanted).names, ElementsAre("laje 10998", "laje 10999"));
    wanted.offset = 1000;
    EXPECT_THAT(read(wanted).names, IsEmpty());
    wanted = list("la");
    wanted.limit = 2;
    EXPECT_THAT(read(wanted).names, ElementsAre("laje 10000", "laje 10001"));
}

TEST_P(RecordListTest, OfManyThoseComeFirstThatBeginAsTyped) {
    add_numbered("forro de laje", 1'001);
    add({"laje leve", "Laje 12", "laje zero"}, company);
    add({"laje de outra empresa"}, other_company);
    auto wanted = list("laje");
    wanted.limit = 4;
    EXPECT_THAT(read(wanted).names, ElementsAre("Laje 12", "laje leve", "laje zero", "forro de laje 11000"));
    wanted.offset = 2;
    EXPECT_THAT(read(wanted).names,
                ElementsAre("laje zero", "forro de laje 10998", "forro de laje 10999", "forro de laje 11000"))
        << "then the newest, in order within the page";
    wanted.offset = 0;
    wanted.descending = true;
    EXPECT_THAT(read(wanted).names, ElementsAre("laje zero", "laje leve", "Laje 12", "forro de laje 11000"));
    wanted.filter = " and produtos.prod_cProd <> '000000'";
    EXPECT_EQ(read(wanted).names.size(), 4U);
    wanted.search = "laje forro";
    EXPECT_THAT(read(wanted).names.front(), "forro de laje 11000");
    EXPECT_EQ(read(wanted).total.total, 1000);
}

TEST_P(RecordListTest, OfManySortedByAnythingElseTheNewestAreSorted) {
    add({"laje"}, company); // its code is the first
    add_numbered("laje", 1'000);
    auto wanted = list("laje");
    wanted.columns = wanted.order = "produtos.prod_cProd";
    wanted.limit = 100;
    std::vector<std::string> codes;
    for (wanted.offset = 0; wanted.offset < 1'000; wanted.offset += wanted.limit)
        for (auto const& code : read(wanted).names) codes.push_back(code);
    EXPECT_THAT(codes, SizeIs(1'000));
    EXPECT_TRUE(std::ranges::is_sorted(codes));
    EXPECT_THAT(codes, testing::Not(testing::Contains("107919")));
}

// SQLite's text index knows no companies: where a word is common in the table a small list is read through.
TEST_P(RecordListTest, FindsTheSameWhateverIsCommon) {
    std::vector<std::string> names;
    for (int i = 0; i < 150; ++i) names.push_back("laje de forro " + std::to_string(1'000 + i));
    add(names, company);
    for (int i = 0; i < 900; ++i) names.push_back("laje de forro " + std::to_string(2'000 + i));
    add(names, other_company);
    add({"laje de aço", "aço"}, company);
    EXPECT_THAT(found("laje aco"), ElementsAre("laje de aço"));
    EXPECT_THAT(found("de la aco"), ElementsAre("laje de aço"));
    EXPECT_THAT(found("laje forro 1007"), ElementsAre("laje de forro 1007"));
    EXPECT_THAT(found("laje --- zz"), IsEmpty());
    auto wanted = list("laje de");
    wanted.limit = 1;
    EXPECT_EQ(read(wanted).total.total, 151) << "frequent among the newest, and yet few";
    EXPECT_TRUE(read(wanted).total.exact);
    wanted.filter = " and produtos.prod_ativo = 'N'";
    EXPECT_EQ(read(wanted).total.total, 50);
}

TEST_P(RecordListTest, FindsWhatWasRenamed) {
    add_numbered("zinco", 3);
    database().write([&](db::Transaction& t) {
        t.execute({"rename",
                   "update produtos set prod_xProd = 'tubo', busca = 'tubo de cobre', busca_xProd = 'tubo de cobre' "
                   "where id_emit = :id_emit and busca_xProd = 'zinco 10001'"},
                  {{"id_emit", company}});
    });
    EXPECT_THAT(found("zinco"), ElementsAre("zinco 10000", "zinco 10002"));
    EXPECT_THAT(found("cobre"), ElementsAre("tubo"));
}

TEST(SearchWords, AreFoldedAndPlain) {
    auto const words = db::search_words("  São  12.345/0001 A-B ");
    ASSERT_THAT(words, SizeIs(3));
    EXPECT_EQ(words[0].text, "sao");
    EXPECT_EQ(words[0].plain, "");
    EXPECT_EQ(words[1].text, "12.345/0001");
    EXPECT_EQ(words[1].plain, "123450001");
    EXPECT_EQ(words[2].text, "a-b");
    EXPECT_EQ(words[2].plain, "") << "no digit";
    EXPECT_THAT(db::search_words(" \u200F "), IsEmpty());
}

} // namespace

} // namespace balcao::test
