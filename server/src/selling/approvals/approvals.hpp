#pragma once
// A gerente's leave at the counter, given by e-mail and password: for one thing and one value, used once (table
// `aprovacao`).

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/auth/password_guard.hpp"
#include "platform/base/decimal.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::approvals {

struct ApprovalId : Id<ApprovalId> {
    using Id::Id;
};

/// How long one can be used.
inline constexpr std::chrono::minutes lifetime{2};

inline constexpr std::string_view discount = "desconto";
inline constexpr std::string_view withdrawal = "sangria";

/// What is to be allowed.
struct Wanted {
    std::string_view acao; // one of the two above
    Uuid referencia;       // the sale; of a sangria the till's session
    Money valor;
};

/// `approval_needed`: `detail` says why.
std::unexpected<Failure> needed(Wanted const& wanted, std::string detail);

/// Uses it up; `approval_needed` with `detail` without one, else when it was used, is too old or was given for
/// something else.
Result<void> use(db::Transaction& transaction, auth::CompanyScope const& scope, UserId user,
                 std::optional<ApprovalId> id, Wanted const& wanted, Instant now, std::string detail);

struct Services {
    db::Database& database;
    auth::PasswordGuard& passwords;
    Clock const& clock;
};
/// POST /api/companies/{id}/approvals; `services` is copied.
void add_approvals_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::approvals
