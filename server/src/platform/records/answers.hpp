#pragma once
// Answers of record routes.

#include <cstdint>
#include <string>

#include "platform/http/http.hpp"
#include "platform/records/records.hpp"

namespace balcao::records {

/// A record's JSON with its ETag.
http::Response answer(int status, std::string json, std::int64_t version);
http::Response no_content();
/// `{"changed":…,"deactivated":[…]}`
http::Response bulk_answer(BulkOutcome const& outcome);

} // namespace balcao::records
