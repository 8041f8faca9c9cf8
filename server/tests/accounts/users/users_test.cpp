// Rules on users, and what must hold when two administrators work at the same time, on both engines.

#include "accounts/users/users.hpp"

#include <functional>
#include <future>
#include <latch>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../platform/db/test_database.hpp"
#include "accounts/users/users_store.hpp"
#include "platform/auth/accounts.hpp"
#include "platform/auth/device.hpp"
#include "platform/auth/passwords.hpp"
#include "platform/base/json.hpp"

namespace balcao::users {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> fields_of(std::vector<FieldProblem> const& problems) {
    std::vector<std::string> names;
    for (auto const& problem : problems) names.push_back(problem.field);
    return names;
}

boost::json::object object(std::string_view text) { return json::parse_object(text).value(); }

TEST(UserRules, ReadAUserAsItWasAnswered) {
    StoredUser const stored{.user = {.id = UserId::make(),
                                     .full_name = "Maria",
                                     .email = "maria@laje.com.br",
                                     .role = "admin",
                                     .active = "N",
                                     .created_at = Instant{1},
                                     .last_sign_in_at = Instant{2}},
                            .default_company =
                                DefaultCompany{.id = CompanyId::make(), .razao_social = "Lajes \"Boa Vista\""}};
    for (auto const actor : {stored.user.id, UserId::make()}) {
        auto const json = object(to_json(stored, actor));
        EXPECT_EQ(json.at("is_self").as_bool(), actor == stored.user.id);
        EXPECT_EQ(json.at("default_company").at("razao_social").as_string(), "Lajes \"Boa Vista\"");
        std::vector<FieldProblem> problems;
        auto const read = read_user(json, problems);
        EXPECT_THAT(fields_of(problems), IsEmpty());
        EXPECT_EQ(changes_json(user_fields(), stored.user, read), "{}");
        EXPECT_EQ(read_own_name(json, problems), "Maria");
        EXPECT_THAT(fields_of(problems), IsEmpty());
    }
    EXPECT_TRUE(object(to_json({.user = stored.user}, stored.user.id)).at("default_company").is_null());
}

TEST(UserRules, NothingIsLeftToADefault) {
    std::vector<FieldProblem> problems;
    read_user(object("{}"), problems);
    EXPECT_THAT(fields_of(problems), ElementsAre("full_name", "email", "role", "active"));
}

TEST(UserRules, WhoIsCreatedIsActiveAndAUserUnlessSaidOtherwise) {
    std::vector<FieldProblem> problems;
    auto const made = read_creation(
        object(R"({"full_name":"Maria","email":" Maria@Laje.com.br","password":"laje treliçada 12"})"), problems);
    EXPECT_THAT(fields_of(problems), IsEmpty());
    EXPECT_EQ(made.user.email, "maria@laje.com.br");
    EXPECT_EQ(made.user.role, "user");
    EXPECT_EQ(made.user.active, "S");
    EXPECT_EQ(made.password.reveal(), "laje treliçada 12");

    read_creation(object(R"({"full_name":"a\nb","email":"maria","password":"12345678","role_name":7,"id":"x"})"),
                  problems);
    EXPECT_THAT(fields_of(problems),
                testing::UnorderedElementsAre("full_name", "email", "password", "role_name", "id"));
}

TEST(UserRules, OnlyAnActiveAdminCountsAsOne) {
    User user{.role = "admin", .active = "S"};
    EXPECT_TRUE(user.is_active_admin());
    user.active = "N";
    EXPECT_FALSE(user.is_active_admin());
    user = {.role = "gerente", .active = "S"};
    EXPECT_FALSE(user.is_active_admin());
}

TEST(PasswordFingerprint, TellsPasswordsApartForOneSaltAndHidesThemForAnother) {
    auto const of = [](char const* password, char const* salt) {
        return auth::password_fingerprint(Secret{password}, salt);
    };
    EXPECT_EQ(of("laje", "chave"), of("laje", "chave"));
    EXPECT_NE(of("laje", "chave"), of("lajes", "chave"));
    EXPECT_NE(of("laje", "chave"), of("laje", "outra"));
}

TEST(Device, IsNamedForPeople) {
    using auth::device_name;
    constexpr auto mozilla = "Mozilla/5.0 ";
    auto const named = [&](std::string_view rest) { return device_name(mozilla + std::string(rest)); };
    EXPECT_EQ(
        named("(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"),
        "Chrome no Windows");
    EXPECT_EQ(named("(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 "
                    "Safari/537.36 Edg/142.0.0.0"),
              "Edge no Windows");
    EXPECT_EQ(named("(X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"), "Firefox no Linux");
    EXPECT_EQ(
        named("(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"),
        "Chrome no Android");
    EXPECT_EQ(named("(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 "
                    "Chrome/130.0.0.0 Mobile Safari/537.36"),
              "Samsung Internet no Android");
    EXPECT_EQ(named("(iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 "
                    "Mobile/15E148 "
                    "Safari/604.1"),
              "Safari no iPhone");
    EXPECT_EQ(named("(iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 "
                    "Mobile/15E148 Safari/604.1"),
              "Chrome no iPad");
    EXPECT_EQ(named("(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 "
                    "Safari/605.1.15"),
              "Safari no Mac");
    EXPECT_EQ(device_name("curl/8.0"), "Aparelho desconhecido");
    EXPECT_EQ(device_name(""), "Aparelho desconhecido");
}

class UsersTest : public testing::TestWithParam<db::Dialect> {
protected:
    UsersTest() {
        database->write([](db::Transaction& transaction) { auth::ensure_roles(transaction); });
    }

