#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace balcao::pictures {

/// A drawn picture, the only form of an upload that is shown.
struct Picture {
    std::string content_type; // image/png or image/jpeg
    std::string bytes;
};

/// The picture, or a Portuguese refusal.
using Drawn = std::expected<Picture, std::string>;

/// `.png` or `.jpg`.
inline std::string_view extension_of(Picture const& picture) {
    return picture.content_type == "image/jpeg" ? ".jpg" : ".png";
}

} // namespace balcao::pictures
