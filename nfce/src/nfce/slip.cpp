#include "nfce/slip.hpp"

#include "nfce/danfe_draw.hpp"
#include "nfce/escpos.hpp"

#include <stdexcept>

namespace balcao::nfce {

std::string slip_pdf(Slip const& slip, Paper paper) {
    danfe::Content content;
    content.blocks.emplace_back(danfe::Pair{.left = slip.title, .right = slip.amount, .weight = danfe::Weight::bold});
    content.blocks.emplace_back(danfe::Text{.text = slip.details});
    DanfeOptions const options{.paper = paper};
    std::string pdf;
    if (danfe::drawing()(content, options, pdf) != danfe::Drawn::done)
        throw std::runtime_error("a slip without a logo was refused for its logo");
    return pdf;
}

std::string slip_escpos(Slip const& slip, int columns) {
    EscPos paper(columns);
    paper.pair(slip.title, slip.amount, EscPos::Weight::bold);
    paper.text(slip.details);
    return paper.take();
}

} // namespace balcao::nfce
