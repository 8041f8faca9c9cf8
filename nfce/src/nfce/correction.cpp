#include "nfce/correction.hpp"

#include "nfce/csv.hpp"
#include "platform/base/embedded.hpp"

#include <algorithm>
#include <stdexcept>

BALCAO_EMBEDDED(nfce_correction_subjects)

namespace balcao::nfce {

namespace {

constexpr std::string_view of_taxes = "Carta de correção não muda valor, quantidade nem imposto: cancele a nota, se "
                                      "ainda der tempo, ou emita uma nota complementar ou de devolução.";
constexpr std::string_view of_people = "Carta de correção não troca o emitente nem o destinatário: cancele a nota, se "
                                       "ainda der tempo, ou emita uma nota de devolução.";
constexpr std::string_view of_dates = "Carta de correção não muda a data de emissão nem a de saída.";
constexpr std::string_view of_numbers = "Carta de correção não muda o número da nota nem a nota a que ela se refere.";

std::string_view sentence_of(std::string_view reason) {
    if (reason.empty()) return {};
    if (reason == "imposto") return of_taxes;
    if (reason == "pessoa") return of_people;
    if (reason == "data") return of_dates;
    if (reason == "numero") return of_numbers;
    throw std::logic_error("nfe-correcao.csv names a reason that is none");
}

/// "Unidade: M2"; without the name for a subject that is none, which check_event refuses.
std::string sentence_of(Correction::Item const& item) {
    auto const& known = correction_subjects();
    auto const subject = std::ranges::find(known, std::string_view(item.assunto), &CorrectionSubject::codigo);
    return subject == known.end() ? item.texto : std::string(subject->nome) + ": " + item.texto;
}

} // namespace

std::vector<CorrectionSubject> const& correction_subjects() {
    static auto const all = [] {
        static CsvTable const table(nfce_correction_subjects());
        auto const nome = table.column("nome"), motivo = table.column("motivo");
        std::vector<CorrectionSubject> read;
        for (auto const& row : table.rows())
            read.push_back({.codigo = row[0], .nome = row[nome], .refusal = sentence_of(row[motivo])});
        return read;
    }();
    return all;
}

std::string correction_text(Correction const& correction) {
    if (!correction.texto.empty()) return correction.texto;
    auto text = correction.anterior;
    for (auto const& item : correction.itens) text += (text.empty() ? "" : "; ") + sentence_of(item);
    return text;
}

std::string_view const correction_terms =
    "A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970 e "
    "pode ser utilizada para regularizacao de erro ocorrido na emissao de documento fiscal, desde que o erro nao "
    "esteja relacionado com: I - as variaveis que determinam o valor do imposto tais como: base de calculo, aliquota, "
    "diferenca de preco, quantidade, valor da operacao ou da prestacao; II - a correcao de dados cadastrais que "
    "implique mudanca do remetente ou do destinatario; III - a data de emissao ou de saida.";

} // namespace balcao::nfce
