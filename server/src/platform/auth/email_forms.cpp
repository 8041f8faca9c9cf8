#include "platform/auth/email_forms.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "platform/audit/audit.hpp"
#include "platform/auth/accounts.hpp"
#include "platform/base/email.hpp"
#include "platform/base/text.hpp"
#include "platform/security_notices/security_notices.hpp"

namespace balcao::auth {

namespace {

constexpr db::Query with_old_email{"accounts_with_old_email", R"sql(
    select id, email, full_name, created_at, deleted_at from users where email_norma = 0)sql"};
constexpr db::Query set_email{"accounts_set_email", R"sql(
    update users set email = :email, busca = :busca, version = version + 1 where id = :id)sql"};
constexpr db::Query mark_email{"accounts_mark_email", "update users set email_norma = 1 where id = :id"};

struct OldEmail {
    UserId id;
    std::string email;
    std::string full_name;
    Instant created_at;
    bool deleted;
};

// The address with a number behind its name that nobody has yet.
std::string numbered(db::Connection& connection, std::string const& email) {
    constexpr std::size_t longest_name = 64, room = 4;
    auto const at = email.find('@');
    auto name = email.substr(0, std::min(at, longest_name - room));
    while (!is_utf8(name)) name.pop_back(); // the cut fell inside a character
    for (int number = 2;; ++number) {
        auto free = name + '+' + std::to_string(number) + email.substr(at);
        if (!find_account_by_email(connection, free)) return free;
    }
}

void give_email(db::Transaction& transaction, OldEmail const& account, Instant now) {
    auto const meant = repaired_email(account.email);
    if (meant == account.email) return;
    auto const busy = !meant.empty() && find_account_by_email(transaction, meant);
    auto const email = meant.empty() ? "conta-" + account.id.to_string() + "@invalido.invalid"
                       : busy        ? numbered(transaction, meant)
                                     : meant;
    auto const busca = account_search_text(account.full_name, email);
    transaction.execute(set_email, {{"id", account.id}, {"email", email}, {"busca", busca}});
    auto const why = meant.empty() ? std::string("o e-mail tinha caracteres que não se digitam")
                     : busy        ? "outra conta já tem o e-mail " + meant
                                   : std::string("o mesmo e-mail, escrito como se compara");
    audit::write(transaction, now,
                 {.action = "user_edit",
                  .description = "A conta de " + account.full_name + " passou a entrar com " + email + ": " + why,
                  .target_user = account.id});
    if (meant.empty() || busy) {
        security_notices::tell_administrators(transaction, now, "email_repetido",
                                              "A conta de " + account.full_name + " agora entra com " + email +
                                                  ", porque " + why +
                                                  ". Confira em Usuários de quem são as contas e corrija o e-mail.");
    }
}

} // namespace

void normalize_emails(db::Transaction& transaction, Instant now) {
    auto old = transaction.all(with_old_email, {}, [](db::Row const& row) {
        return OldEmail{.id = row.get<UserId>(0),
                        .email = row.get<std::string>(1),
                        .full_name = row.get<std::string>(2),
                        .created_at = row.get<Instant>(3),
                        .deleted = !row.is_null(4)};
    });
    std::ranges::sort(old, {}, [](OldEmail const& one) { return std::tuple(one.created_at, one.id); });
    for (auto const& account : old) {
        if (!account.deleted) give_email(transaction, account, now);
        transaction.execute(mark_email, {{"id", account.id}});
    }
}

} // namespace balcao::auth
