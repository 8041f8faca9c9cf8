#include "platform/auth/accounts.hpp"

#include "platform/base/text.hpp"

namespace balcao::auth {

namespace {

constexpr db::Query by_email{"accounts_by_email", R"sql(
    select id, email, full_name, password_hash, active
    from users
    where email = :email and deleted_at is null)sql"};

constexpr db::Query by_id{"accounts_by_id", R"sql(
    select id, email, full_name, password_hash, active
    from users
    where id = :id and deleted_at is null)sql"};

constexpr db::Query insert_user{"accounts_insert", R"sql(
    insert into users (id, email, full_name, password_hash, created_at, busca, email_norma)
    values (:id, :email, :full_name, :password_hash, :created_at, :busca, 1))sql"};

constexpr db::Query insert_profile{"accounts_insert_profile", "insert into profiles (id) values (:id)"};

constexpr db::Query upsert_role{"accounts_set_role", R"sql(
    insert into user_roles (user_id, role_id)
    select u.id, r.id from users u, roles r where u.id = :user_id and r.name = :role
    on conflict (user_id) do update set role_id = excluded.role_id)sql"};

constexpr db::Query insert_first_admin{"accounts_claim_first_admin", R"sql(
    insert into first_admin (marker, user_id) values (1, :user_id) on conflict (marker) do nothing)sql"};

constexpr db::Query first_admin_marker{"accounts_first_admin", "select marker from first_admin"};

constexpr db::Query update_password{"accounts_set_password", R"sql(
    update users set password_hash = :password_hash, version = version + 1 where id = :id)sql"};

constexpr db::Query update_last_sign_in{"accounts_set_last_sign_in",
                                        "update users set last_sign_in_at = :now where id = :id"};

constexpr db::Query insert_role{"accounts_insert_role", R"sql(
    insert into roles (id, name) values (:id, :name) on conflict (name) do nothing)sql"};

constexpr db::Query without_search_text{"accounts_without_search_text",
                                        "select id, full_name, email from users where busca = ''"};
constexpr db::Query set_search_text{"accounts_set_search_text", "update users set busca = :busca where id = :id"};

Account read_account(db::Row const& row) {
    return {.id = row.get<UserId>(0),
            .email = row.get<std::string>(1),
            .full_name = row.get<std::string>(2),
            .password_hash = row.get<std::string>(3),
            .active = row.text(4) == "S"};
}

} // namespace

std::optional<Account> find_account_by_email(db::Connection& connection, std::string_view normalized_email) {
    return connection.first(by_email, {{"email", normalized_email}}, read_account);
}

std::optional<Account> find_account(db::Connection& connection, UserId id) {
    return connection.first(by_id, {{"id", id}}, read_account);
}

std::string account_search_text(std::string_view full_name, std::string_view email) {
    return fold(full_name) + '\n' + fold(email);
}

Failure email_taken() {
    return {.kind = FailureKind::conflict,
            .title = "E-mail já cadastrado",
            .detail = "Já existe uma conta com este e-mail. Entre com ela ou use outro e-mail.",
            .fields = {{"email", "Já existe uma conta com este e-mail."}}};
}

Result<Account> create_account(db::Transaction& transaction, Instant now, NewAccount const& account,
                               std::string_view role) {
    auto const id = UserId::make();
    auto const busca = account_search_text(account.full_name, account.email);
    try {
        transaction.execute(insert_user, {{"id", id},
                                          {"email", account.email},
                                          {"full_name", account.full_name},
                                          {"password_hash", account.password_hash},
                                          {"created_at", now},
                                          {"busca", busca}});
    } catch (db::UniqueViolation const& violation) {
        if (violation.constraint() != "users_email") throw;
        return fail(email_taken());
    }
    transaction.execute(insert_profile, {{"id", id}});
    set_role(transaction, id, role);
    return Account{
        .id = id, .email = account.email, .full_name = account.full_name, .password_hash = account.password_hash};
}

bool claim_first_admin(db::Transaction& transaction, UserId user) {
    return transaction.execute(insert_first_admin, {{"user_id", user}}) == 1;
}

bool first_admin_is_open(db::Connection& connection) { return !connection.scalar<std::int64_t>(first_admin_marker); }

void set_role(db::Transaction& transaction, UserId user, std::string_view role) {
    transaction.execute(upsert_role, {{"user_id", user}, {"role", role}});
}

void set_password(db::Transaction& transaction, UserId user, std::string_view password_hash) {
    transaction.execute(update_password, {{"id", user}, {"password_hash", password_hash}});
}

void set_last_sign_in(db::Transaction& transaction, UserId user, Instant now) {
    transaction.execute(update_last_sign_in, {{"id", user}, {"now", now}});
}

void ensure_roles(db::Transaction& transaction) {
    for (auto const role : {admin_role, user_role})
        transaction.execute(insert_role, {{"id", Uuid::make()}, {"name", role}});
}

void fill_search_texts(db::Transaction& transaction) {
    struct Missing {
        UserId id;
        std::string text;
    };
    auto const missing = transaction.all(without_search_text, {}, [](db::Row const& row) {
        return Missing{.id = row.get<UserId>(0), .text = account_search_text(row.text(1), row.text(2))};
    });
    for (auto const& [id, text] : missing) transaction.execute(set_search_text, {{"id", id}, {"busca", text}});
}

} // namespace balcao::auth
