#include "platform/auth/own_password.hpp"

#include <utility>

#include "platform/auth/accounts.hpp"
#include "platform/auth/passwords.hpp"

namespace balcao::auth {

std::unexpected<Failure> too_many_attempts(std::string title, int seconds) {
    auto const wait = seconds == 1 ? std::string("1 segundo") : std::to_string(seconds) + " segundos";
    return fail({.kind = FailureKind::limited,
                 .title = std::move(title),
                 .detail = "Muitas tentativas. Espere " + wait + " e tente de novo.",
                 .retry_after = seconds});
}

Result<std::string> OwnPassword::check(Actor const& actor, Secret const& typed, std::string_view field) {
    auto const wrong = [&](std::string sentence) {
        return invalid(std::vector<FieldProblem>{{std::string(field), std::move(sentence)}});
    };
    if (typed.reveal().empty()) return wrong("Preencha este campo.");
    auto const key = actor.user.to_string();
    if (auto const seconds = attempts_.wait(key)) return too_many_attempts("Senha não conferida", *seconds);
    attempts_.count(key); // before the slow part, so that many at once count too
    auto const account =
        database_.read([&](db::Connection& connection) { return find_account(connection, actor.user); });
    if (!account || !verify_password(account->password_hash, typed))
        return wrong("A senha não confere. Digite a senha com que você entra.");
    attempts_.forget(key);
    return account->password_hash;
}

} // namespace balcao::auth
