#pragma once
// A process of its own for each drawing, with limits, so that no picture can break the server or hold it up.

#include <iosfwd>
#include <string>
#include <string_view>

#include "platform/pictures/picture.hpp"

namespace balcao::pictures {

/// The hidden command of `balcao` that draws.
inline constexpr std::string_view draw_command = "draw-picture";

/// Longest side of what screens show, and of what documents carry (13 cm at 300 dpi), in pixels.
inline constexpr int screen_side = 256;
inline constexpr int document_side = 1600;

/// As draw() (platform/pictures/draw.hpp), in a confined process that is ended after 8 seconds. Works for tenths of a
/// second: never inside a transaction. What broke or exceeded its limits is refused with a sentence. `program`: balcao;
/// default: the program that runs. Throws ChildError when the process cannot be started. Thread-safe.
Drawn draw_apart(std::string_view upload, int longest_side, std::string const& program = "/proc/self/exe");

/// The other end, `balcao draw-picture SIDE`: confines itself, reads the upload from standard input and writes the
/// picture or the refusal. Returns the exit code.
int run_draw_command(int longest_side);

} // namespace balcao::pictures
