// The hash chains of the audit log, on both engines: every row gets one link, and whatever is changed afterwards shows.

#include "platform/audit/audit.hpp"

#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../db/test_database.hpp"
#include "platform/audit/chain.hpp"
#include "platform/audit/verify.hpp"

namespace balcao::audit {
namespace {

using testing::HasSubstr;

class AuditTest : public testing::TestWithParam<db::Dialect> {
protected:
    void log(std::optional<CompanyId> company, int rows, std::string const& details = {}) {
        database->write([&](db::Transaction& transaction) {
            for (int i = 0; i < rows; ++i) {
                write(transaction, SystemClock{}.now(),
                      {.action = "product_update",
                       .description = "Salvou um produto",
                       .company = company,
                       .details = details});
            }
        });
    }
    VerifyReport verified() {
        return database->read([](db::Connection& connection) { return verify(connection); });
    }
    ChainReport chain(Uuid const& id) {
        auto const report = verified();
        auto const at = std::ranges::find(report.chains, id, &ChainReport::chain);
        return at == report.chains.end() ? ChainReport{} : *at;
    }
    std::int64_t number(std::string_view sql) {
        return database->read(
            [&](db::Connection& connection) { return connection.scalar<std::int64_t>({"number", sql}).value(); });
    }
    void run(std::string_view sql, db::Params const& params = {}) {
        database->write([&](db::Transaction& transaction) { transaction.execute({"edit", sql}, params); });
    }
    // As whoever has the database in their hands.
    void drop_triggers() {
        if (GetParam() == db::Dialect::sqlite) {
            for (auto const* const table : {"action_logs", "action_log_details", "action_log_elos"}) {
                for (auto const* const what : {"update", "delete"})
                    run(std::string("drop trigger ") + table + "_no_" + what);
            }
        } else {
            for (auto const* const table : {"action_logs", "action_log_details", "action_log_elos"})
                run(std::string("drop trigger ") + table + "_no_change on " + table);
        }
    }
    // The row of the company's link with this number.
    Uuid row_of(std::int64_t number) {
        return database->read([&](db::Connection& connection) {
            return connection
                .scalar<Uuid>(
                    {"row", "select action_log_id from action_log_elos where cadeia = :cadeia and numero = :numero"},
                    {{"cadeia", company}, {"numero", number}})
                .value();
        });
    }
    // Ten sealed rows with details in the company's chain, and what whoever edits them needs.
    void prepare() {
        log(company, 10, R"({"prod_xProd":["a","b"]})");
        seal(*database);
        drop_triggers();
    }
    void edit_row(std::string_view sql, std::int64_t number) {
        run(sql, {{"id", row_of(number)}, {"cadeia", company}});
    }

    test::MigratedDatabase const place{GetParam()};
    db::Database* const database = place.database.get();
    CompanyId const company = CompanyId::make();
};

INSTANTIATE_TEST_SUITE_P(Engines, AuditTest, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return test::engine_name(info.param); });

TEST_P(AuditTest, EveryRowGetsOneLinkInTheChainOfItsCompany) {
    log(company, 1203, R"({"a":1})");
    log(std::nullopt, 7);
    EXPECT_EQ(chain(company.uuid()).waiting, 1203);
    EXPECT_EQ(chain(company.uuid()).sealed, 0);
    seal(*database);
    EXPECT_EQ(chain(company.uuid()).sealed, 1203);
    EXPECT_EQ(chain(Uuid{}).sealed, 7);
    EXPECT_EQ(number("select count(*) from action_log_pendentes"), 0);
    log(company, 1);
    EXPECT_EQ(chain(company.uuid()).waiting, 1);
    seal(*database);
    EXPECT_EQ(number("select count(distinct action_log_id) from action_log_elos"), 1211);
    auto const report = verified();
    EXPECT_TRUE(report.is_whole());
    EXPECT_EQ(report.chains.size(), 2U);
}

TEST_P(AuditTest, SealsInBatches) {
    log(company, 25);
    auto const first = seal_some(*database, Uuid{}, 10);
    ASSERT_TRUE(first);
    EXPECT_EQ(number("select count(*) from action_log_elos"), 10);
    auto const second = seal_some(*database, *first, 10);
    ASSERT_TRUE(second);
    EXPECT_TRUE(seal_some(*database, *second, 10));
    EXPECT_EQ(number("select count(*) from action_log_elos"), 25);
    EXPECT_FALSE(seal_some(*database, Uuid{}, 10));
    EXPECT_TRUE(verified().is_whole());
}

TEST_P(AuditTest, SeveralSealersAtOnceMakeOneChain) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 20; ++round) {
                log(company, 5, R"({"b":2})");
                seal_some(*database, Uuid{}, 7);
            }
        });
    }
    for (auto& thread : threads) thread.join();
    seal(*database);
    EXPECT_EQ(chain(company.uuid()).sealed, 300);
    EXPECT_TRUE(verified().is_whole());
}

