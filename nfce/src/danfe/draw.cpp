#include "canvas.hpp"
#include "sheet.hpp"

#include <cstdint>
#include <stdexcept>

namespace balcao::nfce {

namespace {

using danfe::Geometry;
using danfe::Placed;
using danfe::Setter;
using danfe::Weight;

/// Some pixels a module, so that a coarse printer can average them at the edges of modules; cairo writes the image with
/// one bit a pixel, in a fraction of the bytes and time of rectangles.
danfe::Surface image_of(QRcode const& qr) {
    constexpr int fineness = 4;
    int const side = qr.width * fineness;
    danfe::Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, side, side));
    if (cairo_surface_status(image.get()) != CAIRO_STATUS_SUCCESS)
        throw std::runtime_error("no memory for the QR code");
    cairo_surface_flush(image.get());
    for (int y = 0; y < side; ++y) {
        auto* row = reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(image.get()) +
                                                     static_cast<std::ptrdiff_t>(y) *
                                                         cairo_image_surface_get_stride(image.get()));
        auto const* modules = qr.data + static_cast<std::ptrdiff_t>(y / fineness) * qr.width;
        for (int x = 0; x < side; ++x) row[x] = (modules[x / fineness] & 1) != 0 ? 0x000000U : 0xFFFFFFU;
    }
    cairo_surface_mark_dirty(image.get());
    return image;
}

void draw(cairo_t* cr, Placed const& placed, Geometry const& g, double top) {
    if (placed.rule) {
        cairo_set_line_width(cr, 0.5);
        cairo_move_to(cr, g.margin, top + placed.height / 2);
        cairo_line_to(cr, g.width - g.margin, top + placed.height / 2);
        cairo_stroke(cr);
    }
    if (placed.logo != nullptr) {
        danfe::draw_image(cr, placed.logo, g.margin, top + (placed.height - placed.logo_height) / 2, placed.logo_width,
                          placed.logo_height, CAIRO_FILTER_GOOD);
    }
    for (auto const& part : placed.parts) {
        cairo_move_to(cr, g.margin + part.x, top + part.y);
        pango_cairo_show_layout(cr, part.layout.get());
    }
    if (!placed.qr) return;
    double const side = placed.module * placed.qr->width;
    auto const image = image_of(*placed.qr);
    danfe::draw_image(cr, image.get(), g.margin + placed.qr_x, top + placed.qr_y, side, side, CAIRO_FILTER_NEAREST);
}

/// Blocks of one page, from the first to the one after the last, and their height together.
struct Page {
    std::size_t first, last;
    double height;
};

/// `first_room` points on the first page, `room` on the others; a block is never split.
std::vector<Page> pages_of(std::vector<Placed> const& blocks, double first_room, double room) {
    std::vector<Page> pages{{0, 0, 0}};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        auto const limit = pages.size() == 1 ? first_room : room;
        if (pages.back().height + blocks[i].height > limit && pages.back().last > pages.back().first)
            pages.push_back({i, i, 0});
        pages.back().last = i + 1;
        pages.back().height += blocks[i].height;
    }
    return pages;
}

/// The longest page a PDF may have (ISO 32000-1, annex C).
constexpr double longest_page = 14'400;

class Drawing {
public:
    Drawing(danfe::Content const& content, DanfeOptions const& options, cairo_surface_t* logo)
        : options_(options), g_(danfe::geometry_of(options.paper)) {
        Setter const setter(g_, logo);
        for (auto const& block : content.blocks) blocks_.push_back(std::visit(setter, block));
        for (auto const& line : content.continuation) continuation_.push_back(setter(line));
        continuation_.push_back(setter(danfe::Rule{}));
        for (auto const& placed : continuation_) head_ += placed.height;
        double const room = (is_sheet() ? g_.height - footer() : longest_page) - 2 * g_.margin;
        pages_ = pages_of(blocks_, room, room - head_);
    }

    void write(std::string& pdf) const {
        danfe::write_pdf(
            pdf, pages_.size(), [this](std::size_t page) { return danfe::PageSize{g_.width, height_of_page(page)}; },
            [this](cairo_t* cr, std::size_t page) { draw_page(cr, page); });
    }

private:
    bool is_sheet() const { return g_.height > 0; }
    double footer() const { return 2 * g_.font_size; }
    double height_of_page(std::size_t page) const {
        return is_sheet() ? g_.height : pages_[page].height + (page == 0 ? 0 : head_) + 2 * g_.margin;
    }
    void draw_page(cairo_t* cr, std::size_t page) const {
        if (options_.cancelled) danfe::draw_watermark(cr, "CANCELADA", g_.width, height_of_page(page));
        double top = g_.margin;
        auto const put = [&](Placed const& placed) {
            draw(cr, placed, g_, top);
            top += placed.height;
        };
        if (page > 0)
            for (auto const& placed : continuation_) put(placed);
        for (auto i = pages_[page].first; i < pages_[page].last; ++i) put(blocks_[i]);
        if (!is_sheet()) return;
        auto const count = "Página " + std::to_string(page + 1) + "/" + std::to_string(pages_.size());
        auto const layout =
            danfe::make_layout(count, g_.width - 2 * g_.margin, g_.font_size, Weight::normal, PANGO_ALIGN_RIGHT);
        cairo_move_to(cr, g_.margin, g_.height - g_.margin - height_of(layout));
        pango_cairo_show_layout(cr, layout.get());
    }

    DanfeOptions const& options_;
    Geometry const g_;
    std::vector<Placed> blocks_, continuation_;
    double head_ = 0;
    std::vector<Page> pages_;
};

danfe::Drawn draw_pdf(danfe::Document const& document, DanfeOptions const& options, std::string& pdf) {
    danfe::Surface logo;
    if (!options.logo.empty()) {
        logo = danfe::read_logo(options.logo, 480); // 40 mm at 300 dpi
        if (!logo) return danfe::Drawn::bad_logo;
    }
    if (auto const* const sheet = std::get_if<danfe::Sheet>(&document)) danfe::draw_sheet(*sheet, logo.get(), pdf);
    else Drawing(std::get<danfe::Content>(document), options, logo.get()).write(pdf);
    return danfe::Drawn::done;
}

} // namespace

} // namespace balcao::nfce

extern "C" balcao::nfce::danfe::Drawn balcao_danfe_draw(balcao::nfce::danfe::Document const& document,
                                                        balcao::nfce::DanfeOptions const& options, std::string& pdf);
extern "C" balcao::nfce::danfe::Drawn balcao_danfe_draw(balcao::nfce::danfe::Document const& document,
                                                        balcao::nfce::DanfeOptions const& options, std::string& pdf) {
    return balcao::nfce::draw_pdf(document, options, pdf);
}
