#pragma once
// What an authoriser takes: each model has its own, and the SVC stands in for some UFs when it is on.

#include <optional>
#include <string_view>

#include "sefaz/simulator/services.hpp"

namespace balcao::sefaz::simulator {

/// Whether it is one of the SEFAZ Virtual de Contingência.
bool is_svc(nfce::Authoriser authoriser);

/// A document by what its key tells.
struct Kind {
    int mod = 0, tpEmis = 1;
    std::string_view cUF;
};

/// Another model (450, 775, 783), at the SVC another kind of issue (713, 584) and a UF it does not serve (582), and at
/// the UF one that the SVC authorises (570).
std::optional<Code> kind_fault(Inquiry const& inquiry, Kind const& kind);
/// The same of the document of a key that is asked for or that an event is about: what the SVC authorised is known in
/// the UF, too.
std::optional<Code> key_fault(Inquiry const& inquiry, std::string_view chNFe);
/// 582 and 114: the SVC does not stand in for this UF, or not now.
std::optional<Code> svc_fault(Inquiry const& inquiry, std::string_view cUF);
/// 113: the SVC is about to be turned off for this UF.
bool is_ending(Inquiry const& inquiry, std::string_view cUF);

} // namespace balcao::sefaz::simulator
