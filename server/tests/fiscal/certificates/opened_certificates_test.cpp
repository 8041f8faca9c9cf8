// A certificate is opened once, and as soon as its row changes the new one is used.

#include "fiscal/certificates/opened_certificates.hpp"

#include <atomic>
#include <fstream>
#include <iterator>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../selling/receipts/company.hpp"
#include "fiscal/certificates/certificates_store.hpp"

namespace balcao::certificates {
namespace {

using receipts::test::Company;
using receipts::test::now;
using receipts::test::scope_of;
using testing::HasSubstr;

std::string file_of(std::string const& name) {
    std::ifstream file(std::string(BALCAO_CERTIFICATES) + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class OpenedCertificatesTest : public testing::TestWithParam<db::Dialect> {
protected:
    void put(std::string const& name, std::int64_t version, std::string const& password = "teste1234") {
        StoredCertificate row{.id = certificate,
                              .file_name = name,
                              .storage_path = name,
                              .subject = "s",
                              .issuer = "i",
                              .cnpj = "11222333000181",
                              .serial = "1",
                              .valid_from = now,
                              .valid_to = now + std::chrono::hours{24},
                              .created_at = now,
                              .updated_at = now,
                              .version = version};
        row.password_encrypted = secrets.seal(secrets::certificate_password.at(certificate), password);
        company.database->write([&](db::Transaction& t) {
            auto const file = Uuid::make();
            remove_file(t, scope, name);
            insert_file(t, scope, now, name,
                        {.id = file, .sealed = secrets.seal(secrets::certificate_file.at(file), file_of(name))});
            save(t, scope, row);
        });
    }

    Company const company{GetParam()};
    auth::CompanyScope const scope = scope_of(*company.database, company.id);
    secrets::Secrets const secrets{secrets::Key::make()};
    Uuid const certificate = Uuid::make();
};

INSTANTIATE_TEST_SUITE_P(Engines, OpenedCertificatesTest, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return test::engine_name(info.param); });

TEST_P(OpenedCertificatesTest, AreTheCompanysOfThisMoment) {
    OpenedCertificates opened(*company.database, secrets);
    auto const none = opened.get(scope);
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().detail, HasSubstr("Envie o certificado em Empresas."));

    put("a1-numerico.pfx", 1);
    auto const first = opened.get(scope);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->version, 1);
    EXPECT_EQ(first->valid_to, now + std::chrono::hours{24});
    EXPECT_FALSE(first->certificate.sign_sha1("x").empty());
    EXPECT_EQ(opened.get(scope)->certificate.tls_identity().key, first->certificate.tls_identity().key) << "the same";

    put("a1-alfa.pfx", 2);
    auto const second = opened.get(scope);
    ASSERT_TRUE(second);
    EXPECT_NE(second->certificate.serial(), first->certificate.serial());
    EXPECT_EQ(opened.size(), 1U);

    company.database->write([&](db::Transaction& t) { remove(t, scope); });
    EXPECT_FALSE(opened.get(scope));
    EXPECT_EQ(opened.size(), 0U);
}

TEST_P(OpenedCertificatesTest, AreForgottenAfterAWhileAndFew) {
    put("a1-numerico.pfx", 1);
    OpenedCertificates aged(*company.database, secrets, {.age = std::chrono::milliseconds{1}});
    ASSERT_TRUE(aged.get(scope));
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    EXPECT_EQ(aged.size(), 0U);
    EXPECT_TRUE(aged.get(scope));
    OpenedCertificates none_kept(*company.database, secrets, {.companies = 0});
    EXPECT_TRUE(none_kept.get(scope));
    EXPECT_EQ(none_kept.size(), 0U);
}

TEST_P(OpenedCertificatesTest, AreOpenedOnceForAllWhoWait) {
    put("a1-numerico.pfx", 1);
    OpenedCertificates opened(*company.database, secrets);
    std::vector<void*> keys(8);
    std::vector<std::thread> threads;
    for (auto& key : keys) {
        threads.emplace_back([&] {
            if (auto const got = opened.get(scope)) key = got->certificate.tls_identity().key;
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_NE(keys[0], nullptr);
    EXPECT_THAT(keys, testing::Each(keys[0]));
}

TEST_P(OpenedCertificatesTest, WhatDoesNotOpenKeepsNobodyWaiting) {
    put("a1-numerico.pfx", 1, "errada");
    OpenedCertificates opened(*company.database, secrets);
    EXPECT_THROW(opened.get(scope), secrets::CannotOpen);
    EXPECT_THROW(opened.get(scope), secrets::CannotOpen);
    put("a1-numerico.pfx", 2);
    EXPECT_TRUE(opened.get(scope));
}

TEST(ReadyCertificates, SayWhenNothingCanBeSigned) {
    Instant const end{1'794'535'200'000'000}; // 2026-11-13T02:00Z, the evening before in São Paulo
    EXPECT_EQ(why_unusable(end, end - std::chrono::microseconds{1}, "America/Sao_Paulo"), std::nullopt);
    EXPECT_EQ(why_unusable(end, end, "America/Sao_Paulo"),
              "O certificado venceu em 12/11. Envie o novo em Empresas para voltar a vender.");
    EXPECT_EQ(why_unusable(std::nullopt, end, "America/Sao_Paulo"),
              "A SEFAZ só atende com o certificado digital da empresa. Envie o certificado em Empresas.");
}

} // namespace
} // namespace balcao::certificates
