#include "platform/base/json.hpp"

#include <string>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace balcao {
namespace {

TEST(ParseObject, TakesOneObject) {
    auto const object = json::parse_object(R"( {"a": [1, "x", null, {"b": true}], "c": -2.5} )");
    ASSERT_TRUE(object);
    EXPECT_EQ(object->at("a").as_array().size(), 4U);
}

TEST(ParseObject, RefusesWhatIsNotOneCleanObject) {
    auto const deep = std::string(40, '[') + std::string(40, ']');
    for (auto const& text :
         std::vector<std::string>{"", "{", "[]", "1", R"({"a":1}{"b":2})", R"({"a":1} x)", R"({'a':1})", R"({"a":1,})",
                                  "{\"a\":\"caf\xe9\"}", "{\"a\":\"\xed\xa0\x80\"}", R"({"a":)" + deep + "}",
                                  "{\"a\":\"linha\nquebrada\"}"}) {
        auto const object = json::parse_object(text);
        ASSERT_FALSE(object) << text;
        EXPECT_EQ(object.error().kind, FailureKind::unreadable);
    }
}

TEST(ParseObject, RefusesAKeyThatComesTwiceAtAnyDepth) {
    EXPECT_FALSE(json::parse_object(R"({"a":1,"a":2})"));
    EXPECT_FALSE(json::parse_object(R"({"x":[{"a":1,"a":2}]})"));
    EXPECT_FALSE(json::parse_object("{\"a\":1,\"\\u0061\":2}")) << "the same key, escaped";
    EXPECT_TRUE(json::parse_object(R"({"a":{"a":1},"b":{"a":2}})"));
}

RC_GTEST_PROP(AppendString, EveryTextComesBack, (std::string const& bytes)) {
    std::string ascii;
    for (char const c : bytes) ascii += static_cast<char>(static_cast<unsigned char>(c) & 0x7FU);
    std::string out;
    json::append_string(out, ascii);
    RC_ASSERT(std::string(boost::json::parse(out).as_string()) == ascii);
}

TEST(ObjectWriter, SeparatesMembers) {
    json::ObjectWriter writer;
    writer.text("a", "x\"y");
    writer.integer("b", 7);
    writer.optional_text("c", std::optional<std::string>{});
    EXPECT_EQ(writer.take(), R"({"a":"x\"y","b":7,"c":null})");
    EXPECT_EQ(json::ObjectWriter{}.take(), "{}");
}

TEST(ObjectWriter, WritesAnEmptyTextAsNullWhereTold) {
    json::ObjectWriter writer;
    writer.text("a", "");
    writer.text_or_null("b", "");
    writer.text_or_null("c", "x");
    EXPECT_EQ(writer.take(), R"({"a":"","b":null,"c":"x"})");
}

} // namespace
} // namespace balcao
