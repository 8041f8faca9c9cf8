#include "companies/logo.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <gdk-pixbuf/gdk-pixbuf.h>

#include "companies/svg_check.hpp"

namespace balcao::companies {

namespace {

constexpr std::uint32_t most_pixels = 4096;

std::unexpected<Failure> refused(std::string message) {
    return fail(
        {.kind = FailureKind::invalid, .title = "Erro no upload", .detail = message, .fields = {{"logo", message}}});
}

struct Size {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

std::uint32_t big_endian(std::string_view bytes) {
    std::uint32_t number = 0;
    for (char const c : bytes) number = number << 8U | static_cast<unsigned char>(c);
    return number;
}

// Width and height of the IHDR chunk, which every PNG begins with (PNG specification, 11.2.2).
std::optional<Size> png_size(std::string_view bytes) {
    if (bytes.size() < 24 || bytes.substr(12, 4) != "IHDR") return std::nullopt;
    return Size{.width = big_endian(bytes.substr(16, 4)), .height = big_endian(bytes.substr(20, 4))};
}

// Those of the frame header, found by walking the segments (ITU-T T.81, B.2.2).
std::optional<Size> jpeg_size(std::string_view bytes) {
    std::size_t at = 2;
    while (at + 9 < bytes.size() && bytes[at] == '\xff') {
        auto const marker = static_cast<unsigned char>(bytes[at + 1]);
        auto const is_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (is_frame)
            return Size{.width = big_endian(bytes.substr(at + 7, 2)), .height = big_endian(bytes.substr(at + 5, 2))};
        at += 2 + big_endian(bytes.substr(at + 2, 2));
    }
    return std::nullopt;
}

struct Unref {
    void operator()(GdkPixbufLoader* loader) const { g_object_unref(loader); }
};

// Decodes the whole image: a file that only starts like one is refused. The size is looked at first, since decoders
// take memory for what the header promises. `end`: what closes a complete file; decoders are content with a part.
Result<void> check_pixels(std::string_view bytes, char const* format, std::optional<Size> size, std::string_view end) {
    constexpr auto damaged = "O arquivo está danificado ou não é uma imagem. Exporte de novo e envie.";
    if (!size || !bytes.contains(end)) return refused(damaged);
    if (size->width > most_pixels || size->height > most_pixels)
        return refused("A imagem é grande demais. Use uma de até 4.096 pixels de lado.");
    std::unique_ptr<GdkPixbufLoader, Unref> const loader(gdk_pixbuf_loader_new_with_type(format, nullptr));
    if (!loader) throw std::runtime_error(std::string("gdk-pixbuf has no loader for ") + format);
    auto const is_taken = gdk_pixbuf_loader_write(loader.get(), reinterpret_cast<guchar const*>(bytes.data()),
                                                  bytes.size(), nullptr) != FALSE;
    auto const is_closed = gdk_pixbuf_loader_close(loader.get(), nullptr) != FALSE; // must be called in any case
    if (!is_taken || !is_closed || gdk_pixbuf_loader_get_pixbuf(loader.get()) == nullptr) return refused(damaged);
    return {};
}

} // namespace

Result<LogoType> check_logo(std::string_view bytes) {
    if (bytes.empty()) return refused("Você deve selecionar uma imagem para fazer upload.");
    auto const checked = [](Result<void> const& check, LogoType type) -> Result<LogoType> {
        if (!check) return fail(check.error());
        return type;
    };
    if (bytes.starts_with("\x89PNG\r\n\x1a\n"))
        return checked(check_pixels(bytes, "png", png_size(bytes), "IEND\xae\x42\x60\x82"), LogoType::png);
    if (bytes.starts_with("\xff\xd8\xff"))
        return checked(check_pixels(bytes, "jpeg", jpeg_size(bytes), "\xff\xd9"), LogoType::jpeg);
    if (auto const problem = svg_problem(bytes)) return refused(*problem);
    return LogoType::svg;
}

std::string_view content_type_of(LogoType type) {
    switch (type) {
    case LogoType::png: return "image/png";
    case LogoType::jpeg: return "image/jpeg";
    case LogoType::svg: return "image/svg+xml";
    }
    std::unreachable();
}

std::string_view extension_of(LogoType type) {
    switch (type) {
    case LogoType::png: return ".png";
    case LogoType::jpeg: return ".jpg";
    case LogoType::svg: return ".svg";
    }
    std::unreachable();
}

} // namespace balcao::companies
