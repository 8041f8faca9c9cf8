#include "nfce/operacoes.hpp"

#include "nfce/csv.hpp"
#include "platform/base/embedded.hpp"

#include <algorithm>

BALCAO_EMBEDDED(nfce_operations)

namespace balcao::nfce {

std::vector<Operacao> const& operacoes() {
    static auto const all = [] {
        static CsvTable const table(nfce_operations());
        auto const column = [](std::string_view name) { return table.column(name); };
        auto const tpNF = column("tpNF"), finNFe = column("finNFe"), inside = column("cfop_dentro"),
                   outside = column("cfop_fora"), consumer = column("cfop_fora_nao_contribuinte"),
                   paid = column("pagamento"), reference = column("referencia"), nature = column("natureza");
        std::vector<Operacao> read;
        for (auto const& row : table.rows()) {
            read.push_back({.codigo = row[0],
                            .natureza = row[nature],
                            .tpNF = row[tpNF] == "1" ? 1 : 0,
                            .finNFe = row[finNFe] == "4" ? 4 : 1,
                            .cfop_dentro = row[inside],
                            .cfop_fora = row[outside],
                            .cfop_fora_nao_contribuinte = row[consumer],
                            .pagamento = row[paid] == "S",
                            .referencia = row[reference]});
        }
        return read;
    }();
    return all;
}

std::optional<Operacao> find_operacao(std::string_view codigo) {
    auto const at = std::ranges::find(operacoes(), codigo, &Operacao::codigo);
    return at == operacoes().end() ? std::nullopt : std::optional(*at);
}

} // namespace balcao::nfce
