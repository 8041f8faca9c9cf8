#pragma once

#include <optional>
#include <string>

#include "sefaz/simulator/answer_writing.hpp"
#include "sefaz/simulator/state.hpp"

namespace balcao::sefaz::simulator {

/// Why the receipt with the key `chNFeRef` cannot take the place of `cancelled` (910 to 920, reference i3).
std::optional<Code> substitution_fault(db::Connection& memory, Document const& cancelled, std::string const& chNFeRef);

} // namespace balcao::sefaz::simulator
