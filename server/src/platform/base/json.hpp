#pragma once
// JSON in: Boost.JSON with stricter limits. JSON out: text appended to a string.

#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "platform/base/result.hpp"

namespace balcao::json {

/// Parses a request body: one JSON object in UTF-8, at most 32 levels deep, no repeated key. Otherwise Failure
/// `unreadable` with a sentence.
Result<boost::json::object> parse_object(std::string_view text);

/// Appends `text` quoted and escaped. It must be UTF-8.
void append_string(std::string& out, std::string_view text);

/// Builds an object member by member; `take()` closes it.
class ObjectWriter {
public:
    void text(std::string_view name, std::string_view value);
    void integer(std::string_view name, std::int64_t value);
    void boolean(std::string_view name, bool value);
    void null(std::string_view name);
    /// `json` is already JSON.
    void raw(std::string_view name, std::string_view json);
    template <class Optional>
    void optional_text(std::string_view name, Optional const& value) {
        if (value) text(name, *value);
        else null(name);
    }
    /// Writes null if it is empty.
    void text_or_null(std::string_view name, std::string_view value);
    std::string take();

private:
    void key(std::string_view name);
    std::string out_ = "{";
};

} // namespace balcao::json
