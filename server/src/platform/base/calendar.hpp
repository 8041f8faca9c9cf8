#pragma once
// More about calendar dates (platform/base/time.hpp), whose form is YYYY-MM-DD.

#include <cstdint>
#include <string_view>

namespace balcao {

/// From one valid date to another; negative when `to` is before.
std::int64_t days_between(std::string_view from, std::string_view to);
/// 1 Monday to 7 Sunday.
int weekday_of(std::string_view date);

} // namespace balcao
