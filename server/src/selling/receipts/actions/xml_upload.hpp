#pragma once
// T18: the XML of a nota that SEFAZ authorised with a content that is not here, handed in by somebody who has it.

#include <string_view>

#include "platform/base/result.hpp"
#include "selling/receipts/actions/actions.hpp"

namespace balcao::receipts {

/// Largest file that is taken; SEFAZ takes 500 kB of a receipt.
inline constexpr std::size_t most_xml_bytes = std::size_t{1024} * 1024;

/// `file`: the NFe alone or inside nfeProc, foreign bytes. Kept as a version of the nota, in its own bytes, when its
/// key and its digest are those of the stored protocol and its signature holds; the protocol stays the one that SEFAZ
/// sent us. `invalid` with a sentence for any other file, `acao_indisponivel` for a nota that has its XML.
Result<Nota> hand_in_xml(Acting const& acting, NotaId id, std::string_view file);

} // namespace balcao::receipts
