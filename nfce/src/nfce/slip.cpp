#include "nfce/slip.hpp"

#include "nfce/danfe_draw.hpp"
#include "nfce/escpos.hpp"

#include <stdexcept>

namespace balcao::nfce {

namespace {

constexpr int lines_to_sign = 3; // room for a hand

} // namespace

std::string slip_pdf(Slip const& slip, Paper paper) {
    danfe::Content content;
    content.blocks.emplace_back(danfe::Pair{.left = slip.title, .right = slip.amount, .weight = danfe::Weight::bold});
    content.blocks.emplace_back(danfe::Text{.text = slip.details});
    if (!slip.lines.empty()) content.blocks.emplace_back(danfe::Rule{});
    for (auto const& line : slip.lines) {
        if (line.right.empty()) content.blocks.emplace_back(danfe::Text{.text = line.left});
        else content.blocks.emplace_back(danfe::Pair{.left = line.left, .right = line.right});
    }
    for (auto const& signature : slip.signatures) {
        for (int line = 0; line < lines_to_sign; ++line) content.blocks.emplace_back(danfe::Text{.text = " "});
        content.blocks.emplace_back(danfe::Rule{});
        content.blocks.emplace_back(danfe::Text{.text = signature});
    }
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
    if (!slip.lines.empty()) paper.rule();
    for (auto const& line : slip.lines) {
        if (line.right.empty()) paper.text(line.left);
        else paper.pair(line.left, line.right);
    }
    for (auto const& signature : slip.signatures) {
        for (int line = 0; line < lines_to_sign; ++line) paper.text(" ");
        paper.rule();
        paper.text(signature);
    }
    return paper.take();
}

} // namespace balcao::nfce
