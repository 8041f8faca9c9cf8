#include "letters.hpp"

#include <array>
#include <stdexcept>

namespace balcao::nfce::danfe {

namespace {

/// The code of the character at `at`, which goes on behind it; 0 for what is not Latin-1.
unsigned latin1(std::string_view text, std::size_t& at) {
    auto const byte = static_cast<unsigned char>(text[at++]);
    if (byte < 0x80) return byte;
    if ((byte != 0xC2 && byte != 0xC3) || at == text.size()) return 0;
    return (byte - 0xC0U) * 64 + (static_cast<unsigned char>(text[at++]) - 0x80U);
}

/// Glyphs and advances of one weight, for one thread.
class Letters {
public:
    explicit Letters(Weight weight) {
        // At this size advances are precise enough to be divided.
        constexpr double size = 1000;
        auto const layout = make_layout("x", -1, size, weight, PANGO_ALIGN_LEFT, Face::serif);
        auto* const run = static_cast<PangoLayoutRun*>(pango_layout_get_line_readonly(layout.get(), 0)->runs->data);
        auto* const font = PANGO_CAIRO_FONT(run->item->analysis.font);
        scaled_ = cairo_scaled_font_reference(pango_cairo_font_get_scaled_font(font));
        cairo_font_extents_t extents;
        cairo_scaled_font_extents(scaled_, &extents);
        ascent_ = extents.ascent / size;
        height_ = (extents.ascent + extents.descent) / size;
        for (unsigned code = ' '; code < letters_.size(); ++code) {
            if (code > '~' && code < 0xA1) continue;
            char utf8[2]{static_cast<char>(code), 0};
            if (code > '~') {
                utf8[0] = static_cast<char>(0xC0 + code / 64);
                utf8[1] = static_cast<char>(0x80 + code % 64);
            }
            cairo_glyph_t* glyphs = nullptr;
            int count = 0;
            if (cairo_scaled_font_text_to_glyphs(scaled_, 0, 0, utf8, code > '~' ? 2 : 1, &glyphs, &count, nullptr,
                                                 nullptr, nullptr) != CAIRO_STATUS_SUCCESS)
                throw std::runtime_error("the DANFE's face cannot be read");
            cairo_text_extents_t text;
            cairo_scaled_font_glyph_extents(scaled_, glyphs, count, &text);
            if (count == 1) letters_[code] = {glyphs->index, text.x_advance / size};
            cairo_glyph_free(glyphs);
        }
    }
    Letters(Letters const&) = delete;
    Letters& operator=(Letters const&) = delete;
    ~Letters() { cairo_scaled_font_destroy(scaled_); }

    std::optional<double> width(std::string_view text) const {
        double sum = 0;
        for (std::size_t at = 0; at < text.size();) {
            auto const& letter = letters_[latin1(text, at)];
            if (letter.glyph == 0) return std::nullopt;
            sum += letter.advance;
        }
        return sum;
    }
    double height() const { return height_; }

    cairo_font_face_t* face() const { return cairo_scaled_font_get_font_face(scaled_); }

    void place(std::string_view text, double size, double x, double y, std::vector<cairo_glyph_t>& glyphs,
               std::vector<cairo_text_cluster_t>& clusters) const {
        for (std::size_t at = 0; at < text.size();) {
            auto const before = at;
            auto const& letter = letters_[latin1(text, at)];
            glyphs.push_back({letter.glyph, x, y + ascent_ * size});
            clusters.push_back({static_cast<int>(at - before), 1});
            x += letter.advance * size;
        }
    }

private:
    struct Letter {
        unsigned long glyph = 0;
        double advance = 0;
    };
    cairo_scaled_font_t* scaled_;
    double ascent_ = 0, height_ = 0;
    std::array<Letter, 256> letters_{};
};

Letters const& letters_of(Weight weight) {
    thread_local Letters const normal(Weight::normal), bold(Weight::bold);
    return weight == Weight::bold ? bold : normal;
}

} // namespace

std::optional<double> width_of_letters(std::string_view text, Weight weight) { return letters_of(weight).width(text); }

double height_of_letters(Weight weight) { return letters_of(weight).height(); }

void Ink::line(std::string const& text, double size, Weight weight, double x, double y) {
    auto& lines = lines_[{weight, size}];
    lines.text += text;
    letters_of(weight).place(text, size, x, y, lines.glyphs, lines.clusters);
}

void Ink::finish() {
    for (auto const& [x, y, width, height] : boxes_) cairo_rectangle(cr_, x, y, width, height);
    cairo_set_line_width(cr_, 0.4);
    cairo_stroke(cr_);
    for (auto const& [type, lines] : lines_) {
        cairo_set_font_face(cr_, letters_of(type.first).face());
        cairo_set_font_size(cr_, type.second);
        cairo_show_text_glyphs(cr_, lines.text.data(), static_cast<int>(lines.text.size()), lines.glyphs.data(),
                               static_cast<int>(lines.glyphs.size()), lines.clusters.data(),
                               static_cast<int>(lines.clusters.size()), cairo_text_cluster_flags_t{});
    }
}

} // namespace balcao::nfce::danfe
