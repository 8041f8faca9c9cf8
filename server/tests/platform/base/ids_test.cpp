#include "platform/base/ids.hpp"

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace balcao {
namespace {

TEST(Uuid, IsVersion7AndAscendsWithinAProcess) {
    std::vector<Uuid> ids(2000);
    std::ranges::generate(ids, Uuid::make);
    EXPECT_TRUE(std::ranges::is_sorted(ids));
    EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
    EXPECT_EQ(ids.front().to_string()[14], '7');
    EXPECT_NE(std::string("89ab").find(ids.front().to_string()[19]), std::string::npos);
}

TEST(Uuid, ThreadsNeverMakeTheSame) {
    std::vector<std::vector<Uuid>> made(4, std::vector<Uuid>(2000));
    {
        std::vector<std::jthread> threads;
        for (auto& part : made) threads.emplace_back([&part] { std::ranges::generate(part, Uuid::make); });
    }
    std::set<Uuid> all;
    for (auto const& part : made) all.insert(part.begin(), part.end());
    EXPECT_EQ(all.size(), 8000U);
}

TEST(Uuid, ReadsItsOwnTextAndNothingElse) {
    auto const id = Uuid::make();
    EXPECT_EQ(Uuid::parse(id.to_string()), id);
    EXPECT_EQ(Uuid::parse("01890A5D-AC96-774B-BCCE-B302099A8057")->to_string(), "01890a5d-ac96-774b-bcce-b302099a8057");
    for (auto const* text : {"", "01890a5dac96774bbcceb302099a8057", "01890a5d-ac96-774b-bcce-b302099a805",
                             "01890a5d-ac96-774b-bcce-b302099a805g", "01890a5d+ac96-774b-bcce-b302099a8057",
                             "{1890a5d-ac96-774b-bcce-b302099a805}"})
        EXPECT_FALSE(Uuid::parse(text)) << text;
}

TEST(RandomToken, Has256Bits) {
    EXPECT_EQ(random_token().size(), 43U);
    EXPECT_NE(random_token(), random_token());
}

} // namespace
} // namespace balcao
