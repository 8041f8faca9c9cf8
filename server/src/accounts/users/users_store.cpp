#include "accounts/users/users_store.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "platform/auth/accounts.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/db/entity.hpp"
#include "platform/db/list_totals.hpp"
#include "platform/db/record_list.hpp"

namespace balcao::users {

namespace {

// A text search of companies counts to here; beyond it the total is "more than".
constexpr std::int64_t most_counted = 1000;

constexpr std::string_view role_name =
    R"sql(coalesce((select r.name from user_roles ur join roles r on r.id = ur.role_id
                                             where ur.user_id = users.id), 'user'))sql";

std::string const user_columns = db::columns(user_fields()) + R"sql(, version,
    (select p.default_emitente_id from profiles p where p.id = users.id),
    (select e.razao_social from profiles p join emitente e on e.id = p.default_emitente_id where p.id = users.id))sql";

std::string const find_sql = "select " + user_columns + " from users where id = :id and deleted_at is null";
db::Query const find_user{"users_find", find_sql};

constexpr db::Query update_row{"users_update", R"sql(
    update users
    set full_name = :full_name, email = :email, email_norma = 1, active = :active, version = :version, busca = :busca
    where id = :id)sql"};
constexpr db::Query delete_user{"users_delete",
                                "update users set deleted_at = :now, version = version + 1 where id = :id"};
constexpr db::Query delete_links{"users_delete_links", "delete from emitente_users where user_id = :user_id"};

constexpr db::Query all_roles{"users_roles", "select name from roles order by name"};

// Writes: a lock alone would let the one who waited go on with what it read before.
constexpr db::Query touch_admin_role{"users_touch_admin_role", "update roles set name = name where name = :admin"};
constexpr db::Query other_active_admin{"users_other_active_admin", R"sql(
    select 1
    from users u
    join user_roles ur on ur.user_id = u.id
    join roles r on r.id = ur.role_id
    where r.name = :admin and u.active = 'S' and u.deleted_at is null and u.id <> :user_id
    limit 1)sql"};

constexpr db::Query company_of{"users_company", R"sql(
    select e.razao_social, e.ativo, (select x.papel from emitente_users x where x.emitente_id = e.id and x.user_id = :user_id)
    from emitente e
    where e.id = :emitente_id)sql"};
constexpr db::Query insert_link{"users_link", R"sql(
    insert into emitente_users (emitente_id, user_id, papel) values (:emitente_id, :user_id, :papel)
    on conflict (emitente_id, user_id) do update set papel = excluded.papel)sql"};
constexpr db::Query delete_link{"users_unlink",
                                "delete from emitente_users where emitente_id = :emitente_id and user_id = :user_id"};

// Each writes the row, whether it changes it or not: that is what they wait at.
constexpr db::Query touch_profile{"users_touch_profile",
                                  "update profiles set default_emitente_id = default_emitente_id where id = :user_id"};
constexpr db::Query clear_default_of{"users_clear_default_of", R"sql(
    update profiles set default_emitente_id = nullif(default_emitente_id, :emitente_id) where id = :user_id)sql"};
constexpr db::Query update_default{"users_set_default",
                                   "update profiles set default_emitente_id = :emitente_id where id = :user_id"};
constexpr db::Query clear_unlinked_default{"users_drop_unlinked_default", R"sql(
    update profiles
    set default_emitente_id = (select x.emitente_id
                               from emitente_users x
                               where x.user_id = profiles.id and x.emitente_id = profiles.default_emitente_id)
    where id = :user_id)sql"};

StoredUser read_stored(db::Row const& row) {
    auto const fields = user_fields();
    auto const after = static_cast<int>(fields.size());
    StoredUser stored{.user = db::read_row<User>(fields, row), .version = row.get<std::int64_t>(after)};
    if (auto const company = row.get<std::optional<CompanyId>>(after + 1))
        stored.default_company = DefaultCompany{.id = *company, .razao_social = row.get<std::string>(after + 2)};
    return stored;
}

