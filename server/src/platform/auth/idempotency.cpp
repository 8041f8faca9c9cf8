#include "platform/auth/idempotency.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <sodium.h>

#include "platform/base/text.hpp"

namespace balcao::auth {

namespace {

constexpr auto kept = std::chrono::hours{24};

// The row is there before the work is done: a second request with the key waits for this transaction at the primary
// key. A row that is too old to count is taken over.
constexpr db::Query reserve{"idempotency_reserve", R"sql(
    insert into idempotencia (user_id, route, chave, body_sha256, status, body, created_at)
    values (:user_id, :route, :chave, :body_sha256, 0, '', :now)
    on conflict (user_id, route, chave) do update
    set body_sha256 = excluded.body_sha256, status = 0, body = '', created_at = excluded.created_at
    where idempotencia.created_at < :too_old)sql"};

constexpr db::Query stored_answer{"idempotency_answer", R"sql(
    select body_sha256, status, etag, body
    from idempotencia
    where user_id = :user_id and route = :route and chave = :chave)sql"};

constexpr db::Query keep_answer{"idempotency_keep", R"sql(
    update idempotencia set status = :status, etag = :etag, body = :body
    where user_id = :user_id and route = :route and chave = :chave)sql"};

constexpr db::Query delete_old{"idempotency_delete_old", "delete from idempotencia where created_at < :before"};

std::optional<std::string> etag_of(http::Response const& response) {
    for (auto const& [name, value] : response.headers)
        if (name == "ETag") return value;
    return std::nullopt;
}

} // namespace

Result<http::Response> run_once(db::Transaction& transaction, Instant now, http::Request const& request,
                                Actor const& actor, std::function<Result<http::Response>()> const& work,
                                std::optional<std::string_view> told_apart_by) {
    auto const key = request.header("idempotency-key");
    if (!key) return work();
    if (key->empty() || key->size() > 64) {
        return fail({.kind = FailureKind::unreadable,
                     .title = "Pedido ilegível",
                     .detail = "Idempotency-Key deve ter de 1 a 64 caracteres."});
    }

    std::array<std::byte, crypto_hash_sha256_BYTES> hash{};
    auto const text = told_apart_by.value_or(request.body);
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(hash.data()),
                       reinterpret_cast<unsigned char const*>(text.data()), text.size());
    db::BlobView const body_hash{hash};

    auto const reserved = transaction.execute(reserve, {{"user_id", actor.user},
                                                        {"route", request.path},
                                                        {"chave", *key},
                                                        {"body_sha256", body_hash},
                                                        {"now", now},
                                                        {"too_old", now - kept}});
    if (reserved == 0) {
        struct Stored {
            bool same_body;
            http::Response response;
        };
        auto stored = transaction.first(
            stored_answer, {{"user_id", actor.user}, {"route", request.path}, {"chave", *key}},
            [&](db::Row const& row) {
                Stored answer{.same_body = std::ranges::equal(row.blob(0), body_hash),
                              .response = {.status = row.get<int>(1), .body = row.get<std::string>(3)}};
                if (auto etag = row.get<std::optional<std::string>>(2))
                    answer.response.headers.emplace_back("ETag", *etag);
                return answer;
            });
        if (!stored) throw db::Conflict("idempotency key vanished"); // deleted meanwhile: the transaction runs again
        if (!stored->same_body) {
            return fail(
                {.kind = FailureKind::invalid,
                 .title = "Pedido repetido com outros dados",
                 .detail =
                     "Este envio já foi feito com outros dados. Atualize a página e confira antes de salvar de novo."});
        }
        return std::move(stored->response);
    }

    auto response = work();
    if (!response) return response;
    transaction.execute(keep_answer, {{"user_id", actor.user},
                                      {"route", request.path},
                                      {"chave", *key},
                                      {"status", response->status},
                                      {"etag", etag_of(*response)},
                                      {"body", response->body}});
    return response;
}

void forget_old_answers(db::Database& database, Instant now) {
    database.write([&](db::Transaction& transaction) { transaction.execute(delete_old, {{"before", now - kept}}); });
}

} // namespace balcao::auth
