#include "selling/receipts/nota/nota.hpp"

#include <array>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"

namespace balcao::receipts {

namespace {

constexpr auto summary_fields = std::to_array<Field>({
    field<&Nota::id>("id"),
    field<&Nota::operacao>("operacao"),
    field<&Nota::venda_id>("venda_id"),
    field<&Nota::devolucao_id>("devolucao_id"),
    field<&Nota::entrega_id>("entrega_id"),
    field<&Nota::ambiente>("ambiente"),
    field<&Nota::modelo>("modelo"),
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

std::string alerts_json(std::span<nfce::ProtocolMessage const> messages) {
    std::string list;
    for (auto const& message : messages) {
        json::ObjectWriter writer;
        writer.text("cMsg", message.cMsg);
        writer.text("xMsg", message.xMsg);
        list += (list.empty() ? "" : ",") + writer.take();
    }
    return '[' + list + ']';
}

std::string alert_text(Nota const& nota) {
    auto const alerts = boost::json::parse(nota.alertas.value_or("[]"));
    if (alerts.as_array().empty()) return nota.xMotivo.value_or("");
    return std::string(alerts.at(0).at("xMsg").as_string());
}

std::string name_of(Nota const& nota) {
    return fmt::format("{} nº {}, série {}", nota.of_modelo().nome, grouped(nota.numero), nota.serie);
}

std::string summary_json(Nota const& nota) {
    auto summary = to_json(summary_fields, nota);
    summary.back() = ',';
    return summary + fmt::format(R"("alertas":{}}})", nota.alertas.value_or("[]"));
}

} // namespace balcao::receipts
