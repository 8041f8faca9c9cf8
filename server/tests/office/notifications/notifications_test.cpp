// What is told to whom, on both engines.

#include "office/notifications/notifications.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../platform/db/test_database.hpp"
#include "nfce/composition.hpp"

namespace balcao::notifications {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Instant now{1'795'000'000'000'000}; // 2026-11-18

class NotificationsTest : public testing::TestWithParam<db::Dialect> {
protected:
    NotificationsTest() {
        for (auto const id : {admin.user, clerk.user}) {
            run("insert into users (id, email, full_name, password_hash, created_at) values (:id, :email, '', '', 0)",
                {{"id", id}, {"email", id.to_string()}});
            run("insert into profiles (id) values (:id)", {{"id", id}});
        }
    }

    void run(std::string_view sql, db::Params const& params) {
        database->write([&](db::Transaction& transaction) { transaction.execute({"fill", sql}, params); });
    }
    CompanyId add_company(bool linked, std::string_view active = "S") {
        auto const id = CompanyId::make();
        run("insert into emitente (id, razao_social, cnpj, inscricao_estadual, cep, codigo_municipio, logradouro, "
            "numero, bairro, "
            "municipio, uf,"
            " cor, fuso_horario, ativo, updated_at, busca, busca_municipio) values (:id, :name, :cnpj, '', '', '', '', "
            "'', '', '', '', '',"
            " 'America/Sao_Paulo', :active, 0, '', '')",
            {{"id", id}, {"name", "Lajes"}, {"cnpj", id.to_string()}, {"active", active}});
        run("insert into nfce_settings (emitente_id, updated_at) values (:emitente_id, :now)",
            {{"emitente_id", id}, {"now", now - std::chrono::days{9}}});
        if (linked) {
            run("insert into emitente_users (emitente_id, user_id) values (:emitente_id, :user_id)",
                {{"emitente_id", id}, {"user_id", clerk.user}});
        }
        return id;
    }
    void configure(CompanyId company, std::string_view environment = "homologacao") {
        run("update nfce_settings set version = 1 where emitente_id = :emitente_id", {{"emitente_id", company}});
        run("insert into nfce_ambiente (emitente_id, ambiente, serie, csc_encrypted, csc_id) values (:emitente_id, "
            ":ambiente, 1, :csc, "
            "'000001')",
            {{"emitente_id", company}, {"ambiente", environment}, {"csc", db::Blob(8)}});
    }
    void certify(CompanyId company, Instant end) {
        run("insert into digital_certificates (id, emitente_id, file_name, password_encrypted, storage_path, subject, "
            "issuer, cnpj, serial,"
            " valid_from, valid_to, created_at, updated_at) values (:id, :emitente_id, '', :password, '', '', '', '', "
            "'', 0, :end, 0, 0)",
            {{"id", Uuid::make()}, {"emitente_id", company}, {"password", db::Blob(8)}, {"end", end}});
    }
    Uuid import(UserId user, std::optional<CompanyId> company, std::string_view state, std::chrono::days ago,
                std::optional<std::string> const& error = {}) {
        auto const id = Uuid::make();
        run("insert into importacoes (id, emitente_id, tipo, user_id, file_name, estado, novas, alteradas, erro, "
            "created_at, updated_at)"
            " values (:id, :company, :tipo, :user_id, 'tabela.xlsx', :state, 1, 2, :error, :at, :at)",
            {{"id", id},
             {"company", company},
             {"tipo", company ? "produtos" : "pessoas"},
             {"user_id", user},
             {"state", state},
             {"error", error},
             {"at", now - ago}});
        return id;
    }
    std::vector<Notification> told(auth::Actor const& actor, Instant at = now) {
        return database->read([&](db::Connection& connection) { return list(connection, actor, at, {}); });
    }
    std::vector<std::string> kinds(auth::Actor const& actor) {
        std::vector<std::string> kinds;
        for (auto const& each : told(actor)) kinds.emplace_back(each.tipo);
        return kinds;
    }

