#include "platform/db/list_totals.hpp"

#include <thread>

#include <gtest/gtest.h>

#include "test_database.hpp"

namespace balcao::test {

namespace {

using db::Dialect;

class ListTotalsTest : public testing::TestWithParam<Dialect> {};
INSTANTIATE_TEST_SUITE_P(Engines, ListTotalsTest, testing::Values(Dialect::sqlite, Dialect::postgres),
                         [](auto const& info) { return engine_name(info.param); });

TEST_P(ListTotalsTest, KeepOneTotalPerCompanyTableAndStatus) {
    MigratedDatabase const migrated(GetParam());
    auto& database = *migrated.database;
    auto const company = Uuid::make();
    database.write([&](db::Transaction& t) {
        db::change_list_total(t, company, "produtos", "S", 2);
        db::change_list_total(t, company, "produtos", "S", -1);
        db::change_list_total(t, company, "produtos", "N", 1);
        db::change_list_total(t, Uuid{}, "emitente", "S", 3);
    });
    (void)database.write([&](db::Transaction& t) -> Result<int> {
        db::change_list_total(t, company, "produtos", "S", 100);
        return not_found();
    });
    database.read([&](db::Connection& c) {
        EXPECT_EQ(db::list_total(c, company, "produtos", "S"), 1);
        EXPECT_EQ(db::list_total(c, company, "produtos", "N"), 1);
        EXPECT_EQ(db::list_total(c, Uuid{}, "emitente", "S"), 3);
        EXPECT_EQ(db::list_total(c, Uuid::make(), "produtos", "S"), 0);
    });
}

// SQLite has one writer.
TEST(ListTotals, NobodyWaitsForAnotherToCountOnPostgres) {
    MigratedDatabase const migrated(Dialect::postgres);
    auto& database = *migrated.database;
    int runs = 0;
    database.write([&](db::Transaction& t) {
        ++runs;
        EXPECT_EQ(db::list_total(t, Uuid{}, "pessoas", "S"), 0); // from here on it sees this moment
        std::jthread{[&] {
            database.write([](db::Transaction& other) { db::change_list_total(other, Uuid{}, "pessoas", "S", 1); });
        }}.join();
        db::change_list_total(t, Uuid{}, "pessoas", "S", 1);
    });
    EXPECT_EQ(runs, 1) << "lost against the other";
    auto const total = [&] {
        return database.read([](db::Connection& c) { return db::list_total(c, Uuid{}, "pessoas", "S"); });
    };
    EXPECT_EQ(total(), 2);
    db::add_up_list_totals(database);
    EXPECT_EQ(total(), 2);
    auto const waiting = database.read([](db::Connection& c) {
        return c.scalar<int>({"list_totals_any_change", "select count(*) from contagens_mudancas"});
    });
    EXPECT_EQ(waiting, 0);
    database.write([](db::Transaction& t) { db::change_list_total(t, Uuid{}, "pessoas", "S", -1); });
    db::add_up_list_totals(database);
    EXPECT_EQ(total(), 1);
}

} // namespace

} // namespace balcao::test
