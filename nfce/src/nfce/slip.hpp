#pragma once

#include "nfce/danfe.hpp"

#include <string>
#include <vector>

/// What a receipt printer prints besides receipts, as PDF or ESC/POS.
namespace balcao::nfce {

struct SlipLine {
    std::string left, right; ///< `right` empty: a text over the whole width
};
struct Slip {
    std::string title, amount; ///< at the left and the right of the first line
    std::string details;
    std::vector<SlipLine> lines{};         ///< below a rule
    std::vector<std::string> signatures{}; ///< each below a line to sign on
};

/// One page as long as it has to be. As danfe_pdf, std::runtime_error when the drawing module is not installed.
std::string slip_pdf(Slip const& slip, Paper paper);
/// Cut at the end; std::invalid_argument for less than 24 columns.
std::string slip_escpos(Slip const& slip, int columns);

} // namespace balcao::nfce
