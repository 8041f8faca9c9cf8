#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace balcao::pictures {

/// Pixels of our own making, all that is ever shown of what was uploaded.
struct Picture {
    std::string content_type; // image/png or image/jpeg
    std::string bytes;
};

/// The picture, or the Portuguese sentence why there is none.
using Drawn = std::expected<Picture, std::string>;

/// `.png` or `.jpg`.
inline std::string_view extension_of(Picture const& picture) {
    return picture.content_type == "image/jpeg" ? ".jpg" : ".png";
}

} // namespace balcao::pictures
