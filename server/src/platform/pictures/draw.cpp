#include "platform/pictures/draw.hpp"

#include <stdexcept>

#include <dlfcn.h>

#include "platform/pictures/module/draw.hpp"
#include "platform/pictures/svg_check.hpp"

namespace balcao::pictures {

namespace {

// Found beside the program or where it was built (server/CMakeLists.txt); never unloaded.
module::Draw& drawing() {
    static module::Draw* const found = [] {
        void* const library = dlopen(module::file_name, RTLD_NOW | RTLD_LOCAL);
        void* const symbol = library == nullptr ? nullptr : dlsym(library, module::draw_name);
        if (symbol == nullptr)
            throw std::runtime_error(std::string("the drawing of pictures is not installed: ") + dlerror());
        return reinterpret_cast<module::Draw*>(symbol);
    }();
    return *found;
}

} // namespace

Drawn draw(std::string_view upload, int longest_side) {
    if (upload.empty()) return std::unexpected("Você deve selecionar uma imagem para fazer upload.");
    auto format = module::Format::svg;
    if (upload.starts_with("\x89PNG\r\n\x1a\n")) format = module::Format::png;
    else if (upload.starts_with("\xff\xd8\xff")) format = module::Format::jpeg;
    else if (auto const problem = svg_problem(upload)) return std::unexpected(*problem);

    Picture picture{.content_type = format == module::Format::jpeg ? "image/jpeg" : "image/png", .bytes = {}};
    std::string refusal;
    drawing()(upload, format, longest_side, picture.bytes, refusal);
    if (!refusal.empty()) return std::unexpected(std::move(refusal));
    return picture;
}

} // namespace balcao::pictures