TEST_P(AuditTest, ARowCommittedLateIsSealed) {
    log(std::nullopt, 3);
    seal(*database);
    // Its id and its time are before everything that was ever sealed.
    run("insert into action_logs (id, action_type, description, created_at, resultado) values (:id, 'x', 'y', 5, "
        "'success')",
        {{"id", *Uuid::parse("00000000-0000-7000-8000-000000000001")}});
    seal(*database);
    EXPECT_EQ(chain(Uuid{}).sealed, 4);
    EXPECT_TRUE(verified().is_whole());
}

TEST_P(AuditTest, TheProgramsOwnConnectionCannotChangeTheLog) {
    log(company, 2, R"({"a":1})");
    seal(*database);
    for (auto const* const sql : {"update action_logs set description = 'x'", "delete from action_logs",
                                  "update action_log_details set details = '{}'", "delete from action_log_details",
                                  "update action_log_elos set numero = numero + 1", "delete from action_log_elos"})
        EXPECT_THROW(run(sql), db::Error) << sql;
    EXPECT_TRUE(verified().is_whole());
    EXPECT_EQ(number("select count(*) from action_log_details"), 2);
}

TEST_P(AuditTest, FindsAChangedRow) {
    prepare();
    std::int64_t row = 10;
    for (auto const* const change :
         {"description = 'Salvou outro'", "resultado = 'error'", "created_at = created_at - 1", "user_id = :cadeia",
          "target_user_id = :cadeia", "action_type = 'product_delete'"}) {
        --row; // the first one in the chain is told
        edit_row(std::string("update action_logs set ") + change + " where id = :id", row);
        EXPECT_THAT(chain(company.uuid()).broken.value_or("whole"),
                    HasSubstr("Elo " + std::to_string(row) + ": o registro " + row_of(row).to_string()))
            << change;
        EXPECT_EQ(chain(company.uuid()).sealed, row - 1);
    }
}

TEST_P(AuditTest, FindsChangedDetails) {
    prepare();
    edit_row("update action_log_details set details = '{}' where action_log_id = :id", 9);
    EXPECT_THAT(chain(company.uuid()).broken.value_or("whole"), HasSubstr("Elo 9"));
    edit_row("delete from action_log_details where action_log_id = :id", 2);
    EXPECT_THAT(chain(company.uuid()).broken.value_or("whole"), HasSubstr("Elo 2")) << "the first one";
}

TEST_P(AuditTest, FindsDetailsThatWereAdded) {
    log(company, 3);
    seal(*database);
    edit_row("insert into action_log_details (action_log_id, details) values (:id, '{}')", 3);
    EXPECT_THAT(chain(company.uuid()).broken.value_or("whole"), HasSubstr("Elo 3"));
}

TEST_P(AuditTest, FindsARemovedRow) {
    prepare();
    auto const row = row_of(5);
    run("delete from action_log_details where action_log_id = :id", {{"id", row}});
    run("delete from action_logs where id = :id", {{"id", row}});
    EXPECT_THAT(chain(company.uuid()).broken.value_or("whole"),
                HasSubstr("Elo 5: o registro " + row.to_string() + " foi removido"));
}

TEST_P(AuditTest, FindsARemovedLink) {
    prepare();
    edit_row("delete from action_log_elos where action_log_id = :id", 6);
    EXPECT_EQ(chain(company.uuid()).broken, "Elo 6: o elo foi removido.");
}

TEST_P(AuditTest, FindsThatTheEndWasCutOff) {
    prepare();
    auto const row = row_of(10);
    for (auto const* const table : {"action_log_elos", "action_log_details"})
        run(std::string("delete from ") + table + " where action_log_id = :id", {{"id", row}});
    EXPECT_EQ(chain(company.uuid()).broken, "Elo 10: o elo foi removido.");
    run("delete from action_logs where id = :id", {{"id", row}});
    EXPECT_EQ(chain(company.uuid()).broken, "Elo 10: o elo foi removido.");
}

TEST_P(AuditTest, FindsThatAWholeChainIsGone) {
    prepare();
    run("delete from action_log_elos");
    run("delete from action_log_cadeias");
    EXPECT_THAT(chain(company.uuid()).broken.value_or("whole"), HasSubstr("não tem mais elo"));
}

