#include "platform/auth/second_factor.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <utility>

#include <liboath/oath.h>
#include <sodium.h>

#include "platform/auth/typed_codes.hpp"
#include "platform/base/text.hpp"
#include "platform/secrets/second_factor_column.hpp"

namespace balcao::auth {

namespace {

constexpr std::size_t secret_size = 20; // RFC 4226, 4: as long as the hash
constexpr std::size_t digits_of_code = 6;
constexpr unsigned step_seconds = 30;
constexpr std::size_t window = 1;     // steps before and after: clocks of telephones differ (RFC 6238, 5.2)
constexpr int groups_of_recovery = 4; // 80 bits, so that a plain hash is enough

constexpr db::Query find{"second_factor_find", R"sql(
    select segredo_encrypted, ativado_em from segundo_fator where user_id = :user_id)sql"};
constexpr db::Query begin_set_up{"second_factor_begin", R"sql(
    insert into segundo_fator (user_id, segredo_encrypted, created_at) values (:user_id, :segredo, :now)
    on conflict (user_id) do update
    set segredo_encrypted = excluded.segredo_encrypted, ultimo_passo = 0, created_at = excluded.created_at)sql"};
constexpr db::Query turn_on_set_up{"second_factor_turn_on",
                                   "update segundo_fator set ativado_em = :now where user_id = :user_id"};
// Of two at once with the same code the second one waits here and then changes nothing.
constexpr db::Query use_step{"second_factor_use_step", R"sql(
    update segundo_fator set ultimo_passo = :passo where user_id = :user_id and ultimo_passo < :passo)sql"};
constexpr db::Query count_recovery{"second_factor_count_recovery",
                                   "select count(*) from segundo_fator_codigo where user_id = :user_id"};
constexpr db::Query insert_recovery{
    "second_factor_insert_recovery",
    "insert into segundo_fator_codigo (user_id, codigo_sha256) values (:user_id, :codigo_sha256)"};
constexpr db::Query use_recovery{
    "second_factor_use_recovery",
    "delete from segundo_fator_codigo where user_id = :user_id and codigo_sha256 = :codigo_sha256"};
constexpr db::Query delete_recovery{"second_factor_delete_recovery",
                                    "delete from segundo_fator_codigo where user_id = :user_id"};
constexpr db::Query delete_factor{"second_factor_delete", "delete from segundo_fator where user_id = :user_id"};

struct Stored {
    db::Blob sealed;
    std::optional<Instant> on_since{};
};

std::optional<Stored> find_stored(db::Connection& connection, UserId user) {
    return connection.first(find, {{"user_id", user}}, [](db::Row const& row) {
        auto const sealed = row.blob(0);
        return Stored{.sealed = {sealed.begin(), sealed.end()}, .on_since = row.get<std::optional<Instant>>(1)};
    });
}

Secret new_secret() {
    std::string bytes(secret_size, '\0');
    randombytes_buf(bytes.data(), bytes.size());
    return Secret{std::move(bytes)};
}

Secret base32(Secret const& secret) {
    char* text = nullptr;
    std::size_t size = 0;
    if (oath_base32_encode(secret.reveal().data(), secret.reveal().size(), &text, &size) != OATH_OK)
        throw std::bad_alloc();
    std::unique_ptr<char, decltype(&std::free)> const owner(text, &std::free);
    Secret typed{std::string(text, size)};
    sodium_memzero(text, size);
    return typed;
}

// The time step whose code it is.
std::optional<std::int64_t> step_of(Secret const& secret, Instant now, std::string const& code) {
    if (code.size() != digits_of_code || !is_digits(code)) return std::nullopt;
    auto const seconds = static_cast<std::time_t>(now.microseconds() / 1'000'000);
    std::uint64_t step = 0;
    int position = 0;
    auto const bytes = secret.reveal();
    if (oath_totp_validate3(bytes.data(), bytes.size(), seconds, step_seconds, 0, window, &position, &step,
                            code.c_str()) < 0)
        return std::nullopt;
    return static_cast<std::int64_t>(step);
}

db::Blob hash_of(std::string const& code) { return secrets::sha256(std::as_bytes(std::span(code))); }

} // namespace

SecondFactor::SecondFactor(secrets::Secrets const& secrets, Clock const& clock) : secrets_(secrets), clock_(clock) {
    if (oath_init() != OATH_OK) throw std::runtime_error("A biblioteca liboath não pôde ser iniciada.");
}

SecondFactorState SecondFactor::state(db::Connection& connection, UserId user) const {
    auto const stored = find_stored(connection, user);
    if (!stored || !stored->on_since) return {};
    return {.on_since = stored->on_since,
            .recovery_codes_left =
                static_cast<int>(connection.scalar<std::int64_t>(count_recovery, {{"user_id", user}}).value_or(0))};
}

std::optional<Secret> SecondFactor::begin(db::Transaction& transaction, UserId user) const {
    if (auto const stored = find_stored(transaction, user); stored && stored->on_since) return std::nullopt;
    auto const secret = new_secret();
    secrets_.require_current(transaction);
    auto const sealed = secrets_.seal(secrets::second_factor.at(user.uuid()), secret.reveal());
    transaction.execute(begin_set_up, {{"user_id", user}, {"segredo", sealed}, {"now", clock_.now()}});
    return base32(secret);
}

std::optional<std::vector<std::string>> SecondFactor::turn_on(db::Transaction& transaction, UserId user,
                                                              std::string_view code) const {
    auto const stored = find_stored(transaction, user);
    if (!stored || stored->on_since) return std::nullopt;
    auto const now = clock_.now();
    auto const step =
        step_of(secrets_.open(secrets::second_factor.at(user.uuid()), stored->sealed), now, normalize_code(code));
    if (!step || transaction.execute(use_step, {{"user_id", user}, {"passo", *step}}) != 1) return std::nullopt;
    transaction.execute(turn_on_set_up, {{"user_id", user}, {"now", now}});
    return new_recovery_codes(transaction, user);
}

std::optional<CodeKind> SecondFactor::take(db::Transaction& transaction, UserId user, std::string_view code) const {
    auto const stored = find_stored(transaction, user);
    if (!stored || !stored->on_since) return std::nullopt;
    auto const typed = normalize_code(code);
    auto const step =
        step_of(secrets_.open(secrets::second_factor.at(user.uuid()), stored->sealed), clock_.now(), typed);
    if (step) {
        if (transaction.execute(use_step, {{"user_id", user}, {"passo", *step}}) == 1) return CodeKind::app;
        return std::nullopt;
    }
    if (transaction.execute(use_recovery, {{"user_id", user}, {"codigo_sha256", hash_of(typed)}}) == 1)
        return CodeKind::recovery;
    return std::nullopt;
}

std::vector<std::string> SecondFactor::new_recovery_codes(db::Transaction& transaction, UserId user) const {
    transaction.execute(delete_recovery, {{"user_id", user}});
    std::vector<std::string> codes;
    for (int i = 0; i < recovery_codes_given; ++i) {
        auto const& code = codes.emplace_back(make_code(groups_of_recovery));
        transaction.execute(insert_recovery, {{"user_id", user}, {"codigo_sha256", hash_of(normalize_code(code))}});
    }
    return codes;
}

bool has_second_factor(db::Connection& connection, UserId user) {
    auto const stored = find_stored(connection, user);
    return stored && stored->on_since;
}

bool turn_second_factor_off(db::Transaction& transaction, UserId user) {
    transaction.execute(delete_recovery, {{"user_id", user}});
    return transaction.execute(delete_factor, {{"user_id", user}}) == 1;
}

} // namespace balcao::auth