    auth::Actor new_admin(std::string name) {
        auto const account = database->write([&](db::Transaction& transaction) {
            return auth::create_account(transaction, clock.now(),
                                        {.email = name + "@laje.com.br", .full_name = name, .password_hash = "x"},
                                        auth::admin_role);
        });
        return {.user = account.value().id, .email = account.value().email, .full_name = name, .role = "admin"};
    }
    CompanyId new_company() {
        auto const id = CompanyId::make();
        database->write([&](db::Transaction& transaction) {
            transaction.execute({"company", R"sql(
                insert into emitente (id, razao_social, cnpj, inscricao_estadual, cep, codigo_municipio, logradouro, numero, bairro,
                    municipio, uf, cor, fuso_horario, updated_at, busca, busca_municipio)
                values (:id, 'Lajes', '1', '1', '1', '1', '1', '1', '1', '1', 'SC', 'anil', '1', 1, 'lajes', ''))sql"},
                                {{"id", id}});
        });
        return id;
    }

    // Runs both, each as a request of its own. On PostgreSQL, where writers work side by side, neither goes on before
    // both have seen the data as it was.
    using Work = std::function<Result<void>(auth::Write const&)>;
    std::pair<Result<void>, Result<void>> at_once(auth::Actor const& one, Work const& first, auth::Actor const& other,
                                                  Work const& second) {
        std::latch both_look(2);
        auto const run = [&](auth::Actor const& actor, Work const& work) {
            bool waits = GetParam() == db::Dialect::postgres;
            return database->write([&](db::Transaction& transaction) {
                auth::Write const write{transaction, actor};
                if (std::exchange(waits, false)) {
                    EXPECT_TRUE(find(transaction, actor.user));
                    both_look.arrive_and_wait();
                }
                return work(write);
            });
        };
        auto later = std::async(std::launch::async, [&] { return run(other, second); });
        auto now = run(one, first);
        return {std::move(now), later.get()};
    }

    int active_admins() {
        return database->read([&](db::Connection& connection) {
            auto const sql = "select count(*) from users u join user_roles ur on ur.user_id = u.id join roles r on "
                             "r.id = ur.role_id "
                             "where r.name = 'admin' and u.active = 'S' and u.deleted_at is null";
            return connection.scalar<int>({"admins", sql}).value_or(0);
        });
    }

    test::MigratedDatabase const place{GetParam()};
    db::Database* const database = place.database.get();
    SystemClock const clock;
    events::Events events{*database, clock};
    auth::Sessions sessions{clock};
    Services const services{{events, clock}, sessions};
};

INSTANTIATE_TEST_SUITE_P(Engines, UsersTest, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return test::engine_name(info.param); });

TEST_P(UsersTest, TwoAdminsWhoTakeEachOtherAwayLeaveOne) {
    auto const demote = [this](UserId id) {
        return [this, id](auth::Write const& write) -> Result<void> {
            auto form = find(write.db, id).value().user;
            form.role = "user";
            auto const done = update(write, services, id, "*", std::move(form));
            if (!done) return fail(done.error());
            return {};
        };
    };
    auto const deactivate = [this](UserId id) {
        return [this, id](auth::Write const& write) -> Result<void> {
            auto form = find(write.db, id).value().user;
            form.active = "N";
            auto const done = update(write, services, id, "*", std::move(form));
            if (!done) return fail(done.error());
            return {};
        };
    };
    auto const erase = [this](UserId id) {
        return [this, id](auth::Write const& write) { return remove(write, services, id, "*"); };
    };

    auto survivor = new_admin("primeira");
    int round = 0;
    for (std::function<Work(UserId)> const& act :
         std::initializer_list<std::function<Work(UserId)>>{demote, deactivate, erase}) {
        auto const other = new_admin("outra" + std::to_string(++round));
        auto const [first, second] = at_once(survivor, act(other.user), other, act(survivor.user));
        EXPECT_NE(first.has_value(), second.has_value());
        auto const& refused = first ? second : first;
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().kind, FailureKind::invalid);
        EXPECT_EQ(active_admins(), 1);
        if (!first) survivor = other;
    }
}

TEST_P(UsersTest, OfThreeAdminsNobodyActsAfterBeingTakenAway) {
    auto const one = new_admin("uma");
    auto const other = new_admin("outra");
    new_admin("terceira");
    auto const erase = [this](UserId id) {
        return [this, id](auth::Write const& write) { return remove(write, services, id, "*"); };
    };
    auto const [first, second] = at_once(one, erase(other.user), other, erase(one.user));
    EXPECT_NE(first.has_value(), second.has_value());
    auto const& refused = first ? second : first;
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, FailureKind::unauthenticated);
    EXPECT_EQ(active_admins(), 2);
}

TEST_P(UsersTest, ADefaultChosenWhileTheAccessIsTakenAwayDoesNotStay) {
    auto const admin = new_admin("uma");
    auto const company = new_company();
    auto const user = database->write([&](db::Transaction& transaction) {
        auto made = auth::create_account(transaction, clock.now(),
                                         {.email = "clara@laje.com.br", .full_name = "Clara", .password_hash = "x"},
                                         auth::user_role);
        link(transaction, made.value().id, company, "gerente");
        return made.value().id;
    });
    auto const [taken, chosen] = at_once(
        admin, [&](auth::Write const& write) { return take_access(write, services, user, company); }, admin,
        [&](auth::Write const& write) { return choose_default(write, services, user, company); });
    EXPECT_TRUE(taken);
    EXPECT_TRUE(chosen || chosen.error().kind == FailureKind::invalid);
    auto const stored = database->read([&](db::Connection& connection) { return find(connection, user); });
    EXPECT_FALSE(stored.value().default_company);
}

} // namespace
} // namespace balcao::users
