#include "platform/auth/passwords.hpp"

#include <string>

#include <gtest/gtest.h>

namespace balcao::auth {
namespace {

constexpr PasswordOwner owner{.email = "maria@lajes.com.br", .full_name = "Maria Betoneira"};

TEST(PasswordRules, RefuseTheEasyOnes) {
    for (auto const* text : {"",
                             "curta",
                             "12345678",
                             "87654321",
                             "11111111",
                             "123456789",
                             "1234567890123",
                             "senha123",
                             "Senha1234!",
                             "PASSWORD",
                             "qwertyuiop",
                             "Flamengo2026",
                             "brasil@123",
                             "maria@lajes.com.br",
                             "25121980",
                             "tijolo azul",
                             "flamengo1981",
                             "minhasenha2024",
                             "senha-senha-senha",
                             "administrador1",
                             "mariadaslajes",
                             "Betoneira1987",
                             "123456789012",
                             "abcdefghijkl",
                             "qwertyuiop12",
                             "loja caixa senha"})
        EXPECT_TRUE(password_problem(Secret{text}, owner)) << text;
    EXPECT_TRUE(password_problem(Secret{std::string(201, 'a') + "b"}, {.email = "x@y.br"}));
}

TEST(PasswordRules, TakeWhatPeopleCanRemember) {
    for (auto const* text :
         {"cavalo verde janela", "Escavadeira-azul", "tijolo com café", "7 tijolos ao sol", "correct horse battery"})
        EXPECT_FALSE(password_problem(Secret{text}, owner)) << text;
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
