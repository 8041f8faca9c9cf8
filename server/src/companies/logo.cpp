#include "companies/logo.hpp"

#include <memory>
#include <string>
#include <utility>

#include <gdk-pixbuf/gdk-pixbuf.h>

#include "companies/svg_check.hpp"

namespace balcao::companies {

namespace {

constexpr int most_pixels = 4096;

std::unexpected<Failure> refused(std::string message) {
    return fail({.kind = FailureKind::invalid, .title = "Erro no upload", .detail = message, .fields = {{"logo", message}}});
}

struct Unref {
    void operator()(GdkPixbufLoader* loader) const { g_object_unref(loader); }
};

// Decodes the whole image: a file that only starts like one is refused. The size is known before memory is taken.
// `end`: what closes a complete file, since the decoders are content with part of a picture.
Result<void> check_pixels(std::string_view bytes, char const* format, std::string_view end) {
    constexpr auto damaged = "O arquivo está danificado ou não é uma imagem. Exporte de novo e envie.";
    if (!bytes.contains(end)) return refused(damaged);
    std::unique_ptr<GdkPixbufLoader, Unref> const loader(gdk_pixbuf_loader_new_with_type(format, nullptr));
    if (!loader) throw std::runtime_error(std::string("gdk-pixbuf has no loader for ") + format);
    bool is_too_large = false;
    auto const on_size = +[](GdkPixbufLoader* self, int width, int height, gpointer too_large) {
        if (width <= most_pixels && height <= most_pixels) return;
        *static_cast<bool*>(too_large) = true;
        gdk_pixbuf_loader_set_size(self, 1, 1);
    };
    g_signal_connect(loader.get(), "size-prepared", G_CALLBACK(on_size), &is_too_large);
    auto is_good = true;
    // In pieces, so that decoding can end as soon as the size is known to be too large.
    constexpr std::size_t piece = 4096;
    for (std::size_t at = 0; at < bytes.size() && is_good && !is_too_large; at += piece) {
        auto const part = bytes.substr(at, piece);
        is_good = gdk_pixbuf_loader_write(loader.get(), reinterpret_cast<guchar const*>(part.data()), part.size(), nullptr) != FALSE;
    }
    // close must be called in any case; after a size refusal its own verdict does not matter
    auto const is_closed = gdk_pixbuf_loader_close(loader.get(), nullptr) != FALSE;
    if (is_too_large) return refused("A imagem é grande demais. Use uma de até 4.096 pixels de lado.");
    if (!is_good || !is_closed || gdk_pixbuf_loader_get_pixbuf(loader.get()) == nullptr) return refused(damaged);
    return {};
}

} // namespace

Result<LogoType> check_logo(std::string_view bytes) {
    if (bytes.empty()) return refused("Você deve selecionar uma imagem para fazer upload.");
    auto const checked = [](Result<void> const& check, LogoType type) -> Result<LogoType> {
        if (!check) return fail(check.error());
        return type;
    };
    if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return checked(check_pixels(bytes, "png", "IEND\xae\x42\x60\x82"), LogoType::png);
    if (bytes.starts_with("\xff\xd8\xff")) return checked(check_pixels(bytes, "jpeg", "\xff\xd9"), LogoType::jpeg);
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
