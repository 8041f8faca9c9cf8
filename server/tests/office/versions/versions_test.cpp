#include "office/versions/versions.hpp"

#include <gtest/gtest.h>

namespace balcao::versions {
namespace {

constexpr auto changelog =
    "# O que mudou\n\nAntes de tudo.\n\n## 1.10.0\n\n- Três.\n\n## 1.1.0 \n- Um.\n- Dois.\n\n## 1.0.0\n";

TEST(Changelog, GivesWhatStandsBelowTheVersion) {
    EXPECT_EQ(changes_of(changelog, "1.1.0"), "- Um.\n- Dois.");
    EXPECT_EQ(changes_of(changelog, "1.10.0"), "- Três.");
}

TEST(Changelog, SaysNothingOfAnEmptyOrUnknownVersion) {
    EXPECT_EQ(changes_of(changelog, "1.0.0"), std::nullopt);
    EXPECT_EQ(changes_of(changelog, "1.1"), std::nullopt);
    EXPECT_EQ(changes_of("", "1.1.0"), std::nullopt);
}

} // namespace
} // namespace balcao::versions
