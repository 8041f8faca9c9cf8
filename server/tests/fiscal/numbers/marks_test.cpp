// The last numbers outside the database: what stops a series whose counter went back, and how it goes on.

#include "fiscal/numbers/marks.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../selling/receipts/company.hpp"
#include "fiscal/numbers/stopped_series.hpp"
#include "platform/events/events.hpp"

namespace balcao::numbers {
namespace {

namespace test = receipts::test;

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Series const marked{.ambiente = "homologacao", .serie = 1};

struct At final : Clock {
    Instant now() const override { return test::now; }
};

TEST(Marks, KeepTheHighestNumberOfEachSeries) {
    balcao::test::TemporaryFolder const folder;
    auto const file = folder.file("numeros.max");
    auto const one = CompanyId::make(), two = CompanyId::make();
    {
        Marks marks(file);
        EXPECT_EQ(marks.highest(one, marked), 0);
        marks.note(one, marked, 7);
        marks.note(one, marked, 5);
        marks.note(one, {.ambiente = "producao", .serie = 1}, 100);
        marks.note(one, {.ambiente = "homologacao", .serie = 889}, 3);
        marks.note(one, {.ambiente = "simulador", .serie = 1}, 50);
        marks.note(two, marked, 1);
        EXPECT_EQ(marks.highest(one, marked), 7);
        EXPECT_EQ(marks.highest(one, {.ambiente = "simulador", .serie = 1}), 0) << "its memory may be wiped";
    }
    Marks marks(file);
    EXPECT_EQ(marks.highest(one, marked), 7);
    EXPECT_EQ(marks.highest(one, {.ambiente = "producao", .serie = 1}), 100);
    EXPECT_EQ(marks.highest(one, {.ambiente = "homologacao", .serie = 889}), 3);
    EXPECT_EQ(marks.highest(two, marked), 1);
    EXPECT_THAT(marks.all(), SizeIs(4));
}

TEST(Marks, CountEachModelApartAndKnowThoseOfEarlierVersionsAsTheNfce) {
    balcao::test::TemporaryFolder const folder;
    auto const file = folder.file("numeros.max");
    auto const company = CompanyId::make();
    Series const nfe{.ambiente = "homologacao", .modelo = modelo_nfe, .serie = 1};
    {
        Marks marks(file);
        marks.note(company, marked, 7); // as an earlier version wrote it: its model is a zero
        marks.note(company, nfe, 3);
    }
    Marks marks(file);
    EXPECT_EQ(marks.highest(company, marked), 7);
    EXPECT_EQ(marks.highest(company, nfe), 3);
    auto const all = marks.all();
    ASSERT_THAT(all, SizeIs(2));
    EXPECT_EQ(all[0].series.modelo + all[1].series.modelo, modelo_nfce + modelo_nfe);
}

TEST(Marks, AreSharedByProcesses) {
    balcao::test::TemporaryFolder const folder;
    auto const file = folder.file("numeros.max");
    auto const company = CompanyId::make();
    Marks here(file), there(file);
    here.note(company, marked, 4);
    EXPECT_EQ(there.highest(company, marked), 4);
    there.note(CompanyId::make(), marked, 1);
    there.note(company, marked, 6);
    here.note(company, marked, 5);
    EXPECT_EQ(here.highest(company, marked), 6);
    EXPECT_THAT(here.all(), SizeIs(2));
}

TEST(Marks, WhatWasHalfWrittenIsNoMark) {
    balcao::test::TemporaryFolder const folder;
    auto const file = folder.file("numeros.max");
    auto const company = CompanyId::make();
    Marks(file).note(company, marked, 4);
    std::ofstream(file, std::ios::app | std::ios::binary) << "half a record";
    Marks marks(file);
    EXPECT_THAT(marks.all(), SizeIs(1));
    marks.note(company, {.ambiente = "homologacao", .serie = 2}, 9);
    EXPECT_EQ(Marks(file).highest(company, {.ambiente = "homologacao", .serie = 2}), 9);
    EXPECT_EQ(Marks(file).highest(company, marked), 4);
}

TEST(Marks, AreNotReadFromAnyFile) {
    balcao::test::TemporaryFolder const folder;
    std::ofstream(folder.file("other")) << "something else altogether";
    EXPECT_THROW(Marks(folder.file("other")), std::runtime_error);
    EXPECT_THROW(Marks(folder.file("no/folder")), std::runtime_error);
}

class StoppedSeriesTest : public testing::TestWithParam<db::Dialect> {
protected:
    void count(Series const& of, std::int64_t proximo) {
        company.database->write([&](db::Transaction& t) {
            EXPECT_TRUE(set_next_number(t, scope, of, proximo, company.user, test::now).has_value());
        });
    }
    std::vector<StoppedSeries> stopped() {
        return company.database->read([&](db::Connection& c) { return find_stopped(c, scope, marks); });
    }
    std::int64_t audited(std::string_view action) {
        return company.database
            ->read([&](db::Connection& c) {
                return c.scalar<std::int64_t>(
                    {"audited", "select count(*) from action_logs where company_id = :id and action_type = :action"},
                    {{"id", company.id}, {"action", action}});
            })
            .value();
    }
    Result<void> confirm(Series const& of, std::int64_t proximo) {
        return company.database->write(
            [&](db::Transaction& t) { return confirm_next({t, actor}, scope, {events, clock}, marks, of, proximo); });
    }

