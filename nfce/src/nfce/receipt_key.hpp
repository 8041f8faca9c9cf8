#pragma once

#include "nfce/key.hpp"
#include "nfce/model.hpp"

namespace balcao::nfce {

/// The access key that the receipt's own values make; nullopt when one of them does not fit its place.
inline std::optional<std::string> key_of(Nfce const& nfce) {
    auto const& ide = nfce.ide;
    return make_key({.cUF = ide.cUF,
                     .aamm = ide.dhEmi.aamm(),
                     .CNPJ = nfce.emit.CNPJ,
                     .mod = ide.mod,
                     .serie = ide.serie,
                     .nNF = ide.nNF,
                     .tpEmis = ide.tpEmis,
                     .cNF = ide.cNF});
}

} // namespace balcao::nfce
