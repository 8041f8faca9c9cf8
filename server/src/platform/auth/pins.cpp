#include "platform/auth/pins.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "platform/auth/accounts.hpp"
#include "platform/auth/passwords.hpp"
#include "platform/secrets/pin_column.hpp"
#include "platform/security_notices/security_notices.hpp"

namespace balcao::auth {

namespace {

using namespace std::chrono_literals;

constexpr db::Query pin_papel{"pins_papel", R"sql(
    select
        (select 1 from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.name = :admin),
        (select x.papel from emitente_users x where x.emitente_id = :emitente_id and x.user_id = u.id)
    from users u where u.id = :user_id and u.active = 'S' and u.deleted_at is null)sql"};
constexpr db::Query pin_since{"pins_since",
                              "select updated_at from pin where emitente_id = :emitente_id and user_id = :user_id"};
constexpr db::Query upsert_pin{"pins_set", R"sql(
    insert into pin (id, emitente_id, user_id, hash_encrypted, digitos, created_at, updated_at)
    values (:id, :emitente_id, :user_id, :hash, :digitos, :now, :now)
    on conflict (emitente_id, user_id) do update
    set hash_encrypted = excluded.hash_encrypted, digitos = excluded.digitos, updated_at = excluded.updated_at)sql"};
constexpr db::Query pin_id{"pins_id", "select id from pin where emitente_id = :emitente_id and user_id = :user_id"};
constexpr db::Query delete_pin{"pins_delete",
                               "delete from pin where emitente_id = :emitente_id and user_id = :user_id"};
constexpr db::Query station_accepts{"pins_station_accepts", R"sql(
    select 1 from estacao where emitente_id = :emitente_id and id = :id and ativo = 'S' and aceita_pin = 'S')sql"};
constexpr db::Query holders{"pins_holders", R"sql(
    select p.user_id, u.full_name, p.digitos from pin p join users u on u.id = p.user_id
    where p.emitente_id = :emitente_id order by p.created_at, p.id)sql"};
constexpr db::Query stored_pin{"pins_find", R"sql(
    select p.id, p.hash_encrypted, p.updated_at, u.full_name from pin p join users u on u.id = p.user_id
    where p.emitente_id = :emitente_id and p.user_id = :user_id)sql"};
constexpr db::Query station_name{"pins_station_name",
                                 "select nome from estacao where emitente_id = :emitente_id and id = :id"};

constexpr db::Query failures_of{"pins_failures", R"sql(
    select falhas, ultima_em, livre_em from pin_falha where emitente_id = :emitente_id and alvo = :alvo)sql"};
constexpr db::Query set_failures{"pins_set_failures", R"sql(
    insert into pin_falha (emitente_id, alvo, falhas, ultima_em, livre_em)
    values (:emitente_id, :alvo, :falhas, :now, :livre_em)
    on conflict (emitente_id, alvo) do update
    set falhas = excluded.falhas, ultima_em = excluded.ultima_em, livre_em = excluded.livre_em)sql"};
constexpr db::Query forget_failures{"pins_forget_failures",
                                    "delete from pin_falha where emitente_id = :emitente_id and alvo = :alvo"};
constexpr db::Query give_back_attempt{"pins_give_back", R"sql(
    update pin_falha set falhas = falhas - 1, livre_em = :now
    where emitente_id = :emitente_id and alvo = :alvo and falhas > 0)sql"};

struct Limit {
    std::int64_t free;
    std::chrono::seconds quiet; // then they are forgotten
};
// A day, since ten thousand PINs would not last long at five in a quarter of an hour.
constexpr Limit of_person{.free = 5, .quiet = 24h};
constexpr Limit of_station{.free = 30, .quiet = 15min};

struct Failures {
    std::int64_t count = 0;
    Instant last{};
    Instant free_at{};
};

Failures find_failures(db::Connection& connection, CompanyScope const& scope, Uuid const& target) {
    return connection
        .first(failures_of, {{"emitente_id", scope.id()}, {"alvo", target}},
               [](db::Row const& row) {
                   return Failures{
                       .count = row.get<std::int64_t>(0), .last = row.get<Instant>(1), .free_at = row.get<Instant>(2)};
               })
        .value_or(Failures{});
}

// Counts an attempt before it is verified, so that many at once count too. Returns how many there are by now.
std::int64_t count_attempt(db::Transaction& transaction, CompanyScope const& scope, Uuid const& target, Failures before,
                           Limit const& limit, Instant now) {
    if (now - before.last > limit.quiet) before.count = 0;
    auto const count = before.count + 1;
    auto const over = count - limit.free;
    auto const free_at =
        over > 0 ? now + std::min<std::chrono::minutes>(60min, 1min * (1 << std::min<std::int64_t>(over - 1, 6))) : now;
    transaction.execute(
        set_failures,
        {{"emitente_id", scope.id()}, {"alvo", target}, {"falhas", count}, {"now", now}, {"livre_em", free_at}});
    return count;
}

struct StoredPin {
    Uuid id;
    db::Blob sealed;
    Instant since;
    std::string full_name;
};

std::optional<StoredPin> find_stored(db::Connection& connection, CompanyScope const& scope, UserId user) {
    return connection.first(stored_pin, {{"emitente_id", scope.id()}, {"user_id", user}}, [](db::Row const& row) {
        auto const sealed = row.blob(1);
        return StoredPin{.id = row.get<Uuid>(0),
                         .sealed = {sealed.begin(), sealed.end()},
                         .since = row.get<Instant>(2),
                         .full_name = row.get<std::string>(3)};
    });
}

std::unexpected<Failure> wait_first(std::string const& title, std::chrono::microseconds left) {
    auto const minutes = std::chrono::ceil<std::chrono::minutes>(left).count();
    return fail({.kind = FailureKind::limited,
                 .title = title,
                 .detail = fmt::format("Muitos PINs errados. Espere {} e tente de novo, ou use a senha.",
                                       minutes == 1 ? std::string("1 minuto") : fmt::format("{} minutos", minutes)),
                 .retry_after = static_cast<int>(std::chrono::ceil<std::chrono::seconds>(left).count())});
}

void tell(db::Transaction& transaction, CompanyScope const& scope, Uuid const& station, UserId user, Instant now) {
    auto const place = transaction.scalar<std::string>(station_name, {{"emitente_id", scope.id()}, {"id", station}});
    security_notices::tell_person(
        transaction, now, user, "pin_errado",
        fmt::format("Na estação {} digitaram um PIN errado {} vezes em seu nome. Se não foi você, avise o gerente.",
                    place.value_or(""), of_person.free));
}

bool is_run(std::string_view pin, int step) {
    return std::ranges::adjacent_find(pin, [step](char one, char next) { return next - one != step; }) == pin.end();
}

bool repeats_a_part(std::string_view pin) {
    for (std::size_t part = 1; part <= pin.size() / 2; ++part)
        if (pin.size() % part == 0 && pin.substr(part) == pin.substr(0, pin.size() - part)) return true;
    return false;
}

} // namespace

std::optional<std::string> pin_problem(Secret const& pin) {
    auto const digits = pin.reveal();
    bool const is_number = std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number || digits.size() < 4 || digits.size() > 6) return "Use de 4 a 6 números.";
    // The last: 1 2 3 4 and the keys down the middle of a keypad.
    if (repeats_a_part(digits) || is_run(digits, 1) || is_run(digits, -1) || digits == "2580" || digits == "0852")
        return "Este PIN é fácil de adivinhar. Evite números repetidos ou em sequência.";
    return std::nullopt;
}

