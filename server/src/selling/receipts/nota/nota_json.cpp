#include "selling/receipts/nota/nota.hpp"

#include <array>

namespace balcao::receipts {

namespace {

constexpr auto summary_fields = std::to_array<Field>({
    field<&Nota::id>("id"),
    field<&Nota::venda_id>("venda_id"),
    field<&Nota::ambiente>("ambiente"),
    field<&Nota::serie>("serie"),
    field<&Nota::numero>("numero"),
    field<&Nota::chave>("chave"),
    field<&Nota::tpEmis>("tpEmis"),
    field<&Nota::estado>("estado"),
    field<&Nota::dhEmi>("dhEmi"),
    field<&Nota::vNF>("vNF"),
    field<&Nota::documento>("documento"),
    field<&Nota::nome>("nome"),
    field<&Nota::cStat>("cStat"),
    field<&Nota::nProt>("nProt"),
    field<&Nota::dhRecbto>("dhRecbto"),
    field<&Nota::prazo>("prazo"),
    field<&Nota::cancelavel_ate>("cancelavel_ate"),
    field<&Nota::substitui>("substitui"),
    field<&Nota::substituida_por>("substituida_por"),
    field<&Nota::operador_id>("operador_id"),
    field<&Nota::version>("version"),
});

} // namespace

std::string summary_json(Nota const& nota) { return to_json(summary_fields, nota); }

} // namespace balcao::receipts
