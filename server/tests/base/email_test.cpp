#include "base/email.hpp"

#include <string>

#include <gtest/gtest.h>

namespace balcao {
namespace {

TEST(Email, IsTrimmedAndLowerCase) {
    EXPECT_EQ(normalize_email("  Marina@BoaVista.com.BR "), "marina@boavista.com.br");
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