std::optional<Papel> papel_at(db::Connection& connection, CompanyScope const& scope, UserId user) {
    return connection
        .first(pin_papel, {{"emitente_id", scope.id()}, {"user_id", user}, {"admin", admin_role}},
               [](db::Row const& row) -> std::optional<Papel> {
                   if (!row.is_null(0)) return Papel::gerente;
                   if (row.is_null(1)) return std::nullopt;
                   return row.text(1) == "gerente" ? Papel::gerente : Papel::operador;
               })
        .value_or(std::nullopt);
}

std::optional<Instant> find_pin(db::Connection& connection, CompanyScope const& scope, UserId user) {
    return connection.scalar<Instant>(pin_since, {{"emitente_id", scope.id()}, {"user_id", user}});
}

void set_pin(db::Transaction& transaction, CompanyScope const& scope, secrets::Secrets const& secrets, UserId user,
             std::string const& hash, std::size_t digits, Instant now) {
    secrets.require_current(transaction);
    auto const id =
        transaction.scalar<Uuid>(pin_id, {{"emitente_id", scope.id()}, {"user_id", user}}).value_or(Uuid::make());
    transaction.execute(upsert_pin, {{"id", id},
                                     {"emitente_id", scope.id()},
                                     {"user_id", user},
                                     {"hash", secrets.seal(secrets::pin.at(id), hash)},
                                     {"digitos", static_cast<std::int64_t>(digits)},
                                     {"now", now}});
    transaction.execute(forget_failures, {{"emitente_id", scope.id()}, {"alvo", user}});
}

