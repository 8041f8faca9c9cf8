#pragma once
// Who took a counter by PIN: one person per session at a time, who does there what an operador may, and nothing else.
// The session stays that of who signed in. Ends after a quarter of an hour without a change, and with the session, the
// PIN, the papel or the station's leave.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/pins.hpp"

namespace balcao::http {
struct Request;
}

namespace balcao::auth {

struct CounterPersonId : Id<CounterPersonId> {
    using Id::Id;
};

/// Of requests of routes that are at the counter (Route::at_counter).
inline constexpr std::string_view counter_person_header = "balcao-operador";

struct CounterPerson {
    CounterPersonId id;
    UserId user;
    std::string email;
    std::string full_name;
    Instant used_at;
};

/// Takes the place of the session's person before.
CounterPersonId begin_at_counter(db::Transaction& transaction, CompanyScope const& scope, SessionId session,
                                 PinPerson const& person, Instant now);
/// False if nobody was there.
bool end_at_counter(db::Transaction& transaction, CompanyScope const& scope, SessionId session);

/// The person whom the request names, if still there.
std::optional<CounterPerson> find_at_counter(db::Connection& connection, CompanyScope const& scope, SessionId session,
                                             std::string_view named, Instant now);
/// Who took the session's counter so far.
std::vector<UserId> find_counter_people(db::Connection& connection, CompanyScope const& scope, SessionId session);
/// Whether a use at `now` should be noted: not each second of a busy counter.
bool is_use_to_note(CounterPerson const& person, Instant now);
void note_use(db::Transaction& transaction, CompanyId company, CounterPersonId id, Instant now);

} // namespace balcao::auth
