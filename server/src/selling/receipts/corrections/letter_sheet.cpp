#include <fmt/format.h>

#include "nfce/correction.hpp"
#include "platform/base/brazilian.hpp"
#include "registry/companies/companies.hpp"
#include "selling/budgets/report_document.hpp"
#include "selling/receipts/corrections/letters.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query find_registration{"receipts_letter_registered", R"sql(
    select dhReg from nfce_evento where emitente_id = :emitente_id and id = :id)sql"};

} // namespace

std::string draw_letter(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                        StoredEvent const& letter, Instant now) {
    auto const company = companies::find(connection, scope).value().company;
    auto const at = [&](Instant moment) { return local_date_time_text(moment, company.fuso_horario); };
    auto const registered =
        connection.scalar<std::optional<Instant>>(find_registration, {{"emitente_id", scope.id()}, {"id", letter.id}});
    auto document = budgets::report_of(company, fmt::format("CARTA DE CORREÇÃO Nº {}", letter.nSeqEvento));
    document.logo = companies::find_documents_logo(connection, company).value_or("");
    document.subtitles.push_back(fmt::format("da NF-e nº {}, série {}", grouped(nota.numero), nota.serie));
    document.subtitles.push_back("emitida em " + at(nota.dhEmi));
    if (nota.ambiente != "producao") document.subtitles.emplace_back("Sem valor fiscal");
    document.figures = {{"Registrada em", at(registered.value_or(std::nullopt).value_or(letter.created_at))},
                        {"Protocolo", letter.nProt.value_or("—")}};
    document.tables.push_back(
        {.title = "Nota",
         .columns = {{.title = "Chave de acesso", .share = 4},
                     {.title = "Destinatário", .share = 3},
                     {.title = "CNPJ ou CPF", .share = 1.6}},
         .rows = {
             {nota.chave, nota.nome.value_or("—"),
              nota.documento.transform([](std::string const& one) { return document_text(one); }).value_or("—")}}});
    document.tables.push_back({.title = "Correção",
                               .columns = {{.title = "A considerar nesta nota"}},
                               .rows = {{letter.xCorrecao.value_or("")}},
                               .note = std::string(nfce::correction_terms)});
    document.generated = "Gerado em " + at(now);
    return budgets::draw(document);
}

} // namespace balcao::receipts
