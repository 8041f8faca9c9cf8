// What is sealed opens only at its place and with its key; a new key reaches everything, whatever dies when.

#include "platform/secrets/secrets.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "../db/test_database.hpp"
#include "platform/db/migrations.hpp"
#include "platform/secrets/rotation.hpp"

namespace balcao::secrets {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

Key copy(Key const& key) { return Key::parse(key.text().reveal()); }
std::string text(Key const& key) { return std::string(key.text().reveal()); }

TEST(Key, SurvivesItsTextAndRefusesEveryOther) {
    auto const key = Key::make();
    EXPECT_EQ(key.bytes().size(), 32U);
    EXPECT_EQ(Key::parse(" " + text(key) + "\n").bytes(), key.bytes());
    EXPECT_NE(Key::make().bytes(), key.bytes());
    EXPECT_EQ(key.id_text().size(), 8U);
    for (auto const* wrong : {"", "nada", "AAAA", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
                              "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU2Nzg5YWJjZGU="})
        EXPECT_THROW(Key::parse(wrong), std::runtime_error) << wrong;
}

TEST(Secrets, OpenOnlyAtTheirPlaceUnchangedAndWithTheirKey) {
    auto const key = Key::make();
    Secrets const secrets(copy(key));
    auto const row = Uuid::make();
    auto const place = csc.at(row, "producao");
    auto const sealed = secrets.seal(place, "0123456789ABCDEF");
    EXPECT_EQ(secrets.open(place, sealed).reveal(), "0123456789ABCDEF");
    EXPECT_EQ(secrets.open(place, secrets.seal(place, "")).reveal(), "");
    EXPECT_NE(secrets.seal(place, "0123456789ABCDEF"), sealed) << "the nonce is new each time";
    std::string_view const bytes(reinterpret_cast<char const*>(sealed.data()), sealed.size());
    EXPECT_THAT(std::string(bytes), Not(HasSubstr("0123456789")));

    EXPECT_THROW(secrets.open(csc.at(row, "homologacao"), sealed), CannotOpen);
    EXPECT_THROW(secrets.open(csc.at(Uuid::make(), "producao"), sealed), CannotOpen);
    EXPECT_THROW(secrets.open(csrt.at(row, "producao"), sealed), CannotOpen);
    EXPECT_THROW(Secrets(Key::make()).open(place, sealed), CannotOpen);
    for (std::size_t at = 0; at < sealed.size(); ++at) {
        auto changed = sealed;
        changed[at] ^= std::byte{1};
        EXPECT_THROW(secrets.open(place, changed), CannotOpen) << at;
        EXPECT_THROW(secrets.open(place, db::BlobView(sealed).first(at)), CannotOpen) << at;
    }
}

// One database and one data folder, as an installation has them.
class InstallationTest : public testing::TestWithParam<db::Dialect> {
protected:
    void SetUp() override {
        database->write([&](db::Transaction& t) {
            t.execute({"emitente", R"sql(
                insert into emitente (id, razao_social, cnpj, inscricao_estadual, cep, codigo_municipio, logradouro, numero, bairro, municipio,
                                      uf, cor, fuso_horario, updated_at, busca, busca_municipio)
                values (:id, 'Lajes', '11222333000181', '1', '13010000', '3509502', 'Rua', '1', 'Centro', 'Campinas', 'SP', 'anil',
                        'America/Sao_Paulo', 0, 'lajes', 'campinas sp'))sql"},
                      {{"id", company}});
            t.execute({"settings", "insert into nfce_settings (emitente_id, updated_at) values (:emitente_id, 0)"},
                      {{"emitente_id", company}});
        });
    }

