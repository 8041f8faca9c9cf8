#include "platform/db/sql_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace balcao::test {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct NumberingCase {
    std::string sql;
    std::string numbered;
    std::vector<std::string> names;
};

TEST(NumberParameters, LeavesEverythingElseAlone) {
    NumberingCase const cases[] = {{"", "", {}},
                                   {"select 1", "select 1", {}},
                                   {"a = :a and b = :b_2 or c=:a", "a = $1 and b = $2 or c=$1", {"a", "b_2"}},
                                   {":a", "$1", {"a"}},
                                   {"':a' || :b", "':a' || $1", {"b"}},
                                   {"'it''s :a', :b", "'it''s :a', $1", {"b"}},
                                   {"\":a\", \"x\"\":b\", :c", "\":a\", \"x\"\":b\", $1", {"c"}},
                                   {"-- :a\n:b -- :c", "-- :a\n$1 -- :c", {"b"}},
                                   {"/* :a \n */ :b /* :c", "/* :a \n */ $1 /* :c", {"b"}},
                                   {"x::text, :a::uuid", "x::text, $1::uuid", {"a"}},
                                   {"$$ :a $$, $t$ :b $$ $t$, :c", "$$ :a $$, $t$ :b $$ $t$, $1", {"c"}},
                                   {"':a", "':a", {}},
                                   {"1:2", "1:2", {}}};
    for (auto const& [sql, numbered, names] : cases) {
        auto const result = db::number_parameters(sql);
        EXPECT_EQ(result.sql, numbered);
        EXPECT_EQ(result.names, names) << sql;
    }
}

TEST(SplitStatements, CutsAtTheSemicolonThatEndsALine) {
    EXPECT_THAT(db::split_statements("create table a (b text);\ncreate index c on a (b) ;  \n"),
                ElementsAre("create table a (b text)", "\ncreate index c on a (b) "));
    EXPECT_THAT(db::split_statements("a; b;\nc"), ElementsAre("a; b", "\nc"));
    EXPECT_THAT(db::split_statements("a ';\n' ;\nb \";\n\" -- ;\n/* ;\n */;"),
                ElementsAre("a ';\n' ", "\nb \";\n\" -- ;\n/* ;\n */"));
    EXPECT_THAT(db::split_statements("a; -- last\nb;"), ElementsAre("a", " -- last\nb"));
    EXPECT_THAT(db::split_statements("\n-- nothing\n;\n;\n"), IsEmpty());
}

} // namespace

} // namespace balcao::test
