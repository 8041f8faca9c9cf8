#include "platform/base/time.hpp"

#include <gtest/gtest.h>

namespace balcao {
namespace {

TEST(Instant, IsWrittenAsIsoWithMicroseconds) {
    EXPECT_EQ(Instant{0}.to_iso(), "1970-01-01T00:00:00.000000Z");
    EXPECT_EQ(Instant{1'795'269'785'123'456}.to_iso(), "2026-11-21T14:03:05.123456Z");
    EXPECT_EQ(Instant{951'782'399'999'999}.to_iso(), "2000-02-28T23:59:59.999999Z");
    EXPECT_EQ(Instant{951'782'400'000'000}.to_iso(), "2000-02-29T00:00:00.000000Z");
    EXPECT_EQ(Instant{-1}.to_iso(), "1969-12-31T23:59:59.999999Z");
}

TEST(SystemClock, IsAfterThisWasWritten) { EXPECT_GT(SystemClock{}.now(), Instant{1'795'000'000'000'000}); }

TEST(Dates, AreDaysOfTheCalendar) {
    for (auto const* text : {"2026-11-21", "2024-02-29", "1900-01-01", "2199-12-31"})
        EXPECT_TRUE(is_date(text)) << text;
    for (auto const* text :
         {"", "2026-11", "2026-02-29", "2026-00-10", "2026-13-01", "2026-04-31", "1899-12-31", "2200-01-01",
          "2026-1-01", "21/11/2026", "2026-11-21 ", "2026-11-2a", "-026-11-21", "2026-11-2\xc3\xa3"})
        EXPECT_FALSE(is_date(text)) << text;
}

TEST(Dates, MoveByDays) {
    EXPECT_EQ(add_days("2026-11-21", 0), "2026-11-21");
    EXPECT_EQ(add_days("2026-11-21", 30), "2026-12-21");
    EXPECT_EQ(add_days("2024-02-28", 1), "2024-02-29");
    EXPECT_EQ(add_days("2026-12-31", 1), "2027-01-01");
    EXPECT_EQ(add_days("2026-03-01", -1), "2026-02-28");
}

TEST(Dates, ChangeAtMidnightWhereOneIs) {
    auto const at = Instant{1'795'318'200'000'000}; // 2026-11-22T03:30Z
    EXPECT_EQ(local_date(at, "America/Sao_Paulo"), "2026-11-22");
    EXPECT_EQ(local_date(at, "America/Manaus"), "2026-11-21");
    EXPECT_EQ(local_date(at, "America/Rio_Branco"), "2026-11-21");
    EXPECT_EQ(local_date(at, "America/Noronha"), "2026-11-22");
    EXPECT_EQ(local_date_time_text(at, "America/Sao_Paulo"), "22/11/2026 00:30");
    EXPECT_EQ(local_date_time_text(at, "America/Manaus"), "21/11/2026 23:30");
    EXPECT_THROW(local_date(at, "America/Nowhere"), std::runtime_error);
}

TEST(Dates, BeginWhereOneIs) {
    EXPECT_EQ(start_of_day("2026-11-22", "America/Sao_Paulo").to_iso(), "2026-11-22T03:00:00.000000Z");
    EXPECT_EQ(start_of_day("2026-11-22", "America/Rio_Branco").to_iso(), "2026-11-22T05:00:00.000000Z");
    EXPECT_EQ(start_of_day("2026-11-22", "America/Noronha").to_iso(), "2026-11-22T02:00:00.000000Z");
    // Summer time began at midnight: that day has no midnight. It ended at midnight too: the eve has two.
    EXPECT_EQ(start_of_day("2018-11-04", "America/Sao_Paulo").to_iso(), "2018-11-04T03:00:00.000000Z");
    EXPECT_EQ(start_of_day("2018-02-18", "America/Sao_Paulo").to_iso(), "2018-02-18T03:00:00.000000Z");
    EXPECT_EQ(start_of_day("2018-02-17", "America/Sao_Paulo").to_iso(), "2018-02-17T02:00:00.000000Z");
    for (auto const* const day : {"1900-01-01", "2200-01-01"})
        EXPECT_EQ(local_date(start_of_day(day, "America/Sao_Paulo"), "America/Sao_Paulo"), day);
}

TEST(Dates, ClocksAreHoursAwayFromUtc) {
    auto const now = Instant{1'795'318'200'000'000}; // 2026-11-22T03:30Z
    EXPECT_EQ(offset_hours("America/Sao_Paulo", now), -3);
    EXPECT_EQ(offset_hours("America/Manaus", now), -4);
    EXPECT_EQ(offset_hours("America/Rio_Branco", now), -5);
    EXPECT_EQ(offset_hours("America/Noronha", now), -2);
    // Acre was an hour nearer from June 2008 to November 2013.
    EXPECT_EQ(offset_hours("America/Rio_Branco", Instant{1'262'304'000'000'000}), -4); // 2010-01-01T00:00Z
    // The last summer time began 2018-11-04T03:00Z and ended 2019-02-17T02:00Z; Manaus had none then.
    Instant const began{1'541'300'400'000'000};
    Instant const ended{1'550'368'800'000'000};
    EXPECT_EQ(offset_hours("America/Sao_Paulo", began - std::chrono::microseconds{1}), -3);
    EXPECT_EQ(offset_hours("America/Sao_Paulo", began), -2);
    EXPECT_EQ(offset_hours("America/Sao_Paulo", ended - std::chrono::microseconds{1}), -2);
    EXPECT_EQ(offset_hours("America/Sao_Paulo", ended), -3);
    EXPECT_EQ(offset_hours("America/Manaus", began), -4);
    EXPECT_THROW(offset_hours("America/Nowhere", now), std::runtime_error);
}

TEST(SinceBoot, OnlyGoesOn) {
    auto const before = since_boot();
    EXPECT_GT(before.count(), 0);
    EXPECT_GE(since_boot(), before);
}

} // namespace
} // namespace balcao
