#pragma once

#include "nfce/danfe_content.hpp"

#include <string>

/// Between the library and the module that draws the PDF (nfce/src/danfe). The module alone links cairo, pango and what
/// they bring along, some thirty libraries that a server at rest should neither load nor keep. Not part of the
/// library's interface.
namespace balcao::nfce::danfe {

enum class Drawn { done, bad_logo };

inline constexpr char const* danfe_module = "libbalcao_danfe.so";
inline constexpr char const* danfe_symbol = "balcao_danfe_draw";
/// Puts the PDF into `pdf`. std::runtime_error when a library fails for want of memory.
using Draw = Drawn(Document const& document, DanfeOptions const& options, std::string& pdf);

/// That function, loaded with its module at the first call and never unloaded; found where the program is or where it
/// was built (see nfce/CMakeLists.txt). std::runtime_error when the module is not installed. Of the library alone.
Draw& drawing();

} // namespace balcao::nfce::danfe
