#pragma once

#include "nfce/rules.hpp"
#include "nfce/sale.hpp"

#include <string>
#include <vector>

namespace balcao::nfce::test {

/// A sale in modelo 55 (NF-e) that breaks no rule.
struct NfeSale {
    std::string name;
    Sale sale;
};

/// Sales of a slab maker in São Paulo: each ICMS code, IPI, destinations, returns, contingency.
std::vector<NfeSale> const& nfe_sales();
Sale const& nfe_sale(std::string const& name);

/// Judges at the moment of issue.
CheckContext nfe_context(Sale const& sale);

/// Pays the sale by boleto, or not at all (tPag 90), and, when it has a bill, divides it in two.
void settle(Sale& sale);

inline std::string const nfce_key = "35261111222333000181650010000000411407182938"; ///< of the issuer, modelo 65
inline std::string const nfe_key = "35261111222333000181550010000000121407182933";  ///< of the issuer, modelo 55
inline std::string const supplier_key = "35261112ABC34501DE35550010000000091407182939";

} // namespace balcao::nfce::test
