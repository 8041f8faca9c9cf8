#pragma once
// A gerente's approval at the counter, by e-mail and password or by PIN: for one action and one value, used once (table
// `aprovacao`).

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/auth/password_guard.hpp"
#include "platform/auth/pins.hpp"
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

/// Lifetime of an unused approval.
inline constexpr std::chrono::minutes lifetime{2};

inline constexpr std::string_view discount = "desconto";
inline constexpr std::string_view withdrawal = "sangria";

/// The action to approve.
struct Wanted {
    std::string_view acao; // one of the two above
    Uuid referencia;       // the sale, or the till's session for a sangria
    Money valor;
};

/// `approval_needed`, with the reason in `detail`.
std::unexpected<Failure> needed(Wanted const& wanted, std::string detail);

/// Consumes it. `approval_needed` with `detail` if there is none, or it is used, expired or for something else.
Result<void> use(db::Transaction& transaction, auth::CompanyScope const& scope, UserId user,
                 std::optional<ApprovalId> id, Wanted const& wanted, Instant now, std::string detail);

struct Services {
    db::Database& database;
    auth::PasswordGuard& passwords;
    auth::PinGuard& pins;
    Clock const& clock;
};
/// POST /api/companies/{id}/approvals; copies `services`.
void add_approvals_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::approvals
