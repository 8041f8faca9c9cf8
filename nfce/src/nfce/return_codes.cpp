#include "nfce/return_codes.hpp"

#include "base/embedded.hpp"
#include "nfce/csv.hpp"
#include "nfce/tables.hpp"

#include <fmt/format.h>

#include <map>

BALCAO_EMBEDDED(nfce_explanations)

namespace balcao::nfce {

namespace {

struct ClassText {
    CodeClass kind;
    std::string_view program;
};

/// Names of classes in nfce-explicacoes.csv, and what the program does.
const std::map<std::string_view, ClassText>& classes() {
    static const std::map<std::string_view, ClassText> table{
        {"autorizada", {CodeClass::Authorised, "Guarda o documento autorizado e imprime o DANFE."}},
        {"cancelada", {CodeClass::Cancelled, "Marca a nota como cancelada."}},
        {"evento", {CodeClass::EventRegistered, "Guarda o evento e atualiza a nota."}},
        {"inutilizada", {CodeClass::Voided, "Fecha os números."}},
        {"processando", {CodeClass::InProgress, "Espera e consulta o resultado."}},
        {"envelope", {CodeClass::Envelope, "Lê o resultado de dentro da resposta."}},
        {"servico", {CodeClass::ServiceUp, "Sai da contingência."}},
        {"temporario", {CodeClass::Temporary, "Tenta de novo com espera crescente e depois oferece a contingência."}},
        {"consumo", {CodeClass::Overuse, "Para todas as chamadas deste serviço por 60 minutos."}},
        {"duplicidade", {CodeClass::Duplicate, "Consulta a chave e usa o que está na SEFAZ."}},
        {"numero", {CodeClass::NumberTaken, "Marca o número e usa o próximo."}},
        {"consultar", {CodeClass::AskAgain, "Consulta a chave e corrige o registro local."}},
        {"inexistente", {CodeClass::NotThere, "Reenvia os mesmos bytes ou gera a nota de novo."}},
        {"prazo", {CodeClass::WindowOver, "Marca o prazo como perdido."}},
        {"relogio", {CodeClass::Clock, "Gera a nota de novo com a hora atual, uma vez."}},
        {"esquema", {CodeClass::Schema, "Não reenvia; guarda o pedido e gera um relatório de erro."}},
        {"certificado", {CodeClass::CertificateFault, "Não reenvia; pede outro certificado."}},
        {"assinatura", {CodeClass::SignatureFault, "Não reenvia; gera um relatório de erro."}},
        {"qrcode", {CodeClass::QrFault, "Não reenvia; abre as configurações da SEFAZ."}},
        {"emitente", {CodeClass::IssuerFault, "Para a emissão da empresa neste ambiente."}},
        {"denegada", {CodeClass::DeniedOld, "Só mostra."}},
        {"dados", {CodeClass::DataFault, "Não reenvia; reabre a venda no campo indicado."}},
        {"cadastro", {CodeClass::Registry, "Mostra o cadastro do contribuinte."}},
        {"desconhecido", {CodeClass::Unknown, "Trata como rejeição e guarda a resposta."}}};
    return table;
}

const CsvTable& explanations() {
    static const CsvTable table(nfce_explanations());
    return table;
}

std::string_view class_name(int cStat) {
    if (const auto* row = explanations().find(std::to_string(cStat))) return (*row)[1];
    if (!tables::official_text(cStat)) return "desconhecido";
    if (cStat == 111 || cStat == 112 || cStat == 257 || cStat == 259 || cStat == 261 || cStat == 264) return "cadastro";
    if ((cStat >= 280 && cStat <= 286) || (cStat >= 290 && cStat <= 296)) return "certificado";
    if (cStat >= 200) return "dados";
    // Results of other services and other documents, which an NFC-e never gets.
    return "desconhecido";
}

} // namespace

CodeClass class_of(int cStat) { return classes().at(class_name(cStat)).kind; }

Explanation explain(int cStat) {
    const auto& [kind, program] = classes().at(class_name(cStat));
    Explanation result{.cStat = cStat,
                       .kind = kind,
                       .official = std::string(tables::official_text(cStat).value_or("")),
                       .field = {},
                       .sentence = {},
                       .program = program};
    if (const auto* row = explanations().find(std::to_string(cStat))) {
        result.field = (*row)[2];
        result.sentence = (*row)[3];
    } else if (result.official.empty()) {
        result.sentence = fmt::format("Código {} desconhecido. A nota não foi autorizada; envie a resposta ao suporte.", cStat);
    } else {
        result.sentence = result.official;
        if (kind == CodeClass::DataFault) result.sentence += " Corrija o dado indicado e emita de novo.";
    }
    return result;
}

bool means_authorised(int cStat) { return cStat == 100 || cStat == 120 || cStat == 150; }

} // namespace balcao::nfce
