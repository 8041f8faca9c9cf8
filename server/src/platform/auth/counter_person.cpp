#include "platform/auth/counter_person.hpp"

#include <chrono>

namespace balcao::auth {

namespace {

constexpr auto idle_limit = std::chrono::minutes{15};
constexpr auto note_step = std::chrono::minutes{1};

constexpr db::Query insert_person{"counter_person_insert", R"sql(
    insert into operador_balcao (id, session_id, emitente_id, estacao_id, user_id, papel, pin_em, usado_em)
    values (:id, :session_id, :emitente_id, :estacao_id, :user_id, :papel, :pin_em, :now)
    on conflict (session_id, emitente_id, user_id) do update
    set id = excluded.id, estacao_id = excluded.estacao_id, papel = excluded.papel, pin_em = excluded.pin_em,
        usado_em = excluded.usado_em)sql"};
constexpr db::Query end_person{"counter_person_end", R"sql(
    update operador_balcao set usado_em = 0
    where emitente_id = :emitente_id and session_id = :session_id and usado_em > 0)sql"};
constexpr db::Query people_of_session{"counter_person_people", R"sql(
    select user_id from operador_balcao where emitente_id = :emitente_id and session_id = :session_id)sql"};
constexpr db::Query person_of_session{"counter_person_find", R"sql(
    select o.user_id, u.email, u.full_name, o.usado_em, o.papel, o.pin_em, o.estacao_id
    from operador_balcao o join users u on u.id = o.user_id
    where o.session_id = :session_id and o.id = :id and o.emitente_id = :emitente_id and o.usado_em > :used_since)sql"};
constexpr db::Query note_used{"counter_person_used", R"sql(
    update operador_balcao set usado_em = :now where emitente_id = :emitente_id and id = :id and usado_em < :now)sql"};

} // namespace

CounterPersonId begin_at_counter(db::Transaction& transaction, CompanyScope const& scope, SessionId session,
                                 PinPerson const& person, Instant now) {
    end_at_counter(transaction, scope, session);
    auto const id = CounterPersonId::make();
    transaction.execute(insert_person, {{"id", id},
                                        {"session_id", session},
                                        {"emitente_id", scope.id()},
                                        {"estacao_id", person.station},
                                        {"user_id", person.id},
                                        {"papel", text(person.papel)},
                                        {"pin_em", person.pin_since},
                                        {"now", now}});
    return id;
}

bool end_at_counter(db::Transaction& transaction, CompanyScope const& scope, SessionId session) {
    return transaction.execute(end_person, {{"emitente_id", scope.id()}, {"session_id", session}}) > 0;
}

std::optional<CounterPerson> find_at_counter(db::Connection& connection, CompanyScope const& scope, SessionId session,
                                             std::string_view named, Instant now) {
    auto const id = CounterPersonId::parse(named);
    if (!id) return std::nullopt;
    struct Found {
        CounterPerson person;
        std::string papel;
        Instant pin_since;
        Uuid station;
    };
    auto found = connection.first(
        person_of_session,
        {{"session_id", session}, {"id", *id}, {"emitente_id", scope.id()}, {"used_since", now - idle_limit}},
        [&](db::Row const& row) {
            return Found{.person = {.id = *id,
                                    .user = row.get<UserId>(0),
                                    .email = row.get<std::string>(1),
                                    .full_name = row.get<std::string>(2),
                                    .used_at = row.get<Instant>(3)},
                         .papel = row.get<std::string>(4),
                         .pin_since = row.get<Instant>(5),
                         .station = row.get<Uuid>(6)};
        });
    if (!found) return std::nullopt;
    auto const papel = papel_at(connection, scope, found->person.user);
    bool const is_unchanged = papel && text(*papel) == found->papel &&
                              find_pin(connection, scope, found->person.user) == found->pin_since &&
                              accepts_pins(connection, scope, found->station);
    if (!is_unchanged) return std::nullopt;
    return std::move(found->person);
}

std::vector<UserId> find_counter_people(db::Connection& connection, CompanyScope const& scope, SessionId session) {
    return connection.all(people_of_session, {{"emitente_id", scope.id()}, {"session_id", session}},
                          [](db::Row const& row) { return row.get<UserId>(0); });
}

bool is_use_to_note(CounterPerson const& person, Instant now) { return now - person.used_at > note_step; }

void note_use(db::Transaction& transaction, CompanyId company, CounterPersonId id, Instant now) {
    transaction.execute(note_used, {{"emitente_id", company}, {"id", id}, {"now", now}});
}

} // namespace balcao::auth
