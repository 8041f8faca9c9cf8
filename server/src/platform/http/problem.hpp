#pragma once
// The one place that turns outcomes into HTTP answers.

#include <optional>
#include <string>
#include <string_view>

#include "platform/base/result.hpp"
#include "platform/http/http.hpp"

namespace balcao::http {

/// A member of the answer that only some routes give; `json` is already JSON.
struct More {
    std::string_view name;
    std::string json;
};
/// application/problem+json with title, detail, code, request_id, errors (and current, retry_after, existing_id).
Response problem(Failure const& failure, std::string_view request_id, std::optional<More> const& more = {});

/// Problems that only the listener knows. `code` is one of the contract's (api/openapi.yaml, schema Problem).
Response problem(int status, std::string_view code, std::string_view title, std::string_view detail,
                 std::string_view request_id);

/// 500: a bug or a broken disk; says nothing but the id to quote.
Response internal_error(std::string_view request_id);

/// HTTP status of a failure.
int status_of(FailureKind kind);

/// Answers with a JSON body already written.
Response json(int status, std::string body);

} // namespace balcao::http
