#include "platform/records/answers.hpp"

#include <utility>

#include "platform/base/json.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/problem.hpp"

namespace balcao::records {

http::Response answer(int status, std::string json, std::int64_t version) {
    auto response = http::json(status, std::move(json));
    response.headers.emplace_back("ETag", http::etag(version));
    return response;
}

http::Response no_content() { return {.status = 204, .content_type = {}}; }

http::Response bulk_answer(BulkOutcome const& outcome) {
    json::ObjectWriter writer;
    writer.integer("changed", static_cast<std::int64_t>(outcome.changed.size()));
    writer.raw("deactivated", id_list_json(outcome.deactivated));
    return http::json(200, writer.take());
}

} // namespace balcao::records
