// Which PostgreSQL may be written to, by what is known of the one that acknowledged last.

#include "platform/db/standing.hpp"

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "test_database.hpp"

using balcao::db::Away;
using balcao::db::Fence;
using balcao::db::Standing;

namespace {

constexpr Standing last{.system = 7, .timeline = 3, .generation = 1000, .counter = 50};

class StandingTest : public testing::Test {
protected:
    std::string refusal(Standing const& seen) const { return fence.judge(seen, fence.mark(), "db:5432").value_or(""); }

    balcao::test::TemporaryFolder folder;
    Fence fence{folder.file("banco.marca")};
};

Standing with(auto change) {
    auto standing = last;
    change(standing);
    return standing;
}

} // namespace

TEST_F(StandingTest, TheFirstOneIsTakenAndKept) {
    EXPECT_EQ(fence.mark(), std::nullopt);
    EXPECT_EQ(refusal(last), "");
    auto const mark = Fence(folder.file("banco.marca")).mark();
    ASSERT_TRUE(mark);
    EXPECT_TRUE(mark->is_same_line(last));
    EXPECT_EQ(mark->counter, 50);
}

TEST_F(StandingTest, WhatHasEverythingIsTaken) {
    EXPECT_EQ(refusal(last), "");
    EXPECT_EQ(refusal(last), "") << "the same one";
    EXPECT_EQ(refusal(with([](Standing& it) { it.timeline = 4; })), "") << "a standby that was promoted";
    EXPECT_EQ(fence.mark()->timeline, 4);
    EXPECT_EQ(refusal(with([](Standing& it) {
                  it.system = 8;
                  it.timeline = 1;
                  it.generation = 2000;
                  it.counter = 2;
              })),
              "")
        << "another cluster that somebody said is right";
    EXPECT_EQ(fence.mark()->system, 8);
}

TEST_F(StandingTest, WhatIsBehindIsRefusedWithItsReason) {
    EXPECT_EQ(refusal(last), "");
    struct Case {
        Standing seen;
        std::string_view reason;
    };
    std::vector<Case> const cases{
        {with([](Standing& it) {
             it.timeline = 2;
             it.counter = 900;
         }),
         "primário antigo: está na linha do tempo 2"},
        {with([](Standing& it) { it.counter = 49; }), "cópia mais antiga"},
        {with([](Standing& it) {
             it.timeline = 4;
             it.counter = 49;
         }),
         "perdeu gravações confirmadas"},
        {with([](Standing& it) {
             it.system = 8;
             it.timeline = 9;
             it.counter = 900;
         }),
         "outro servidor"},
        {with([](Standing& it) {
             it.generation = 0;
             it.timeline = 9;
             it.counter = 900;
         }),
         "posto de lado"},
        {with([](Standing& it) {
             it.is_standby = true;
             it.timeline = 0;
         }),
         "réplica (standby)"},
    };
    for (auto const& [seen, reason] : cases) {
        auto const sentence = refusal(seen);
        EXPECT_TRUE(sentence.contains(reason)) << reason << ": " << sentence;
        EXPECT_TRUE(sentence.contains("db:5432")) << sentence;
    }
    EXPECT_TRUE(fence.mark()->is_same_line(last));
    EXPECT_EQ(fence.mark()->counter, 50);
}

TEST_F(StandingTest, ACounterGoesUpOnItsOwnServerAlone) {
    EXPECT_EQ(refusal(last), "");
    fence.raise(with([](Standing& it) { it.counter = 51; }));
    EXPECT_EQ(fence.mark()->counter, 51);
    fence.raise(with([](Standing& it) { it.counter = 40; }));
    EXPECT_EQ(fence.mark()->counter, 51);
    fence.raise(with([](Standing& it) {
        it.timeline = 2;
        it.counter = 60;
    }));
    EXPECT_EQ(fence.mark()->counter, 51) << "what the old primary still committed says nothing of the new one";
}

TEST_F(StandingTest, ConnectionsToWhatWasLeftAreKnown) {
    EXPECT_FALSE(fence.has_left(last));
    EXPECT_EQ(refusal(last), "");
    EXPECT_FALSE(fence.has_left(with([](Standing& it) { it.counter = 1; })));
    EXPECT_EQ(refusal(with([](Standing& it) { it.timeline = 4; })), "");
    EXPECT_TRUE(fence.has_left(last));
}

TEST_F(StandingTest, ADamagedFileIsSaidAndNotTakenForNone) {
    std::ofstream(folder.file("banco.marca")) << "outra coisa";
    EXPECT_THROW(fence.mark(), Away);
}

TEST_F(StandingTest, SeveralProcessesShareTheFile) {
    EXPECT_EQ(refusal(last), "");
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < 4; ++writer) {
        writers.emplace_back([&, writer] {
            Fence own{folder.file("banco.marca")};
            for (int i = 0; i < 200; ++i) own.raise(with([&](Standing& it) { it.counter = 51 + i * 4 + writer; }));
        });
    }
    writers.clear();
    EXPECT_EQ(fence.mark()->counter, 51 + 199 * 4 + 3);
}
