#pragma once

#include "nfce/model.hpp"
#include "nfce/problem.hpp"

namespace balcao::nfce {

/// What the official schema would refuse in the values themselves (length, characters, digits, width, decimals), with
/// the path in the XML. Whether a group or an element must be there is a matter of the rules.
Problems check_formats(Nfce const& nfce);

/// Makes every free text fit the layout (reference d3). Each text that was cut or lost control characters is reported
/// as rule 110; optional texts that end up empty are removed.
Problems fit_texts(Nfce& nfce);

} // namespace balcao::nfce
