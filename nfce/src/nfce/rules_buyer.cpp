#include "nfce/rules_report.hpp"
#include "platform/base/documents.hpp"

/// The buyer, as far as both models judge him alike.
namespace balcao::nfce::rules {

namespace {

constexpr std::string_view municipality_abroad = "9999999";

} // namespace

void check_buyer(Report& r) {
    if (!r.nfce.dest) return;
    auto const& dest = *r.nfce.dest;
    r.add_if(dest.id.kind == PersonId::Kind::cpf && !is_valid_cpf(dest.id.value), 27, "dest/CPF");
    r.add_if(dest.id.kind == PersonId::Kind::cnpj && !is_valid_cnpj(dest.id.value), 28, "dest/CNPJ");
    r.add_if(r.nfce.ide.tpAmb == 2 && dest.xNome && *dest.xNome != homologacao_nome, 37, "dest/xNome");
    if (!dest.enderDest) return;
    auto const& address = *dest.enderDest;
    if (address.UF == "EX") {
        r.add_unlisted_if(address.cMun != municipality_abroad, 509, "dest/enderDest/cMun",
                          "Para endereço no exterior, o código do município é 9999999.");
    } else {
        r.add_if(tables::uf_of_municipality(address.cMun) != std::optional<std::string_view>(address.UF), 35,
                 "dest/enderDest/cMun");
    }
}

} // namespace balcao::nfce::rules
