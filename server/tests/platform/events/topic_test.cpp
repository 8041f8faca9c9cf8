// Each word that an event can have is one that the contract promises, and the other way round.

#include "platform/events/topic.hpp"

#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace balcao::events {
namespace {

std::string contract() {
    std::ifstream file(BALCAO_CONTRACT);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(TopicTest, AreThoseOfTheContract) {
    auto const text = contract();
    std::smatch found;
    ASSERT_TRUE(std::regex_search(
        text, found, std::regex(R"(\n    Event:\n(?: {6}.*\n)*? {8}topic: \{ type: string, enum: \[([^\]]*)\])")));
    std::vector<std::string> promised;
    std::istringstream words(found.str(1));
    for (std::string word; std::getline(words >> std::ws, word, ',');) promised.push_back(word);
    EXPECT_THAT(topics, testing::UnorderedElementsAreArray(promised));
}

} // namespace
} // namespace balcao::events