    // One secret in each column there is.
    void keep_secrets(Secrets const& secrets) {
        database->write([&](db::Transaction& t) {
            secrets.require_current(t);
            auto const file = secrets.seal(certificate_file.at(certificate), "file");
            t.execute({"file", R"sql(
                insert into files (id, emitente_id, bucket, path, content_type, sha256, bytes, created_at)
                values (:id, :emitente_id, 'certificates', 'a', 'x', :sha256, :bytes, 0))sql"},
                      {{"id", certificate}, {"emitente_id", company}, {"sha256", sha256(file)}, {"bytes", file}});
            t.execute({"certificate", R"sql(
                insert into digital_certificates (id, emitente_id, file_name, password_encrypted, storage_path, subject, issuer, cnpj, serial,
                                                  valid_from, valid_to, created_at, updated_at)
                values (:id, :emitente_id, 'a.pfx', :sealed, 'a', '', '', '', '', 0, 0, 0, 0))sql"},
                      {{"id", certificate},
                       {"emitente_id", company},
                       {"sealed", secrets.seal(certificate_password.at(certificate), "password")}});
            for (auto const* ambiente : {"homologacao", "producao"}) {
                t.execute({"csc", R"sql(
                    insert into nfce_ambiente (emitente_id, ambiente, serie, csc_encrypted)
                    values (:emitente_id, :ambiente, 1, :sealed))sql"},
                          {{"emitente_id", company},
                           {"ambiente", ambiente},
                           {"sealed", secrets.seal(csc.at(company.uuid(), ambiente), ambiente)}});
            }
            t.execute({"csrt", "update nfce_settings set csrt_encrypted = :sealed where emitente_id = :emitente_id"},
                      {{"emitente_id", company}, {"sealed", secrets.seal(csrt.at(company.uuid()), "csrt")}});
        });
    }

    std::multiset<std::string> kept(Secrets const& secrets) {
        std::multiset<std::string> found;
        database->read([&](db::Connection& c) {
            auto const open = [&](std::string_view sql, auto const& place) {
                c.run({"sealed", sql}, {{"emitente_id", company}}, [&](db::Row const& row) {
                    auto const sealed = row.get<db::Blob>(0);
                    found.emplace(secrets.open(place(row), sealed).reveal());
                });
            };
            open("select bytes from files where emitente_id = :emitente_id",
                 [&](db::Row const&) { return certificate_file.at(certificate); });
            open("select password_encrypted from digital_certificates where emitente_id = :emitente_id",
                 [&](db::Row const&) { return certificate_password.at(certificate); });
            open("select csc_encrypted, ambiente from nfce_ambiente where emitente_id = :emitente_id",
                 [&](db::Row const& row) { return csc.at(company.uuid(), row.text(1)); });
            open("select csrt_encrypted from nfce_settings where emitente_id = :emitente_id",
                 [&](db::Row const&) { return csrt.at(company.uuid()); });
        });
        return found;
    }

    KeySource in_file() { return {.file = folder.file("secret.key")}; }
    KeySource given(Key const& key) { return {.file = folder.file("secret.key"), .given = copy(key)}; }
    static void tell_nobody(Key const&) { FAIL() << "a key in a file is told to nobody"; }

