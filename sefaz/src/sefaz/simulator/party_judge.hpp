#pragma once
// What SEFAZ's registers and memory have against a document because of others: its receiver, and the documents it goes
// back to.

#include <optional>

#include "nfce/model.hpp"
#include "sefaz/simulator/services.hpp"

namespace balcao::sefaz::simulator {

/// The receiver's inscription, as far as companies were registered: 232 it has one and the document says none, 233
/// unknown, 234 another company's, 305 blocked, 306 not active.
std::optional<Code> receiver_fault(Inquiry const& inquiry, nfce::Nfce const& document);

/// Documents that it names: 547 and 267 for a key that no document can have, and for one that the complement of an own
/// document does not find; 686 and 268 for a complement of a cancelled one and of a complement. Others are believed.
std::optional<Code> reference_fault(Inquiry const& inquiry, nfce::Nfce const& document);

} // namespace balcao::sefaz::simulator
