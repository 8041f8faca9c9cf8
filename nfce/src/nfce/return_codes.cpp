#include "nfce/return_codes.hpp"

#include "nfce/csv.hpp"
#include "nfce/tables.hpp"
#include "platform/base/embedded.hpp"

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
std::map<std::string_view, ClassText> const& classes() {
    static std::map<std::string_view, ClassText> const table{
        {"autorizada", {CodeClass::authorised, "Guarda o documento autorizado e imprime o DANFE."}},
        {"cancelada", {CodeClass::cancelled, "Marca a nota como cancelada."}},
        {"evento", {CodeClass::event_registered, "Guarda o evento e atualiza a nota."}},
        {"inutilizada", {CodeClass::voided, "Fecha os números."}},
        {"processando", {CodeClass::in_progress, "Espera e consulta o resultado."}},
        {"envelope", {CodeClass::envelope, "Lê o resultado de dentro da resposta."}},
        {"servico", {CodeClass::service_up, "Sai da contingência."}},
        {"temporario", {CodeClass::temporary, "Tenta de novo com espera crescente e depois oferece a contingência."}},
        {"consumo", {CodeClass::overuse, "Para todas as chamadas deste serviço por 60 minutos."}},
        {"duplicidade", {CodeClass::duplicate, "Consulta a chave e usa o que está na SEFAZ."}},
        {"numero", {CodeClass::number_taken, "Marca o número e usa o próximo."}},
        {"consultar", {CodeClass::ask_again, "Consulta a chave e corrige o registro local."}},
        {"inexistente", {CodeClass::not_there, "Reenvia os mesmos bytes ou gera a nota de novo."}},
        {"prazo", {CodeClass::window_over, "Marca o prazo como perdido."}},
        {"relogio", {CodeClass::clock, "Gera a nota de novo com a hora atual, uma vez."}},
        {"esquema", {CodeClass::schema, "Não reenvia; guarda o pedido e gera um relatório de erro."}},
        {"certificado", {CodeClass::certificate_fault, "Não reenvia; pede outro certificado."}},
        {"assinatura", {CodeClass::signature_fault, "Não reenvia; gera um relatório de erro."}},
        {"qrcode", {CodeClass::qr_fault, "Não reenvia; abre as configurações da SEFAZ."}},
        {"emitente", {CodeClass::issuer_fault, "Para a emissão da empresa neste ambiente."}},
        {"denegada", {CodeClass::denied_old, "Só mostra."}},
        {"dados", {CodeClass::data_fault, "Não reenvia; reabre a venda no campo indicado."}},
        {"cadastro", {CodeClass::registry, "Mostra o cadastro do contribuinte."}},
        {"desconhecido", {CodeClass::unknown, "Trata como rejeição e guarda a resposta."}}};
    return table;
}

CsvTable const& explanations() {
    static CsvTable const table(nfce_explanations());
    return table;
}

std::string_view class_name(int cStat) {
    if (auto const* row = explanations().find(std::to_string(cStat))) return (*row)[1];
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
    auto const& [kind, program] = classes().at(class_name(cStat));
    Explanation result{.cStat = cStat,
                       .kind = kind,
                       .official = std::string(tables::official_text(cStat).value_or("")),
                       .field = {},
                       .sentence = {},
                       .program = program};
    if (auto const* row = explanations().find(std::to_string(cStat))) {
        result.field = (*row)[2];
        result.sentence = (*row)[3];
    } else if (result.official.empty()) {
        result.sentence =
            fmt::format("Código {} desconhecido. A nota não foi autorizada; envie a resposta ao suporte.", cStat);
    } else {
        result.sentence = result.official;
        if (kind == CodeClass::data_fault) result.sentence += " Corrija o dado indicado e emita de novo.";
    }
    return result;
}

bool means_authorised(int cStat) { return cStat == 100 || cStat == 120 || cStat == 150; }

} // namespace balcao::nfce