bool remove_pin(db::Transaction& transaction, CompanyScope const& scope, UserId user) {
    return transaction.execute(delete_pin, {{"emitente_id", scope.id()}, {"user_id", user}}) == 1;
}

bool accepts_pins(db::Connection& connection, CompanyScope const& scope, Uuid const& station) {
    return connection.scalar<std::int64_t>(station_accepts, {{"emitente_id", scope.id()}, {"id", station}}).has_value();
}

std::vector<PinHolder> pin_holders(db::Connection& connection, CompanyScope const& scope) {
    auto found = connection.all(holders, {{"emitente_id", scope.id()}}, [](db::Row const& row) {
        return PinHolder{
            .id = row.get<UserId>(0), .full_name = row.get<std::string>(1), .digits = row.get<std::int64_t>(2)};
    });
    std::erase_if(found, [&](PinHolder& one) {
        auto const papel = papel_at(connection, scope, one.id);
        one.papel = papel.value_or(Papel::operador);
        return !papel;
    });
    return found;
}

Result<PinPerson> PinGuard::identify(CompanyScope const& scope, Uuid const& station, UserId user, Secret const& pin,
                                     std::string const& title) {
    struct Asked {
        std::optional<StoredPin> stored{};
        std::optional<Papel> papel{};
        std::int64_t attempts = 0;
    };
    auto const asked = BALCAO_TRY(database_.write([&](db::Transaction& transaction) -> Result<Asked> {
        if (!accepts_pins(transaction, scope, station))
            return invalid("Esta estação não aceita PIN. Use a senha, ou peça a um gerente que permita.");
        auto const now = clock_.now();
        auto const person = find_failures(transaction, scope, user.uuid());
        auto const at_station = find_failures(transaction, scope, station);
        auto const free_at = std::max(person.free_at, at_station.free_at);
        if (free_at > now) return wait_first(title, free_at - now);
        Asked found{.stored = find_stored(transaction, scope, user), .papel = papel_at(transaction, scope, user)};
        if (found.stored) found.attempts = count_attempt(transaction, scope, user.uuid(), person, of_person, now);
        count_attempt(transaction, scope, station, at_station, of_station, now);
        return found;
    }));
    auto const& [stored, papel, attempts] = asked;
    auto const is_right =
        stored ? verify_password(std::string(secrets_.open(secrets::pin.at(stored->id), stored->sealed).reveal()), pin)
               : verify_nothing(pin);
    if (is_right && papel) {
        return PinPerson{.id = user,
                         .full_name = stored->full_name,
                         .papel = *papel,
                         .pin_since = stored->since,
                         .station = station};
    }
    if (attempts == of_person.free) {
        database_.write([&](db::Transaction& transaction) { tell(transaction, scope, station, user, clock_.now()); });
    }
    return invalid(std::vector<FieldProblem>{{"pin", "PIN incorreto. Confira e tente de novo."}});
}

bool PinGuard::confirm(db::Transaction& transaction, CompanyScope const& scope, PinPerson const& person) {
    if (find_pin(transaction, scope, person.id) != person.pin_since) return false;
    if (papel_at(transaction, scope, person.id) != person.papel) return false;
    if (!accepts_pins(transaction, scope, person.station)) return false;
    transaction.execute(forget_failures, {{"emitente_id", scope.id()}, {"alvo", person.id}});
    transaction.execute(give_back_attempt,
                        {{"emitente_id", scope.id()}, {"alvo", person.station}, {"now", clock_.now()}});
    return true;
}

} // namespace balcao::auth
