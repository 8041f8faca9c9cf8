#include "nfce/icms_rates.hpp"

namespace balcao::nfce {

std::string_view interstate_rate(std::string_view from, std::string_view to, int orig) {
    if (orig == 1 || orig == 2 || orig == 3 || orig == 8) return "4.00";
    constexpr std::string_view south_and_southeast = "MG PR RJ RS SC SP";
    return has_word(south_and_southeast, from) && !has_word(south_and_southeast, to) ? "7.00" : "12.00";
}

bool is_difal_operation(Ide const& ide, Emit const& emit, std::optional<Dest> const& dest, std::string_view CFOP) {
    return ide.idDest == 2 && ide.tpNF == 1 && ide.finNFe != 2 && ide.indFinal == 1 && dest && dest->indIEDest == 9 &&
           emit.CRT != 1 && emit.CRT != 4 && !has_word("6552 6922 6929", CFOP);
}

std::optional<IcmsUfDestRates> uf_dest_rates(Tables const& tables, std::string_view uf, std::string_view date) {
    auto const rate = [&](std::string_view name) { return Written<4>::parse(tables.parameter(name, uf, date)); };
    auto const inside = rate("icms_interno");
    if (!inside) return std::nullopt;
    IcmsUfDestRates rates{.pICMSUFDest = *inside};
    if (auto const fcp = rate("icms_fcp")) rates.pFCPUFDest = *fcp;
    return rates;
}

} // namespace balcao::nfce
