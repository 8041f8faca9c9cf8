// Which files follow from the changes that stand.

#include "fiscal/fiscal_tables/fiscal_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace balcao::fiscal_tables {
namespace {

using nfce::TableFile;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr auto parameters = TableFile::parametros;
constexpr std::string_view pCBS = "*,2027-01-01,*,sefaz,pCBS,";

std::string base_with(std::string_view from, std::string_view to) {
    std::string text(nfce::base_text(parameters));
    auto const at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

std::string with_rate(std::string const& rate) {
    return base_with(std::string(pCBS) + ',', std::string(pCBS) + rate + ',');
}

Change upload(std::int64_t revision, std::string content, std::string as_of = "2026-12-20") {
    return {.id = Uuid::make(),
            .file = parameters,
            .kind = Kind::file,
            .content = std::move(content),
            .as_of = std::move(as_of),
            .file_name = "nfce-parametros.csv",
            .revision = revision,
            .by = {},
            .created_at = {}};
}
Change value(std::int64_t revision, std::string row, std::string as_of = "2026-12-20") {
    auto change = upload(revision, std::move(row), std::move(as_of));
    change.kind = Kind::value;
    return change;
}
std::string text_of(std::vector<Change> const& changes) {
    auto const texts = texts_in_force(changes);
    EXPECT_TRUE(nfce::Tables::make(texts));
    auto const at = texts.find(parameters);
    return at == texts.end() ? "the program's own" : at->second;
}

TEST(FiscalTablesInForce, AreTheProgramsOwnUntilSomethingStands) {
    EXPECT_THAT(texts_in_force({}), IsEmpty());
    EXPECT_EQ(as_of_in_force({}, parameters), nfce::base_as_of(parameters));
    auto undone = upload(1, with_rate("8.8000"));
    undone.undone_at = Instant{1};
    EXPECT_THAT(texts_in_force(std::vector{undone}), IsEmpty());
}

TEST(FiscalTablesInForce, TheNewestUploadCountsUnlessTheProgramIsNewer) {
    auto const first = with_rate("8.8000"), second = with_rate("8.7000");
    EXPECT_EQ(text_of({upload(1, first), upload(2, second)}), second);
    EXPECT_EQ(as_of_in_force(std::vector{upload(1, first)}, parameters), "2026-12-20");
    EXPECT_EQ(text_of({upload(1, first, "2020-01-01")}), "the program's own");
}

TEST(FiscalTablesInForce, AValueStandsOnTopOfWhatWasThereBefore) {
    auto const row = std::string(pCBS) + "8.8000,Lei,alta";
    EXPECT_THAT(text_of({value(1, row)}), HasSubstr(row));
    // After the dates before it, so that they grow.
    auto const later = text_of({value(1, "*,2028-01-01,*,sefaz,pCBS,9.1000,Lei,alta")});
    EXPECT_LT(later.find(pCBS), later.find("9.1000"));
    // Of a UF that had no row.
    EXPECT_THAT(text_of({value(1, "AC,2027-01-01,*,sefaz,limite_sem_destinatario,5000.00,Lei,alta")}),
                HasSubstr("AC,2027-01-01"));
    // An upload that says something wins over an older value, one that does not leaves it.
    auto const says = with_rate("8.7000");
    EXPECT_THAT(text_of({value(1, row), upload(2, says)}), Not(HasSubstr("8.8000")));
    EXPECT_THAT(text_of({upload(1, says), value(2, row)}), HasSubstr("8.8000"));
    EXPECT_THAT(text_of({value(1, row), upload(2, std::string(nfce::base_text(parameters)))}), HasSubstr("8.8000"));
    EXPECT_THAT(text_of({value(1, row, "2020-01-01")}), HasSubstr("8.8000")); // the base has no rate
}

TEST(FiscalTablesInForce, ParametersThatOnlyTheProgramKnowsComplementAFile) {
    auto const older = base_with("*,2018-01-01,*,lei,pis_cofins,produto,a classificação do produto,alta\n"
                                 "*,2027-01-01,*,lei,pis_cofins,08,LC 214/2025: PIS e COFINS terminam em 2026; a forma "
                                 "na nota é inferência,baixa\n",
                                 "");
    EXPECT_THAT(text_of({upload(1, older)}), HasSubstr("pis_cofins,08"));
}

TEST(FiscalTablesDifference, IsByTheKeysOfRows) {
    auto const before = nfce::base_text(parameters);
    EXPECT_THAT(difference(parameters, before, before).rows, IsEmpty());
    auto const changed = difference(parameters, before, with_rate("8.8000"));
    EXPECT_EQ(changed.changed, 1);
    ASSERT_EQ(changed.rows.size(), 1U);
    EXPECT_EQ(changed.rows.front().key, "pCBS sefaz * * desde 2027-01-01");
    EXPECT_THAT(changed.rows.front().after.value(), HasSubstr("valor: 8.8000"));
    auto const moved = difference(parameters, before, base_with(pCBS, "*,2027-02-01,*,sefaz,pCBS,"));
    EXPECT_EQ(moved.added, 1);
    EXPECT_EQ(moved.gone, 1);
    auto const addresses = nfce::base_text(TableFile::enderecos);
    EXPECT_THAT(difference(TableFile::enderecos, addresses, addresses).rows, IsEmpty());
}

} // namespace
} // namespace balcao::fiscal_tables
