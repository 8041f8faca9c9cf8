#pragma once

#include "nfce/model.hpp"
#include "nfce/sale.hpp"

#include <optional>
#include <string_view>

/// ICMS between the UFs.
namespace balcao::nfce {

/// "4.00" for imported goods (orig 1, 2, 3, 8; Resolução do Senado 13/2012), "7.00" from the South and the Southeast,
/// Espírito Santo excepted, to the other UFs, "12.00" for the rest (Resolução do Senado 22/1989).
std::string_view interstate_rate(std::string_view from, std::string_view to, int orig);

/// Whether the issuer owes the difference to the UF of destination (EC 87/2015, LC 190/2022): goods to another UF, for
/// a final consumer that is no contribuinte. The Simples Nacional does not (STF, ADI 5464).
bool is_difal_operation(Ide const& ide, Emit const& emit, std::optional<Dest> const& dest, std::string_view CFOP);

/// Modal rate inside the UF, and its FCP, on a day; nullopt when the tables do not know it.
std::optional<IcmsUfDestRates> uf_dest_rates(Tables const& tables, std::string_view uf, std::string_view date);

} // namespace balcao::nfce
