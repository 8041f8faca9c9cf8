#include "platform/base/csv.hpp"

#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace balcao {
namespace {

using testing::ElementsAre;

TEST(Csv, ReadsQuotesCommasAndLineBreaks) {
    CsvReader line("codigo,texto\n01,plain\n02,\"a, b\"\n03,\"two\nlines\"\n04,\"say \"\"hi\"\"\"\n05,\n");
    EXPECT_THAT(line.header(), ElementsAre("codigo", "texto"));
    std::vector<std::string> texts;
    while (line.next()) texts.push_back(csv_text(line[1]));
    EXPECT_THAT(texts, ElementsAre("plain", "a, b", "two\nlines", "say \"hi\"", ""));
}

TEST(Csv, NeedsNoLastLineBreak) {
    CsvReader line("a,b\n1,2");
    ASSERT_TRUE(line.next());
    EXPECT_EQ(line[1], "2");
    EXPECT_FALSE(line.next());
}

TEST(Csv, FindsColumnsByName) {
    CsvReader const line("a,b\n");
    EXPECT_EQ(line.column("b"), 1);
    EXPECT_THROW((void)line.column("c"), std::logic_error);
}

TEST(Csv, RefusesWhatIsNoTable) {
    CsvReader too_few("a,b\n1\n");
    EXPECT_THROW(too_few.next(), std::logic_error);
    CsvReader open("a,b\n1,\"2\n");
    EXPECT_THROW(open.next(), std::logic_error);
}

} // namespace
} // namespace balcao