    At clock;
    test::Company company{GetParam()};
    auth::CompanyScope const scope = test::scope_of(*company.database, company.id);
    auth::Actor const actor{.user = company.user, .email = "a@exemplo.com", .full_name = "Ana", .role = "admin"};
    events::Events events{*company.database, clock};
    balcao::test::TemporaryFolder const folder;
    Marks marks{folder.file("numeros.max")};
};

INSTANTIATE_TEST_SUITE_P(Engines, StoppedSeriesTest, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return balcao::test::engine_name(info.param); });

TEST_P(StoppedSeriesTest, AreThoseBehindTheirMark) {
    Series const ahead{.ambiente = "homologacao", .serie = 2};
    count(marked, 10);
    count(ahead, 11);
    marks.note(company.id, marked, 10);
    marks.note(company.id, ahead, 10);
    marks.note(CompanyId::make(), marked, 10); // of a database that is no more
    stop_behind_marks(*company.database, marks, clock);
    stop_behind_marks(*company.database, marks, clock);
    auto const found = stopped();
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].series.serie, 1);
    EXPECT_EQ(found[0].proximo, 10);
    EXPECT_EQ(found[0].proposta, 11);
    EXPECT_THAT(found[0].motivo, HasSubstr("já usou o número 10."));
    EXPECT_EQ(audited("nfce_series_stop"), 1);
}

TEST_P(StoppedSeriesTest, AreAllButPracticeAfterARestore) {
    count(marked, 10);
    count({.ambiente = "producao", .serie = 1}, 1);
    count({.ambiente = "simulador", .serie = 1}, 10);
    stop_restored(*company.database, clock);
    auto const found = stopped();
    ASSERT_THAT(found, SizeIs(2));
    EXPECT_EQ(found[0].series.ambiente, "homologacao");
    EXPECT_EQ(found[1].series.ambiente, "producao");
    EXPECT_EQ(found[0].proposta, std::nullopt) << "this machine took no number";
    EXPECT_THAT(found[0].motivo, HasSubstr("cópia de segurança"));
    EXPECT_EQ(audited("nfce_series_stop"), 2);
}

TEST_P(StoppedSeriesTest, GoOnFromAConfirmedNumber) {
    count(marked, 10);
    marks.note(company.id, marked, 12);
    EXPECT_EQ(confirm(marked, 13).error().fields.at(0).field, "serie") << "it is not stopped";
    stop_behind_marks(*company.database, marks, clock);

    auto const low = confirm(marked, 12);
    ASSERT_FALSE(low);
    EXPECT_EQ(low.error().fields.at(0).field, "proximo");
    EXPECT_EQ(low.error().fields.at(0).message, "Neste servidor já foi usado o número 12. Use 13 ou um maior.");
    EXPECT_THAT(stopped(), SizeIs(1));

    ASSERT_TRUE(confirm(marked, 13));
    EXPECT_THAT(stopped(), IsEmpty());
    EXPECT_EQ(audited("nfce_series_confirm"), 1);
    company.database->write(
        [&](db::Transaction& t) { EXPECT_EQ(take_number(t, scope, marks, marked, 13, test::now), Take::taken); });
    EXPECT_EQ(marks.highest(company.id, marked), 13);
    company.database->write([&](db::Transaction& t) { // as an older backup would have it
        t.execute({"back", "update nfce_numeracao set proximo = 13, ultimo_usado = 9 where emitente_id = :emitente_id"},
                  {{"emitente_id", company.id}});
    });
    auto const taken = company.database->write([&](db::Transaction& t) -> Result<Take> {
        if (take_number(t, scope, marks, marked, 13, test::now) == Take::behind) return not_found();
        return Take::taken;
    });
    EXPECT_FALSE(taken);
}

} // namespace
} // namespace balcao::numbers
