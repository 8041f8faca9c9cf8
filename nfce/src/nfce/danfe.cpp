#include "nfce/danfe.hpp"

#include "nfce/danfe_draw.hpp"

#include <dlfcn.h>

#include <stdexcept>

namespace balcao::nfce {

danfe::Draw& danfe::drawing() {
    static Draw* const found = [] {
        void* const module = dlopen(danfe_module, RTLD_NOW | RTLD_LOCAL);
        void* const symbol = module == nullptr ? nullptr : dlsym(module, danfe_symbol);
        if (symbol == nullptr)
            throw std::runtime_error(std::string("O desenho do DANFE não está instalado: ") + dlerror());
        return reinterpret_cast<Draw*>(symbol);
    }();
    return *found;
}

std::expected<std::string, Problem> danfe_pdf(ForeignReceipt const& receipt, DanfeOptions const& options) {
    auto const content = danfe::content_of(receipt, options);
    if (!content) return std::unexpected(content.error());
    std::string pdf;
    switch (danfe::drawing()(*content, options, pdf)) {
    case danfe::Drawn::done: return pdf;
    case danfe::Drawn::bad_logo: break;
    }
    return std::unexpected(
        Problem{.rule = 0,
                .cStat = 0,
                .field = "logo",
                .message = "O logotipo não é uma imagem PNG ou JPEG inteira de até 4.096 pixels de lado."});
}

} // namespace balcao::nfce
