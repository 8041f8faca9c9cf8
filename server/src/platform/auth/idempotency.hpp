#pragma once
// Repeatable POSTs: the answer to a key is stored for a day, in the transaction that did the work.

#include <functional>
#include <optional>
#include <string_view>

#include "platform/auth/sessions.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/http/http.hpp"

namespace balcao::auth {

/// Calls `work` unless this caller sent the same key to this path before; then returns that answer. The same key with
/// another body is refused (422). Of two at once the second waits. Without a key it just calls `work`. `told_apart_by`
/// replaces the body, whose quick hash is stored, for bodies with a password.
Result<http::Response> run_once(db::Transaction& transaction, Instant now, http::Request const& request,
                                Actor const& actor, std::function<Result<http::Response>()> const& work,
                                std::optional<std::string_view> told_apart_by = {});

/// Deletes answers older than a day.
void forget_old_answers(db::Database& database, Instant now);

} // namespace balcao::auth
