#include "db/counters.hpp"

#include <gtest/gtest.h>

#include "test_database.hpp"

namespace balcao::test {

namespace {

using db::Dialect;

class CountersTest : public testing::TestWithParam<Dialect> {};
INSTANTIATE_TEST_SUITE_P(Engines, CountersTest, testing::Values(Dialect::sqlite, Dialect::postgres),
                         [](auto const& info) { return engine_name(info.param); });

TEST_P(CountersTest, KeepOneTotalPerCompanyTableAndStatus) {
    MigratedDatabase const migrated(GetParam());
    auto& database = *migrated.database;
    auto const company = Uuid::make();
    database.write([&](db::Transaction& t) {
        db::adjust(t, company, "produtos", "S", 2);
        db::adjust(t, company, "produtos", "S", -1);
        db::adjust(t, company, "produtos", "N", 1);
        db::adjust(t, Uuid{}, "emitente", "S", 3);
    });
    (void)database.write([&](db::Transaction& t) -> Result<int> {
        db::adjust(t, company, "produtos", "S", 100);
        return not_found();
    });
    database.read([&](db::Connection& c) {
        EXPECT_EQ(db::total(c, company, "produtos", "S"), 1);
        EXPECT_EQ(db::total(c, company, "produtos", "N"), 1);
        EXPECT_EQ(db::total(c, Uuid{}, "emitente", "S"), 3);
        EXPECT_EQ(db::total(c, Uuid::make(), "produtos", "S"), 0);
    });
}

} // namespace

} // namespace balcao::test