    test::MigratedDatabase const place{GetParam()};
    db::Database* const database = place.database.get();
    auth::Actor const admin{.user = UserId::make(), .role = "admin"};
    auth::Actor const clerk{.user = UserId::make(), .role = "user"};
};

INSTANTIATE_TEST_SUITE_P(Engines, NotificationsTest, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return test::engine_name(info.param); });

TEST_P(NotificationsTest, TellWhenTheFiscalRulesEnd) {
    auto const last = start_of_day(nfce::rules_known_until(*nfce::Tables::base()), "America/Sao_Paulo");
    auto const about_rules = [&](auth::Actor const& actor, Instant at) {
        std::vector<std::string> titles;
        for (auto const& each : told(actor, at))
            if (each.tipo == "regras_fiscais") titles.push_back(each.titulo);
        return titles;
    };
    auto const company = add_company(true);
    EXPECT_THAT(about_rules(clerk, last), IsEmpty()); // nobody issues in produção
    run("update nfce_settings set ambiente = 'producao' where emitente_id = :emitente_id", {{"emitente_id", company}});
    auto const stranger = auth::Actor{.user = UserId::make(), .role = "user"};
    for (auto const& [days_before, title] : {std::pair{61, ""},
                                             {60, "Regras fiscais a atualizar"},
                                             {0, "Regras fiscais a atualizar"},
                                             {-1, "Regras fiscais desatualizadas"}}) {
        auto const at = last - std::chrono::days{days_before};
        auto const expected = *title == '\0' ? std::vector<std::string>() : std::vector<std::string>{title};
        EXPECT_EQ(about_rules(clerk, at), expected) << days_before;
        EXPECT_EQ(about_rules(admin, at), expected) << days_before;
        EXPECT_THAT(about_rules(stranger, at), IsEmpty());
    }
    // Once they have ended it is said anew each day.
    auto const said_at = [&](int days_after) {
        for (auto const& each : told(clerk, last + std::chrono::days{days_after} + std::chrono::hours{9}))
            if (each.tipo == "regras_fiscais") return each.em;
        return Instant{};
    };
    EXPECT_EQ(said_at(3), last + std::chrono::days{3});
    EXPECT_EQ(said_at(4), last + std::chrono::days{4});
    run("update emitente set ativo = 'N' where id = :emitente_id", {{"emitente_id", company}});
    EXPECT_THAT(about_rules(admin, last), IsEmpty());
}

TEST_P(NotificationsTest, TellWhatIsMissing) {
    auto const company = add_company(true);
    EXPECT_THAT(kinds(clerk), ElementsAre("sefaz_pendente"));
    configure(company, "producao"); // not the environment in use
    EXPECT_THAT(kinds(clerk), ElementsAre("sefaz_pendente"));
    configure(company);
    EXPECT_THAT(kinds(clerk), ElementsAre("certificado_ausente"));
    certify(company, now + std::chrono::days{200});
    EXPECT_THAT(kinds(clerk), IsEmpty());
    EXPECT_THAT(kinds(admin), IsEmpty());
}

TEST_P(NotificationsTest, TellOfCertificatesFromThirtyDaysBeforeTheirEnd) {
    using std::chrono::days;
    using std::chrono::hours;
    auto const add = [&](Instant end) {
        auto const company = add_company(true);
        configure(company);
        certify(company, end);
    };
    add(now + certificate_notice);
    EXPECT_THAT(kinds(clerk), IsEmpty());
    add(now + days{29} + hours{1});
    add(now + days{1} + hours{1});
    add(now + hours{1});
    add(now - hours{1});
    auto const found = told(clerk);
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(found[0].tipo, "certificado_vencido");
    EXPECT_EQ(found[0].tom, Tone::erro);
    EXPECT_EQ(found[0].em, now - hours{1});
    EXPECT_THAT(found[1].texto, HasSubstr("falta menos de 1 dia"));
    EXPECT_THAT(found[2].texto, HasSubstr("falta 1 dia)"));
    EXPECT_THAT(found[3].texto, HasSubstr("faltam 29 dias"));
    EXPECT_EQ(found[3].em, now + days{29} + hours{1} - certificate_notice);
    EXPECT_EQ(found[3].company_name, "Lajes");
}

TEST_P(NotificationsTest, KeepToWhatTheCallerReaches) {
    auto const foreign = add_company(false);
    certify(foreign, now - std::chrono::days{1});
    import(clerk.user, foreign, "pronta", std::chrono::days{1});
    import(clerk.user, std::nullopt, "pronta", std::chrono::days{1});
    EXPECT_THAT(kinds(clerk), IsEmpty()) << "no company, so no people either";
    EXPECT_THAT(kinds(admin), ElementsAre("certificado_vencido", "sefaz_pendente"));
    auto const asleep = add_company(true, "N");
    certify(asleep, now - std::chrono::days{1});
    EXPECT_THAT(kinds(clerk), ElementsAre("importacao_pronta"))
        << "people, now that there is a company; nothing of one that is switched off";
}

TEST_P(NotificationsTest, TellOfOnesOwnImportsOfAWeek) {
    auto const company = add_company(true);
    configure(company);
    certify(company, now + std::chrono::days{300});
    using std::chrono::days;
    import(clerk.user, company, "lendo", days{1});
    import(clerk.user, company, "cancelada", days{1});
    import(clerk.user, company, "aplicada", days{8});
    import(admin.user, company, "aplicada", days{1});
    auto const ready = import(clerk.user, company, "pronta", days{2});
    auto const done = import(clerk.user, std::nullopt, "aplicada", days{3});
    auto const failed = import(clerk.user, company, "falhou", days{6}, "O arquivo não é uma planilha.");
    auto const found = told(clerk);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].alvo, failed);
    EXPECT_EQ(found[0].texto, "A planilha tabela.xlsx não foi importada. O arquivo não é uma planilha.");
    EXPECT_EQ(found[1].alvo, ready);
    EXPECT_EQ(found[1].company, company);
    EXPECT_EQ(found[1].texto,
              "A planilha tabela.xlsx foi lida: 1 registro novo e 2 alterados. Confira e confirme a importação.");
    EXPECT_EQ(found[2].alvo, done);
    EXPECT_FALSE(found[2].company);
}

