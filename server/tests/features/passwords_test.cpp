#include "auth/passwords.hpp"

#include <string>

#include <gtest/gtest.h>

namespace balcao::auth {
namespace {

TEST(PasswordRules, RefuseTheEasyOnes) {
    for (auto const* text :
         {"", "curta", "12345678", "87654321", "11111111", "123456789", "1234567890123", "senha123", "Senha1234!",
          "PASSWORD", "qwertyuiop", "Flamengo2026", "brasil@123", "maria@lajes.com.br", "25121980"})
        EXPECT_TRUE(password_problem(Secret{text}, "maria@lajes.com.br")) << text;
    EXPECT_TRUE(password_problem(Secret{std::string(201, 'a') + "b"}, "x@y.br"));
}

TEST(PasswordRules, TakeWhatPeopleCanRemember) {
    for (auto const* text :
         {"cavalo verde janela", "Betoneira-azul", "tijolo com café", "7 lajes ao sol", "correct horse"})
        EXPECT_FALSE(password_problem(Secret{text}, "maria@lajes.com.br")) << text;
}

TEST(Passwords, OnlyTheRightOneMatches) {
    auto const hash = hash_password(Secret{"cavalo verde janela"});
    EXPECT_TRUE(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$")) << hash;
    EXPECT_NE(hash, hash_password(Secret{"cavalo verde janela"})) << "salted";
    EXPECT_TRUE(verify_password(hash, Secret{"cavalo verde janela"}));
    EXPECT_FALSE(verify_password(hash, Secret{"cavalo verde janelA"}));
    EXPECT_FALSE(verify_nothing(Secret{"cavalo verde janela"}));
}

} // namespace
} // namespace balcao::auth
