#pragma once
// A confined process per drawing, so that no picture can crash or block the server.

#include <iosfwd>
#include <string>
#include <string_view>

#include "platform/pictures/picture.hpp"

namespace balcao::pictures {

/// The hidden command of `balcao` that draws.
inline constexpr std::string_view draw_command = "draw-picture";

/// Longest side in pixels for screens, and for documents (13 cm at 300 dpi).
inline constexpr int screen_side = 256;
inline constexpr int document_side = 1600;

/// Like draw() (platform/pictures/draw.hpp), in a confined process that is killed after 8 seconds. Takes tenths of a
/// second: never inside a transaction. A crash or exceeded limit is a refusal with a sentence. `program`: balcao;
/// default: the running program. Throws ChildError if the process cannot be started. Thread-safe.
Drawn draw_apart(std::string_view upload, int longest_side, std::string const& program = "/proc/self/exe");

/// `balcao draw-picture SIDE`: confines itself, reads the upload from standard input and writes the picture or the
/// refusal. Returns the exit code.
int run_draw_command(int longest_side);

} // namespace balcao::pictures
