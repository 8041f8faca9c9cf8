#include "platform/auth/recent_password.hpp"

#include "platform/http/problem.hpp"

namespace balcao::auth {

namespace {
constexpr db::Query given_at{"sessions_password_given_at", "select senha_em from sessions where id = :id"};
constexpr db::Query note_given{"sessions_note_password", "update sessions set senha_em = :now where id = :id"};
} // namespace

std::optional<Instant> password_given_at(db::Connection& connection, SessionId session) {
    auto const at = connection.scalar<Instant>(given_at, {{"id", session}});
    return at == Instant{} ? std::nullopt : at;
}

bool is_password_recent(db::Connection& connection, Actor const& actor, Instant now) {
    auto const at = password_given_at(connection, actor.session);
    return at && now - *at < password_counts;
}

void note_password_given(db::Transaction& transaction, SessionId session, Instant now) {
    transaction.execute(note_given, {{"id", session}, {"now", now}});
}

http::Response password_needed(http::Request const& request) {
    return http::problem(403, "senha_necessaria", "Confirme sua senha",
                         "Digite a senha com que você entra para continuar. Nada foi salvo ainda.", request.id);
}

} // namespace balcao::auth