TEST_P(AuditTest, FindsAnInsertedLink) {
    prepare();
    log(company, 1);
    run("insert into action_log_elos (cadeia, numero, action_log_id, hash) select :cadeia, 11, action_log_id, :hash "
        "from "
        "action_log_pendentes",
        {{"cadeia", company}, {"hash", db::Blob(32)}});
    EXPECT_THAT(chain(company.uuid()).broken.value_or("whole"), HasSubstr("Elo 11: o elo do registro"));
}

TEST_P(AuditTest, FindsALinkPutInBetween) {
    prepare();
    log(company, 1);
    run("update action_log_elos set numero = -numero where cadeia = :cadeia and numero >= 5", {{"cadeia", company}});
    run("update action_log_elos set numero = 1 - numero where cadeia = :cadeia and numero < 0", {{"cadeia", company}});
    run("insert into action_log_elos (cadeia, numero, action_log_id, hash) select :cadeia, 5, action_log_id, :hash "
        "from "
        "action_log_pendentes",
        {{"cadeia", company}, {"hash", db::Blob(32)}});
    run("delete from action_log_pendentes");
    run("update action_log_cadeias set elos = 11");
    EXPECT_THAT(chain(company.uuid()).broken.value_or("whole"), HasSubstr("Elo 5"));
}

TEST_P(AuditTest, FindsAForgedLinkAndAForgedEnd) {
    prepare();
    run("update action_log_elos set hash = :hash where cadeia = :cadeia and numero = 10",
        {{"cadeia", company}, {"hash", db::Blob(32)}});
    EXPECT_THAT(chain(company.uuid()).broken.value_or("whole"), HasSubstr("Elo 10"));

    log(std::nullopt, 2);
    seal(*database);
    run("update action_log_cadeias set hash = :hash where cadeia = :cadeia",
        {{"cadeia", Uuid{}}, {"hash", db::Blob(32)}});
    EXPECT_THAT(chain(Uuid{}).broken.value_or("whole"), HasSubstr("fim da cadeia"));
}

TEST_P(AuditTest, FindsARowMovedToAnotherCompany) {
    prepare();
    edit_row("update action_logs set company_id = null where id = :id", 1);
    EXPECT_THAT(chain(company.uuid()).broken.value_or("whole"), HasSubstr("não é desta cadeia"));
}

TEST_P(AuditTest, FindsARowRemovedBeforeItWasSealed) {
    log(company, 700);
    drop_triggers();
    run("delete from action_logs");
    log(company, 1);
    seal(*database);
    EXPECT_EQ(chain(company.uuid()).sealed, 1) << "what was removed does not stop the rest";
    auto const report = verified();
    EXPECT_FALSE(report.is_whole());
    EXPECT_THAT(report.broken.value_or("whole"), HasSubstr("foi removido antes"));
}

TEST_P(AuditTest, SealsWhatAnOlderVersionLogged) {
    test::EmptyDatabase const older(GetParam());
    auto const old = db::Database::open(older.options);
    db::migrate(*old, older.options, 3);
    old->write([&](db::Transaction& transaction) {
        write(transaction, Instant{1},
              {.action = "company_create", .description = "Criou", .company = company, .details = "{}"});
        write(transaction, Instant{2}, {.action = "session_sign_in", .description = "Entrou"});
    });
    db::migrate(*old, older.options);
    seal(*old);
    auto const report = old->read([](db::Connection& connection) { return verify(connection); });
    EXPECT_TRUE(report.is_whole());
    ASSERT_EQ(report.chains.size(), 2U);
    for (auto const& chain : report.chains)
        EXPECT_EQ(std::pair(chain.sealed, chain.waiting), std::pair(std::int64_t{1}, std::int64_t{0}));
}

TEST(AuditDigest, TellsEveryValueFromItsNeighbours) {
    auto const id = Uuid::make();
    SealedRow const row{.id = id, .action = "ab", .description = "c", .resultado = "success"};
    auto moved = row;
    moved.action = "a";
    moved.description = "bc";
    auto empty = row;
    empty.details = "";
    auto as_target = row;
    as_target.target_user = id;
    auto as_user = row;
    as_user.user = id;
    std::set<Hash> const all{digest(row), digest(moved), digest(empty), digest(as_target), digest(as_user)};
    EXPECT_EQ(all.size(), 5U);
    EXPECT_EQ(digest(row), digest(SealedRow(row)));
    EXPECT_NE(link(Hash{}, digest(row)), link(digest(moved), digest(row)));
}

} // namespace
} // namespace balcao::audit