    std::multiset<std::string> const everything{"file", "password", "homologacao", "producao", "csrt"};
    test::TemporaryFolder const folder;
    test::MigratedDatabase const place{GetParam()};
    db::Database* const database = place.database.get();
    CompanyId const company = CompanyId::make();
    Uuid const certificate = Uuid::make();
};

// A column that is left out would keep the old key for good.
TEST_P(InstallationTest, EveryEncryptedColumnOfTheSchemaIsInTheList) {
    std::set<std::string> listed;
    for (auto const& column : encrypted_columns())
        listed.emplace(std::string(column.table) + "." + std::string(column.column));
    auto const* const sql = GetParam() == db::Dialect::sqlite
                                ? "select m.name, p.name from sqlite_master m, pragma_table_info(m.name) p "
                                  "where m.type = 'table' and p.name like '%encrypted'"
                                : "select table_name, column_name from information_schema.columns where "
                                  "table_schema = current_schema() and column_name like '%encrypted'";
    auto const found = database->read([&](db::Connection& c) {
        return c.all({"columns", sql}, {},
                     [](db::Row const& row) { return row.get<std::string>(0) + "." + row.get<std::string>(1); });
    });
    EXPECT_EQ(found.size(), 5U);
    for (auto const& column : found) EXPECT_TRUE(listed.contains(column)) << column;
}

TEST_P(InstallationTest, TheFirstStartMakesAKeyForItsOwnerOnlyAndLaterOnesUseIt) {
    auto const first = open_secrets(*database, in_file());
    struct stat status{};
    ASSERT_EQ(::stat(in_file().file.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    EXPECT_EQ(open_secrets(*database, in_file()).key().bytes(), first.key().bytes());
    auto const names = std::distance(std::filesystem::directory_iterator(in_file().file.parent_path()), {});
    EXPECT_EQ(names, 1) << "nothing half-made is left";
}

TEST_P(InstallationTest, AMissingOrWrongKeyIsRefusedAndNoNewOneIsMade) {
    keep_secrets(open_secrets(*database, in_file()));
    auto const right = *read_key_file(in_file().file);
    std::filesystem::rename(in_file().file, folder.file("away"));
    EXPECT_THAT([&] { open_secrets(*database, in_file()); },
                ThrowsMessage<std::runtime_error>(HasSubstr("não está em")));
    EXPECT_FALSE(std::filesystem::exists(in_file().file));
    write_key_file(in_file().file, Key::make());
    EXPECT_THAT([&] { open_secrets(*database, in_file()); },
                ThrowsMessage<std::runtime_error>(HasSubstr("não é a deste banco de dados")));
    EXPECT_THAT([&] { open_secrets(*database, given(Key::make())); },
                ThrowsMessage<std::runtime_error>(HasSubstr("BALCAO_SECRET_KEY")));
    EXPECT_EQ(kept(open_secrets(*database, given(right))), everything);
    std::ofstream(in_file().file) << "nada";
    EXPECT_THAT([&] { open_secrets(*database, in_file()); },
                ThrowsMessage<std::runtime_error>(HasSubstr("não pode ser lida")));
}

TEST_P(InstallationTest, AnotherMachineWithoutTheKeyIsRefusedAndKeepsNoKeyOfItsOwn) {
    open_secrets(*database, in_file());
    test::TemporaryFolder const elsewhere;
    KeySource const other{.file = elsewhere.file("secret.key")};
    EXPECT_THROW(open_secrets(*database, other), std::runtime_error);
    EXPECT_FALSE(std::filesystem::exists(other.file));
}

TEST_P(InstallationTest, ANewKeyOpensEverythingAndTheOldOneStaysBesideIt) {
    auto const before = open_secrets(*database, in_file());
    keep_secrets(before);
    auto const rotation = rotate(*database, in_file(), tell_nobody);
    EXPECT_EQ(rotation.changed, everything.size());
    auto const after = open_secrets(*database, in_file());
    EXPECT_NE(after.key().bytes(), before.key().bytes());
    EXPECT_EQ(kept(after), everything);
    EXPECT_THROW(kept(before), CannotOpen);
    ASSERT_TRUE(rotation.old_key);
    EXPECT_EQ(read_key_file(*rotation.old_key)->bytes(), before.key().bytes());
    EXPECT_FALSE(std::filesystem::exists(in_file().next_file()));
    auto const hashes_match = database->read([&](db::Connection& c) {
        return c.first({"hash", "select bytes, sha256 from files where emitente_id = :emitente_id"},
                       {{"emitente_id", company}},
                       [](db::Row const& row) { return sha256(row.blob(0)) == row.get<db::Blob>(1); });
    });
    EXPECT_EQ(hashes_match, true);
    EXPECT_EQ(rotate(*database, in_file(), tell_nobody).changed, everything.size()) << "again";
    EXPECT_EQ(kept(open_secrets(*database, in_file())), everything);
}

TEST_P(InstallationTest, ManySecretsChangePageByPage) {
    auto const before = open_secrets(*database, in_file());
    constexpr int many = 120;
    std::vector<Uuid> files;
    database->write([&](db::Transaction& t) {
        for (int i = 0; i < many; ++i) {
            files.push_back(Uuid::make());
            auto const sealed = before.seal(certificate_file.at(files.back()), std::to_string(i));
            t.execute({"file", R"sql(
                insert into files (id, emitente_id, bucket, path, content_type, sha256, bytes, created_at)
                values (:id, :emitente_id, 'certificates', :path, 'x', :sha256, :bytes, 0))sql"},
                      {{"id", files.back()},
                       {"emitente_id", company},
                       {"path", std::to_string(i)},
                       {"sha256", sha256(sealed)},
                       {"bytes", sealed}});
        }
    });
    EXPECT_EQ(rotate(*database, in_file(), tell_nobody).changed, many);
    auto const after = open_secrets(*database, in_file());
    database->read([&](db::Connection& c) {
        for (int i = 0; i < many; ++i) {
            auto const sealed =
                c.scalar<db::Blob>({"one", "select bytes from files where emitente_id = :emitente_id and id = :id"},
                                   {{"emitente_id", company}, {"id", files[i]}});
            EXPECT_EQ(after.open(certificate_file.at(files[i]), *sealed).reveal(), std::to_string(i));
        }
    });
}

// The moments at which the process may die, each as it leaves the files and the database.
TEST_P(InstallationTest, AnInterruptedChangeLosesNothing) {
    keep_secrets(open_secrets(*database, in_file()));
    auto const old_key = *read_key_file(in_file().file);

    // Died after the next key was written: the old one still holds, and the next change takes that key.
    auto const next = Key::make();
    write_key_file(in_file().next_file(), next);
    EXPECT_EQ(kept(open_secrets(*database, in_file())), everything);
    rotate(*database, in_file(), tell_nobody);
    EXPECT_EQ(open_secrets(*database, in_file()).key().bytes(), next.bytes());

    // Died after everything was sealed anew and before the files changed places.
    std::filesystem::rename(in_file().file, in_file().next_file());
    write_key_file(in_file().file, old_key);
    EXPECT_EQ(kept(open_secrets(*database, in_file())), everything);
    EXPECT_EQ(read_key_file(in_file().file)->bytes(), next.bytes());
    EXPECT_FALSE(std::filesystem::exists(in_file().next_file()));

    // Died between the two renames of a file system without hard links.
    std::filesystem::rename(in_file().file, in_file().next_file());
    EXPECT_EQ(kept(open_secrets(*database, in_file())), everything);
    EXPECT_EQ(read_key_file(in_file().file)->bytes(), next.bytes());
}

TEST_P(InstallationTest, AGivenKeyIsToldOnceChangedAndAskedForUntilItIsSet) {
    auto const key = Key::make();
    keep_secrets(open_secrets(*database, given(key)));
    EXPECT_FALSE(std::filesystem::exists(in_file().file));
    std::optional<Key> told;
    auto const rotation = rotate(*database, given(key), [&](Key const& fresh) { told = copy(fresh); });
    EXPECT_FALSE(rotation.old_key);
    ASSERT_TRUE(told);
    EXPECT_EQ(kept(open_secrets(*database, given(*told))), everything);
    EXPECT_THROW(open_secrets(*database, given(key)), std::runtime_error);
    EXPECT_FALSE(std::filesystem::exists(in_file().next_file()));

    // Died before it was told: its file stays and the sentence names it.
    EXPECT_THROW(rotate(*database, given(*told), [](Key const&) { throw std::runtime_error("the screen is gone"); }),
                 std::runtime_error);
    EXPECT_THAT([&] { open_secrets(*database, given(*told)); },
                ThrowsMessage<std::runtime_error>(HasSubstr(in_file().next_file().string())));
    auto const newest = *read_key_file(in_file().next_file());
    EXPECT_EQ(kept(open_secrets(*database, given(newest))), everything);
    std::optional<Key> again;
    rotate(*database, given(newest), [&](Key const& fresh) { again = copy(fresh); });
    EXPECT_NE(again->bytes(), newest.bytes()) << "the left-over file is no new key";
}

// A server that was not stopped: it must not write what nobody could open any more.
TEST_P(InstallationTest, AProcessWithTheOldKeyRefusesToWriteSecrets) {
    auto const running = open_secrets(*database, in_file());
    database->write([&](db::Transaction& t) { running.require_current(t); });
    rotate(*database, in_file(), tell_nobody);
    EXPECT_THROW(database->write([&](db::Transaction& t) { running.require_current(t); }), KeyChanged);
}

INSTANTIATE_TEST_SUITE_P(Engines, InstallationTest, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return test::engine_name(info.param); });

} // namespace
} // namespace balcao::secrets
