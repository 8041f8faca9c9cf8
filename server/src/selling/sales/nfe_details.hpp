#pragma once
// What the sale of an NF-e says beyond that of an NFC-e: transport, bill, and whether the buyer uses the goods up.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

#include "platform/base/decimal.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/result.hpp"
#include "selling/budgets/totals.hpp"

namespace balcao::sales {

struct NfeDetails {
    std::optional<std::int64_t> mod_frete{};       // 0 to 4, 9
    std::optional<std::string> consumidor_final{}; // S, N; absent: S unless the buyer has an inscrição estadual
    std::optional<std::string> transportadora{};   // name
    std::optional<std::string> transportadora_documento{};
    std::optional<std::string> transportadora_ie{};
    std::optional<std::string> transportadora_endereco{};
    std::optional<std::string> transportadora_municipio{};
    std::optional<std::string> transportadora_uf{};
    std::optional<std::string> placa{};
    std::optional<std::string> placa_uf{};
    std::optional<std::int64_t> volumes{};
    std::optional<std::string> especie{};
    std::optional<Decimal<3>> peso_liquido{}, peso_bruto{}; // kg

    std::vector<budgets::Installment> duplicatas{};
};

/// Appends every broken rule at `nfe.…`.
NfeDetails read_nfe_details(boost::json::object json, std::vector<FieldProblem>& problems);
std::string to_json(NfeDetails const& details);

} // namespace balcao::sales
