#pragma once

#include "nfce/danfe_content.hpp"

#include <string>
#include <vector>

/// Between the library and the module that draws the PDF (nfce/src/danfe). The module alone links cairo, pango and what
/// they bring along, some thirty libraries that a server at rest should neither load nor keep. Not part of the
/// library's interface.
namespace balcao::nfce::danfe {

enum class Drawn { Done, BadLogo };

inline constexpr const char* kModule = "libbalcao_danfe.so";
inline constexpr const char* kDraw = "balcao_danfe_draw";
/// Puts the PDF into `pdf`. std::runtime_error when a library fails for want of memory.
using Draw = Drawn(const std::vector<Block>& blocks, const DanfeOptions& options, std::string& pdf);

} // namespace balcao::nfce::danfe
