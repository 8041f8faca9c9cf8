#include "platform/base/text.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace balcao {
namespace {

TEST(Fold, IgnoresAccentsCapitalsAndRunsOfBlanks) {
    for (auto const& [typed, folded] :
         {std::pair{"São  José", "sao jose"}, std::pair{"  CONSTRUÇÃO Ltda ", "construcao ltda"},
          std::pair{"Ação\tÚnica", "acao unica"}, std::pair{"ß", "ss"}, std::pair{"", ""}})
        EXPECT_EQ(fold(typed), folded) << typed;
}

TEST(OneLine, IsCutBetweenLettersAndHasNoLineBreak) {
    EXPECT_EQ(one_line("  Praça da Sé ", 60), "Praça da Sé");
    EXPECT_EQ(one_line("ãéí", 2), "ãé");
    EXPECT_EQ(one_line("ab cd", 3), "ab");
    EXPECT_EQ(one_line("a\nb", 60), "");
    EXPECT_EQ(one_line("", 60), "");
}

TEST(Fold, BrokenUtf8MatchesNothing) { EXPECT_EQ(fold("caf\xe9"), ""); }

RC_GTEST_PROP(Fold, IsIdempotent, (std::string const& text)) {
    auto const once = fold(text);
    RC_ASSERT(fold(once) == once);
}

TEST(Utf8, RefusesSurrogatesOverlongFormsAndCutSequences) {
    EXPECT_TRUE(is_utf8("Laje treliçada H12 🙂"));
    EXPECT_FALSE(is_utf8("\xed\xa0\x80"));
    EXPECT_FALSE(is_utf8("\xc0\xaf"));
    EXPECT_FALSE(is_utf8("caf\xc3"));
}

TEST(ControlCharacters, LineBreaksCount) {
    EXPECT_TRUE(has_control_characters("uma\nlinha"));
    EXPECT_TRUE(has_control_characters(std::string("nul\0", 4)));
    EXPECT_TRUE(has_control_characters("U+FFFE \xEF\xBF\xBE"));
    EXPECT_TRUE(has_control_characters("U+FFFF \xEF\xBF\xBF"));
    EXPECT_FALSE(has_control_characters("U+FFFD \xEF\xBF\xBD"));
    EXPECT_FALSE(has_control_characters("Rua das Olarias, 480"));
}

TEST(Length, CountsCodePoints) { EXPECT_EQ(length("ação"), 4U); }

TEST(LikeContains, EscapesPatternCharacters) { EXPECT_EQ(like_contains(R"(50%_a\b)"), R"(%50\%\_a\\b%)"); }

TEST(ParseInt, TakesDigitsOnly) {
    EXPECT_EQ(parse_int("42"), 42);
    for (auto const* text : {"", "-1", "+1", " 1", "1.0", "9223372036854775808"}) EXPECT_FALSE(parse_int(text)) << text;
}

} // namespace
} // namespace balcao
