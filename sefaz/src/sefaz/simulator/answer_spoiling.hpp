#pragma once

#include "sefaz/simulator/behaviour.hpp"
#include "sefaz/simulator/services.hpp"

namespace balcao::sefaz::simulator {

/// Makes a judged answer wrong where the misdeed is one of the answer's content; leaves it alone otherwise, and where
/// it has nothing of the kind.
void spoil(Verdict& verdict, Misdeed misdeed, nfce::Service service, Inquiry const& inquiry);

} // namespace balcao::sefaz::simulator
