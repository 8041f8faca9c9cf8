#include "platform/pictures/drawing_process.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <stdexcept>

#include <sys/prctl.h>
#include <unistd.h>

#include "platform/base/child_process.hpp"
#include "platform/base/log.hpp"
#include "platform/pictures/draw.hpp"
#include "platform/pictures/sandbox.hpp"

namespace balcao::pictures {

namespace {

constexpr std::chrono::seconds time_limit{8};
constexpr std::size_t most_bytes = 16 * 1024 * 1024; // 1,600 × 1,600 pixels of four bytes, and some
constexpr auto beyond_limits =
    "Esta imagem é complicada demais para ser desenhada. Exporte-a como PNG simples, de até 1.600 pixels, e envie.";

// The answer of the process: a letter for what follows, then the bytes.
constexpr char refusal_mark = 'R';
constexpr char png_mark = 'P';
constexpr char jpeg_mark = 'J';

// Has a bit of everything, so that all that is loaded at its first use is there before the sandbox closes.
constexpr std::string_view sample =
    R"(<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="4" height="4" rx="1"/>)"
    R"(<text y="8" font-size="8">A</text><text y="8" font-size="8" font-family="serif" font-weight="bold">A</text>)"
    R"(<image width="4" height="4" href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNo)"
    R"(AAAAggCBd81ytgAAAABJRU5ErkJggg=="/></svg>)";

std::string read_all_input() {
    std::string bytes;
    std::array<char, 65536> buffer;
    for (;;) {
        auto const count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

void write_output(std::string_view bytes) {
    while (!bytes.empty()) {
        auto const count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw std::runtime_error("the picture could not be handed over");
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

// Nothing that the process says is taken on trust.
std::optional<Drawn> understood(std::string answer) {
    if (answer.empty()) return std::nullopt;
    auto const mark = answer.front();
    answer.erase(0, 1);
    if (mark == refusal_mark) return std::unexpected(std::move(answer));
    if (mark == png_mark && answer.starts_with("\x89PNG\r\n\x1a\n"))
        return Picture{.content_type = "image/png", .bytes = std::move(answer)};
    if (mark == jpeg_mark && answer.starts_with("\xff\xd8\xff"))
        return Picture{.content_type = "image/jpeg", .bytes = std::move(answer)};
    return std::nullopt;
}

} // namespace

Drawn draw_apart(std::string_view upload, int longest_side, std::string const& program) {
    std::string answer;
    try {
        run_child({.arguments = {program, std::string(draw_command), std::to_string(longest_side)},
                   .inherits_environment = false,
                   .input = upload,
                   .output =
                       [&answer](std::string_view piece) {
                           if (answer.size() + piece.size() > most_bytes) throw ChildFailed("the picture is too large");
                           answer += piece;
                       },
                   .time_limit = time_limit});
    } catch (ChildFailed const& failure) {
        log::warning("picture_not_drawn", {{"error", failure.what()}});
        return std::unexpected(beyond_limits);
    }
    auto drawn = understood(std::move(answer));
    if (!drawn) throw std::runtime_error("the drawing process said nothing that is understood");
    return *std::move(drawn);
}

int run_draw_command(int longest_side) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // not to outlive the server
    if (!draw(sample, screen_side)) throw std::runtime_error("the sample picture could not be drawn");
    enter_sandbox();
    auto const drawn = draw(read_all_input(), longest_side);
    if (!drawn) write_output(refusal_mark + drawn.error());
    else write_output((drawn->content_type == "image/jpeg" ? jpeg_mark : png_mark) + drawn->bytes);
    ::_exit(0); // what libraries do at exit, the sandbox forbids
}

} // namespace balcao::pictures
