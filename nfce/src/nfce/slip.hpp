#pragma once

#include "nfce/danfe.hpp"

#include <string>

/// What a till prints besides receipts: two lines, as PDF or ESC/POS.
namespace balcao::nfce {

struct Slip {
    std::string title, amount; ///< at the left and the right of the first line
    std::string details;
};

/// One page as long as it has to be. As danfe_pdf, std::runtime_error when the drawing module is not installed.
std::string slip_pdf(Slip const& slip, Paper paper);
/// Cut at the end; std::invalid_argument for less than 24 columns.
std::string slip_escpos(Slip const& slip, int columns);

} // namespace balcao::nfce