TEST_P(NotificationsTest, AreFewHoweverManyThereAre) {
    for (int i = 0; i < 60; ++i) certify(add_company(true), now - std::chrono::days{i + 1});
    for (int i = 0; i < 20; ++i) import(admin.user, std::nullopt, "pronta", std::chrono::days{1});
    for (auto const& actor : {admin, clerk}) {
        auto const found = told(actor);
        EXPECT_LE(found.size(), most_shown);
        EXPECT_EQ(found.front().em, now - std::chrono::days{1}) << "the newest first";
        EXPECT_TRUE(std::ranges::is_sorted(found, {}, &Notification::tom));
        EXPECT_EQ(std::ranges::count(found, "certificado_vencido", &Notification::tipo), 15);
    }
    EXPECT_EQ(std::ranges::count(kinds(admin), "importacao_pronta"), 10) << "certificates do not crowd them out";
}

TEST_P(NotificationsTest, RememberTheLastLook) {
    auto const seen = [&] {
        return database->read([&](db::Connection& connection) { return seen_at(connection, clerk.user); });
    };
    EXPECT_FALSE(seen());
    database->write([&](db::Transaction& transaction) { mark_seen(transaction, clerk.user, now); });
    EXPECT_EQ(seen(), now);
    auto const without_profile = UserId::make();
    run("insert into users (id, email, full_name, password_hash, created_at) values (:id, 'x', '', '', 0)",
        {{"id", without_profile}});
    database->write([&](db::Transaction& transaction) { mark_seen(transaction, without_profile, now); });
    EXPECT_EQ(database->read([&](db::Connection& connection) { return seen_at(connection, without_profile); }), now);
}

} // namespace
} // namespace balcao::notifications