// The words of a search as conditions; `condition` makes one from the name of a parameter and its place.
class Words {
public:
    explicit Words(std::string_view search) : words_(db::search_words(search)) {}

    std::string conditions(db::Params& params, auto const& condition) {
        static constexpr std::array<std::string_view, 8> texts{"t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"};
        static constexpr std::array<std::string_view, 8> plains{"p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"};
        std::string sql;
        patterns_.reserve(2 * words_.size());
        for (std::size_t i = 0; i < words_.size(); ++i) {
            auto const& word = words_[i];
            auto const digits = std::ranges::any_of(word.text, [](char c) { return c >= '0' && c <= '9'; });
            params.emplace_back(texts.at(i), std::string_view(patterns_.emplace_back(like_contains(word.text))));
            if (digits) {
                params.emplace_back(plains.at(i), std::string_view(patterns_.emplace_back(
                                                      like_contains(upper_ascii(db::without_punctuation(word.text))))));
            }
            sql += " and " + condition(texts.at(i), digits ? plains.at(i) : std::string_view{});
        }
        return sql;
    }

private:
    std::vector<db::SearchWord> words_;
    std::vector<std::string> patterns_; // what the parameters view
};

std::string order_column(std::string_view sort) {
    if (sort == "full_name") return "busca";
    if (sort == "role") return std::string(role_name);
    if (sort == "last_sign_in_at") return "coalesce(last_sign_in_at, 0)";
    return std::string(sort);
}

std::string company_json(db::Row const& row) {
    json::ObjectWriter writer;
    writer.text("id", row.get<CompanyId>(0).to_string());
    writer.text("razao_social", row.text(1));
    writer.optional_text("nome_fantasia", row.get<std::optional<std::string>>(2));
    writer.text("cnpj", row.text(3));
    writer.text("cor", row.text(4));
    writer.text("ativo", row.text(5));
    writer.boolean("access", !row.is_null(6));
    writer.optional_text("papel", row.get<std::optional<std::string>>(6));
    writer.boolean("is_default", row.integer(7) == 1);
    return writer.take();
}

} // namespace

std::optional<StoredUser> find(db::Connection& connection, UserId id) {
    return connection.first(find_user, {{"id", id}}, read_stored);
}

records::ListPage list(db::Connection& connection, records::ListQuery const& query, UserFilter const& filter,
                       UserId actor) {
    std::string where = "deleted_at is null";
    db::Params params;
    if (filter.active) {
        where += " and active = :active";
        params.emplace_back("active", *filter.active);
    }
    if (filter.role) {
        where += fmt::format(" and {} = :role", role_name);
        params.emplace_back("role", *filter.role);
    }
    Words words(query.search);
    where += words.conditions(params, [](std::string_view text, std::string_view) {
        return fmt::format(R"(busca like :{} escape '\')", text);
    });

    records::ListPage page;
    auto const count_sql = fmt::format("select count(*) from users where {}", where);
    page.total = connection.scalar<std::int64_t>({"users_count", count_sql}, params).value_or(0);

    std::string_view const direction = query.descending ? " desc" : "";
    auto const sql = fmt::format(R"sql(
        select {0}
        from users
        where {1}
        order by {2}{3}, id{3}
        limit :limit offset :offset)sql",
                                 user_columns, where, order_column(query.sort), direction);
    params.emplace_back("limit", query.page_size);
    params.emplace_back("offset", query.offset());
    page.items = connection.all({"users_page", sql}, params,
                                [&](db::Row const& row) { return to_json(read_stored(row), actor); });
    return page;
}

void update(db::Transaction& transaction, StoredUser const& after) {
    auto const& user = after.user;
    auto const busca = auth::account_search_text(user.full_name, user.email);
    transaction.execute(update_row, {{"id", user.id},
                                      {"full_name", user.full_name},
                                      {"email", user.email},
                                      {"active", user.active},
                                      {"version", after.version},
                                      {"busca", busca}});
}

