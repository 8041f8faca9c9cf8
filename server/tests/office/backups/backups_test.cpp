#include "office/backups/backups.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "office/backups/sheet.hpp"

namespace balcao::backups {
namespace {

std::vector<std::string> every_day(std::string first, int count) {
    std::vector<std::string> days;
    for (int i = 0; i < count; ++i) days.push_back(add_days(first, i));
    return days;
}

TEST(KeptDays, SevenDaysFiveWeeksTwelveMonths) {
    // 2026-11-23 is a Monday.
    auto const kept = kept_days(every_day("2025-01-01", 692));
    std::vector<std::string> const expected{
        "2026-11-23", "2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17", // days
        "2026-11-15", "2026-11-08", "2026-11-01", // Sundays: with the two above five weeks
        "2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30",
        "2026-03-31", "2026-02-28", "2026-01-31", "2025-12-31"};
    EXPECT_EQ(kept, expected);
}

TEST(KeptDays, NothingGoesWhileThereIsLittle) {
    EXPECT_TRUE(kept_days({}).empty());
    EXPECT_EQ(kept_days({"2026-11-23"}), std::vector<std::string>{"2026-11-23"});
    // A machine that was off for months: the last seven, however old.
    auto days = every_day("2026-01-01", 7);
    days.push_back("2026-11-23");
    EXPECT_EQ(kept_days(days).size(), 7);
}

TEST(KeptDays, RemovingEachDayEndsWithTheSame) {
    std::vector<std::string> days;
    for (auto const& day : every_day("2025-01-01", 692)) {
        days.push_back(day);
        days = kept_days(std::move(days));
        EXPECT_LE(days.size(), 24);
    }
    std::ranges::sort(days, std::greater{});
    EXPECT_EQ(days.at(6), "2026-11-17");
    EXPECT_NE(std::ranges::find(days, "2026-01-31"), days.end());
}

class Sheets : public testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path write(std::string_view text) const {
        auto const file = folder_ / "sheet.json";
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }

    std::filesystem::path const folder_ =
        std::filesystem::temp_directory_path() / ("balcao-sheets-" + Uuid::make().to_string());
    Sheet const sheet_{.sha256 = std::string(64, 'a'),
                       .bytes = 4096,
                       .version = "1.2.3",
                       .migration = 15,
                       .made_at = Instant{1'790'000'000'123'456},
                       .chains = {{.chain = Uuid{}, .links = 7, .hash = std::string(64, 'b')}},
                       .signature = {}};
};

TEST_F(Sheets, AreReadBack) {
    auto sheet = sheet_;
    sheet.signature = signature_of(sheet, "key");
    auto const read = read_sheet(write(to_json(sheet)));
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->sha256, sheet.sha256);
    EXPECT_EQ(read->bytes, sheet.bytes);
    EXPECT_EQ(read->migration, sheet.migration);
    EXPECT_EQ(read->made_at, sheet.made_at);
    EXPECT_EQ(read->chains, sheet.chains);
    EXPECT_TRUE(check_signature(*read, "key"));
    EXPECT_TRUE(check_signature(*read, ""));
    EXPECT_FALSE(check_signature(*read, "another"));
    EXPECT_FALSE(check_signature(sheet_, "key")) << "is not signed";
}

TEST_F(Sheets, EveryValueIsSigned) {
    auto const signature = signature_of(sheet_, "key");
    auto const changed = [&](auto change) {
        auto sheet = sheet_;
        change(sheet);
        return signature_of(sheet, "key") != signature;
    };
    EXPECT_TRUE(changed([](Sheet& sheet) { sheet.sha256[0] = 'c'; }));
    EXPECT_TRUE(changed([](Sheet& sheet) { ++sheet.bytes; }));
    EXPECT_TRUE(changed([](Sheet& sheet) { ++sheet.migration; }));
    EXPECT_TRUE(changed([](Sheet& sheet) { sheet.made_at = Instant{}; }));
    EXPECT_TRUE(changed([](Sheet& sheet) { ++sheet.chains.at(0).links; }));
    EXPECT_TRUE(changed([](Sheet& sheet) { sheet.chains.at(0).hash[0] = 'c'; }));
    EXPECT_TRUE(changed([](Sheet& sheet) { sheet.chains.clear(); }));
}

TEST_F(Sheets, WhatIsNoSheetIsRefused) {
    auto const whole = to_json(sheet_);
    for (auto const& text : {std::string{}, std::string("[]"), std::string("{}"), whole.substr(0, whole.size() / 2),
                             std::string(R"({"sha256":1,"bytes":"x"})")}) {
        auto const read = read_sheet(write(text));
        ASSERT_FALSE(read) << text;
        EXPECT_NE(read.error().find("danificada"), std::string::npos);
    }
    EXPECT_FALSE(read_sheet(folder_ / "nothing"));
}

} // namespace
} // namespace balcao::backups
