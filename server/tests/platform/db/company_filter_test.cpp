#include "platform/db/company_filter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/db/database.hpp"
#include "test_database.hpp"

namespace balcao::test {

namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::string_view kept[] = {
    // Other tables, other statements.
    "select * from users", "create index files_x on files (x)", "drop table files", "pragma foreign_keys = on",
    "select 'from files'", "select 1 -- from files", "select \"from\" from users where files = 1",
    // The filter itself.
    "select * from files where emitente_id = :company", "SELECT * FROM Files WHERE EMITENTE_ID = :company",
    "select * from files where :company = emitente_id",
    "select * from files where (path = :path and (emitente_id = :company))",
    "select * from files where emitente_id = :company::uuid and bucket = :bucket",
    "select * from files f where f.emitente_id = :company and (f.path = :a or f.path = :b)",
    "select * from public.files as f where f.emitente_id = :company",
    "select * from files where emitente_id = :company and created_at between :from and :to order by path limit 10",
    "select * from emitente where id = :id", "select * from emitente e where e.id = :id",
    "select * from files where (emitente_id = :company and path = :a) or (path = :b and emitente_id = :company)",
    "select case when emitente_id = :other then 1 end from files where emitente_id = :company",
    "select * from \"files\" where \"emitente_id\" = :company",
    "select * from files where emitente_id = :company for update",
    "select * from files where emitente_id = :company and path is distinct from :path",
    // Joins.
    "select * from emitente e join files f on f.emitente_id = e.id where e.id = :id",
    "select * from files f, emitente e where e.id = f.emitente_id and f.emitente_id = :company",
    "select * from emitente e left join nfce_settings s on s.emitente_id = e.id where e.id = :id",
    "select * from emitente e left join files f on f.emitente_id = e.id and f.path = e.logo_sistema_url where e.id = "
    ":id",
    "select * from users u join emitente_users l on l.user_id = u.id and l.emitente_id = :company where u.id = :user",
    "select * from (emitente e join files f on f.emitente_id = e.id) where e.id = :id",
    // Subqueries.
    "select * from users u where exists (select 1 from emitente_users l where l.user_id = u.id and l.emitente_id = "
    ":company)",
    "select e.id, (select count(*) from files f where f.emitente_id = e.id) from emitente e where e.id = :id",
    "with f as (select * from files where emitente_id = :company) select * from f",
    "select * from files where emitente_id = :company union all select * from files where emitente_id = :company and "
    "path = :p",
    "select * from (select * from files where emitente_id = :company) f where f.path = :path",
    "select coalesce((select total from contagens where emitente_id = :company and tabela = :t), 0)",
    // Changes.
    "insert into files (id, emitente_id, path) values (:id, :company, :path)",
    "insert into nfce_settings (emitente_id, updated_at) values (:company, :now) on conflict (emitente_id) do update "
    "set updated_at = :now "
    "where nfce_settings.updated_at < :now",
    "insert into files (id, emitente_id) values (:id, :company) on conflict (id) do nothing",
    "insert into produtos (id, id_emit) values (:id, :company) on conflict (id_emit, prod_cProd) where deleted_at is "
    "null do "
    "update set version = 1",
    "insert into emitente (id, cnpj) values (:id, :cnpj)", "insert into users (id) values (:id)",
    "insert into emitente_users (emitente_id, user_id) select :company, u.id from users u where u.active = 'S'",
    "update files set path = :path where emitente_id = :company and id = :id returning path",
    "update emitente set version = version + 1 where id = :id",
    "delete from files where emitente_id = :company and id = :id",
    "update files as f set path = e.cor from emitente e where e.id = f.emitente_id and f.emitente_id = :company"};

constexpr std::string_view crossing[] = {
    // No filter, or one that does not bind.
    "select * from files", "select * from files where id = :id", "select count(*) from emitente",
    "select * from files where emitente_id = 'x'", "select * from files where emitente_id <> :company",
    "select * from files where emitente_id is not null", "select * from files where emitente_id in (:a, :b)",
    "select * from files where emitente_id = emitente_id", "select * from files where not emitente_id = :company",
    "select * from files where not (emitente_id = :company)",
    "select * from files where emitente_id = :company or path = :path",
    "select * from files where (:company is null or emitente_id = :company)",
    "select * from files where emitente_id = :company + 1", "select * from files where path = 'emitente_id = :company'",
    "select * from files -- where emitente_id = :company", "select * from files order by emitente_id = :company",
    "select * from files having emitente_id = :company",
    // One of several tables, or the wrong one.
    "select * from files f join emitente e on e.id = :id", "select * from emitente e, files f where e.id = :id",
    "select * from files a join files b on b.path = a.path where a.emitente_id = :company",
    "select * from files f join sessions s on s.id = f.id where s.emitente_id = :company",
    "select * from (emitente e join files f on f.path = e.cor) where e.id = :id",
    // Subqueries.
    "select * from users where id in (select user_id from emitente_users)",
    "with f as (select * from files) select * from f where f.emitente_id = :company",
    "select (select count(*) from files f where f.emitente_id = e.id) from emitente e",
    "select * from users u where exists (select 1 from emitente_users l where l.user_id = u.id)",
    "select * from files where emitente_id = :company union select * from files",
    "select * from (select * from files) f where f.emitente_id = :company",
    "select * from files f where f.emitente_id = :company and f.id in (select f.id from files f)",
    "select * from users where name = coalesce((select path from files), 'x')",
    // Changes.
    "insert into files (id, path) values (:id, :path)", "insert into files values (:id, :company)",
    "insert into users (id) select id from files",
    "insert into files (id, emitente_id) values (:id, :company) on conflict (id) do update set path = :path",
    "insert into produtos (id, id_emit) values (:id, :company) on conflict (prod_cProd) where deleted_at is null do "
    "update set "
    "version = 1",
    "insert into emitente_users (emitente_id, user_id) select e.id, :user from emitente e",
    "update files set emitente_id = :company", "update files set path = :path where id = :id", "delete from files",
    "delete from files where id = :id", "delete from files using emitente e where e.id = :id",
    "update or ignore files set path = :path where id = :id", "replace into files (id) values (:id)"};

TEST(CompanyFilter, AcceptsStatementsThatKeepToOneCompany) {
    for (auto const sql : kept) EXPECT_EQ(db::company_filter_problem({"q", sql}), std::nullopt) << sql;
}

TEST(CompanyFilter, FindsStatementsThatCrossCompanies) {
    for (auto const sql : crossing) EXPECT_NE(db::company_filter_problem({"q", sql}), std::nullopt) << sql;
}

TEST(CompanyFilter, SaysWhatIsMissing) {
    EXPECT_EQ(db::company_filter_problem({"q", "select * from emitente e"}), "uses emitente without e.id = :parameter");
    EXPECT_EQ(db::company_filter_problem({"q", "insert into files (id) values (:id)"}),
              "inserts into files without naming emitente_id");
}

TEST(CompanyFilter, ExceptionsAreNamedOnceAndHaveAReason) {
    std::set<std::string_view> names;
    for (auto const& exception : db::cross_company_queries()) {
        EXPECT_TRUE(names.insert(exception.name).second) << exception.name;
        EXPECT_GE(exception.reason.size(), 10U) << exception.name;
        EXPECT_EQ(db::company_filter_problem({exception.name, "select * from files"}), std::nullopt);
    }
    EXPECT_FALSE(names.empty());
}

// Where the column may be null, rows of the installation stand among those of companies (jobs, imports): their stores
// see to it themselves.
TEST(CompanyFilter, KnowsEveryTableWithACompanyColumn) {
    MigratedDatabase const migrated(db::Dialect::sqlite);
    auto const tables = migrated.database->read([](db::Connection& c) {
        return c.all(
            {"tables",
             "select t.name from sqlite_master t join pragma_table_info(t.name) i on i.name in ('emitente_id', "
             "'id_emit') and i.\"notnull\" = 1 where t.type = 'table'"},
            {}, [](db::Row const& row) { return row.get<std::string>(0); });
    });
    EXPECT_FALSE(tables.empty());
    for (auto const& table : tables)
        EXPECT_NE(db::company_filter_problem({"q", "select * from " + table}), std::nullopt) << table;
}

TEST(CompanyFilter, StopsAStatementInTestBuilds) {
    MigratedDatabase const migrated(db::Dialect::sqlite);
    EXPECT_THAT(
        [&] { migrated.database->read([](db::Connection& c) { c.execute({"all_files", "select id from files"}); }); },
        ThrowsMessage<std::logic_error>(HasSubstr("query 'all_files' uses files")));
}

} // namespace

} // namespace balcao::test
