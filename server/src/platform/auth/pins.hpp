#pragma once
// PINs: 4 to 6 digits of a person at a company, for a change of person at a counter and for a gerente's approval there.
// They open no session. Hashed like passwords, and sealed.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::secrets {
class Secrets;
}

namespace balcao::auth {

/// The sentence if a new PIN is not of 4 to 6 digits, or is what people choose first: one digit repeated, a run of
/// digits up or down, or a part repeated.
std::optional<std::string> pin_problem(Secret const& pin);

/// What a person may do at a company by now; an administrator is a gerente. None: no access, or no usable account.
std::optional<Papel> papel_at(db::Connection& connection, CompanyScope const& scope, UserId user);

/// Since when the person has this PIN; none: has none.
std::optional<Instant> find_pin(db::Connection& connection, CompanyScope const& scope, UserId user);
/// `hash`: of the PIN. Ends what the person began by the one before.
void set_pin(db::Transaction& transaction, CompanyScope const& scope, secrets::Secrets const& secrets, UserId user,
             std::string const& hash, std::size_t digits, Instant now);
/// False without one.
bool remove_pin(db::Transaction& transaction, CompanyScope const& scope, UserId user);

/// Whether a gerente lets people change there by PIN.
bool accepts_pins(db::Connection& connection, CompanyScope const& scope, Uuid const& station);

struct PinHolder {
    UserId id;
    std::string full_name;
    std::int64_t digits = 0;
    Papel papel{};
};
/// Those who may work at the company, the first to get a PIN first: the place in the list stays as others come.
std::vector<PinHolder> pin_holders(db::Connection& connection, CompanyScope const& scope);

/// A person whose PIN was right.
struct PinPerson {
    UserId id;
    std::string full_name;
    Papel papel{};
    Instant pin_since;
    Uuid station;
};

/// Verifies PINs. Wrong ones in a row are counted in the database, so that restarts and other processes change
/// nothing: five of a person are free, and thirty at a station; then each costs a wait of 1, 2, 4 … minutes, at most
/// an hour. Thread-safe.
class PinGuard {
public:
    PinGuard(db::Database& database, secrets::Secrets const& secrets, Clock const& clock)
        : database_(database), secrets_(secrets), clock_(clock) {}

    /// `limited`, with the title `title`, after too many; `invalid` where the station accepts none, or (at `pin`) for a
    /// wrong one. Takes as long for people without PIN. Hash lane, outside transactions.
    Result<PinPerson> identify(CompanyScope const& scope, Uuid const& station, UserId user, Secret const& pin,
                               std::string const& title);
    /// In the transaction that uses it: forgets the failures. False if PIN, papel or station changed meanwhile.
    bool confirm(db::Transaction& transaction, CompanyScope const& scope, PinPerson const& person);

private:
    db::Database& database_;
    secrets::Secrets const& secrets_;
    Clock const& clock_;
};

} // namespace balcao::auth