void remove(db::Transaction& transaction, StoredUser const& stored, Instant now) {
    auto const id = stored.user.id;
    transaction.execute(delete_user, {{"id", id}, {"now", now}});
    set_default(transaction, id, std::nullopt);
    transaction.execute(delete_links, {{"user_id", id}});
}

std::vector<std::string> list_roles(db::Connection& connection) {
    return connection.all(all_roles, {}, [](db::Row const& row) { return row.get<std::string>(0); });
}

void queue_behind_admin_changes(db::Transaction& transaction) {
    transaction.execute(touch_admin_role, {{"admin", auth::admin_role}});
}

bool has_other_active_admin(db::Connection& connection, UserId user) {
    return connection.scalar<std::int64_t>(other_active_admin, {{"admin", auth::admin_role}, {"user_id", user}})
        .has_value();
}

records::ListPage list_companies(db::Connection& connection, records::ListQuery const& query, UserId user) {
    std::string where = "1 = 1";
    db::Params params;
    Words words(query.search);
    where += words.conditions(params, [](std::string_view text, std::string_view plain) {
        if (plain.empty()) return fmt::format(R"(busca like :{} escape '\')", text);
        return fmt::format(R"((busca like :{} escape '\' or cnpj like :{} escape '\'))", text, plain);
    });

    records::ListPage page;
    if (query.search.empty()) {
        for (auto const state : {"S", "N"}) page.total += db::list_total(connection, Uuid{}, "emitente", state);
    } else {
        auto const sql = fmt::format("select count(*) from (select 1 from emitente where {} limit {}) as found", where,
                                     most_counted + 1);
        page.total = connection.scalar<std::int64_t>({"users_count_companies", sql}, params).value_or(0);
        page.total_exact = page.total <= most_counted;
        page.total = std::min(page.total, most_counted);
    }

    std::string_view const direction = query.descending ? " desc" : "";
    auto const sql = fmt::format(R"sql(
        select id, razao_social, nome_fantasia, cnpj, cor, ativo,
            (select x.papel from emitente_users x where x.emitente_id = emitente.id and x.user_id = :user_id),
            (select count(*) from profiles p where p.id = :user_id and p.default_emitente_id = emitente.id)
        from emitente
        where {0}
        order by busca{1}, id{1}
        limit :limit offset :offset)sql",
                                 where, direction);
    params.emplace_back("user_id", user);
    params.emplace_back("limit", query.page_size);
    params.emplace_back("offset", query.offset());
    page.items = connection.all({"users_companies", sql}, params, company_json);
    return page;
}

std::optional<LinkedCompany> find_company(db::Connection& connection, CompanyId company, UserId user) {
    return connection.first(company_of, {{"emitente_id", company}, {"user_id", user}}, [](db::Row const& row) {
        return LinkedCompany{.razao_social = row.get<std::string>(0),
                             .is_active = row.text(1) == "S",
                             .papel = row.get<std::optional<std::string>>(2)};
    });
}

void link(db::Transaction& transaction, UserId user, CompanyId company, std::string_view papel) {
    transaction.execute(touch_profile, {{"user_id", user}});
    transaction.execute(insert_link, {{"emitente_id", company}, {"user_id", user}, {"papel", papel}});
}

void unlink(db::Transaction& transaction, UserId user, CompanyId company) {
    transaction.execute(clear_default_of, {{"emitente_id", company}, {"user_id", user}});
    transaction.execute(delete_link, {{"emitente_id", company}, {"user_id", user}});
}

void set_default(db::Transaction& transaction, UserId user, std::optional<CompanyId> company) {
    transaction.execute(update_default, {{"emitente_id", company}, {"user_id", user}});
}

void drop_unlinked_default(db::Transaction& transaction, UserId user) {
    transaction.execute(clear_unlinked_default, {{"user_id", user}});
}

} // namespace balcao::users
