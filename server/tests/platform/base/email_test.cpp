#include "platform/base/email.hpp"

#include <string>

#include <gtest/gtest.h>

namespace balcao {
namespace {

TEST(Email, IsTrimmedAndLowerCase) {
    EXPECT_EQ(normalize_email("  Marina@BoaVista.com.BR "), "marina@boavista.com.br");
}

TEST(Email, IsOneWhateverItsCapitalsAndHoweverItsAccentsWereTyped) {
    EXPECT_EQ(normalize_email("JOÃO@lajes.com.br"), "joão@lajes.com.br");
    EXPECT_EQ(normalize_email("joa\u0303o@lajes.com.br"), "joão@lajes.com.br"); // a, then the accent
    EXPECT_EQ(normalize_email("JOA\u0303O@lajes.com.br"), "joão@lajes.com.br");
    EXPECT_EQ(normalize_email("\xff@x"), "\xff@x");
}

TEST(Email, RefusesWhatCouldBeTakenForAnother) {
    for (auto const* text :
         {"ma\u200bria@laje.com.br", "maria\u00ad@laje.com.br", "maria@laje.com.br\u200e", "\uff4daria@laje.com.br",
          "maria@laje\uff0ecom.br", "ma\ufb01a@laje.com.br", "maria\u00a0@laje.com.br", "maria\u2800@laje.com.br",
          "maria\u3164@laje.com.br", "\xff@laje.com.br"})
        EXPECT_TRUE(email_problem(normalize_email(text))) << text;
    for (auto const* text : {"joão@lajes.com.br", "мария@laje.com.br", "李@laje.com.br"})
        EXPECT_FALSE(email_problem(normalize_email(text))) << text;
}

TEST(Email, OfBeforeIsRepaired) {
    EXPECT_EQ(repaired_email("ma\u200bria@laje.com.br"), "maria@laje.com.br");
    EXPECT_EQ(repaired_email("\uff2d\uff21ria@laje\uff0ecom.br"), "maria@laje.com.br");
    EXPECT_EQ(repaired_email("JOA\u0303O@lajes.com.br"), "joão@lajes.com.br");
    EXPECT_EQ(repaired_email("maria@laje.com.br"), "maria@laje.com.br");
    EXPECT_EQ(repaired_email("maria\uff1c@laje.com.br"), ""); // fullwidth <
    EXPECT_EQ(repaired_email("\xff@laje.com.br"), "");
}

TEST(Email, RefusesWhatCannotReceiveMail) {
    for (auto const* text :
         {"", "marina", "@boavista.com.br", "marina@", "marina@boavista", "marina@.br", "marina@boavista.b",
          "a b@boavista.com", "a@b@c.com", "a@b..com", "marina@boavista.com.br,outra@x.com", "<a@b.com>"})
        EXPECT_TRUE(email_problem(text)) << text;
    EXPECT_TRUE(email_problem(std::string(65, 'a') + "@b.com"));
    for (auto const* text : {"marina@boavista.com.br", "a+b_c.d@x-y.co", "joão@lajes.com.br"})
        EXPECT_FALSE(email_problem(text)) << text;
}

} // namespace
} // namespace balcao
