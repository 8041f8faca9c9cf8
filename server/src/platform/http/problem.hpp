#pragma once
// The only place that maps outcomes to HTTP answers.

#include <optional>
#include <string>
#include <string_view>

#include "platform/base/result.hpp"
#include "platform/http/http.hpp"

namespace balcao::http {

/// An extra member of the answer; `json` is already JSON.
struct More {
    std::string_view name;
    std::string json;
};
/// application/problem+json with title, detail, code, request_id, errors (and current, retry_after, existing_id).
Response problem(Failure const& failure, std::string_view request_id, std::optional<More> const& more = {});

/// Problems of the listener. `code` is one of the contract's (api/openapi.yaml, schema Problem).
Response problem(int status, std::string_view code, std::string_view title, std::string_view detail,
                 std::string_view request_id);

/// 500, a bug or broken storage: contains only the id to quote.
Response internal_error(std::string_view request_id);

/// HTTP status of a failure.
int status_of(FailureKind kind);

/// An answer with a ready JSON body.
Response json(int status, std::string body);

} // namespace balcao::http
