#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace balcao::nfce {

/// A usual operation of an NF-e as a template: what it says of itself and its CFOP by destination.
struct Operacao {
    std::string_view codigo, natureza; ///< `natureza` is natOp
    int tpNF, finNFe;
    std::string_view cfop_dentro, cfop_fora, cfop_fora_nao_contribuinte;
    bool pagamento;              ///< false: tPag 90
    std::string_view referencia; ///< what it goes back to: "nota" in NFref, "item" in DFeReferenciado, or nothing

    std::string_view cfop(bool outside_uf, bool taxpayer) const {
        return !outside_uf ? cfop_dentro : taxpayer ? cfop_fora : cfop_fora_nao_contribuinte;
    }
};

/// Those of reference-data/nfe-operacoes.csv. Views stay valid for ever.
std::vector<Operacao> const& operacoes();
std::optional<Operacao> find_operacao(std::string_view codigo);

} // namespace balcao::nfce
