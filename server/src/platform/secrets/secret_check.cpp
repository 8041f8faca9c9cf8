#include "platform/secrets/secret_check.hpp"

namespace balcao::secrets {

namespace {

constexpr std::string_view content = "balcao";

constexpr db::Query find_check{"secrets_check", "select prova from secret_check where marker = 1"};
constexpr db::Query insert_check{
    "secrets_insert_check",
    "insert into secret_check (marker, prova) values (1, :prova) on conflict (marker) do nothing"};
constexpr db::Query replace_check{"secrets_replace_check", R"sql(
    insert into secret_check (marker, prova) values (1, :prova) on conflict (marker) do update set prova = excluded.prova)sql"};

Place place() { return {.table = "secret_check", .column = "prova", .row = "1"}; }

} // namespace

std::optional<db::Blob> stored_check(db::Connection& connection) { return connection.scalar<db::Blob>(find_check); }

bool opens_check(Secrets const& secrets, db::BlobView check) {
    try {
        return secrets.open(place(), check).reveal() == content;
    } catch (CannotOpen const&) {
        return false;
    }
}

void store_check(db::Transaction& transaction, Secrets const& secrets, bool replace) {
    transaction.execute(replace ? replace_check : insert_check, {{"prova", secrets.seal(place(), content)}});
}

} // namespace balcao::secrets
