// What who bought reads.

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/documents/documents.hpp"
#include "selling/receipts/emails/email_row.hpp"

namespace balcao::receipts {

namespace {

// In groups of four, as on paper.
std::string spaced(std::string_view chave) {
    constexpr std::size_t group = 4;
    std::string text;
    for (std::size_t at = 0; at < chave.size(); at += group) {
        if (at > 0) text += ' ';
        text += chave.substr(at, group);
    }
    return text;
}

std::string body_of(companies::Company const& company, std::string const& shop, Nota const& nota) {
    auto const issued = local_date_time_text(nota.dhEmi, company.fuso_horario).substr(0, 10);
    auto text =
        fmt::format("Olá.\r\n\r\n"
                    "Segue a {}, de {} (CNPJ {}), emitida em {}.\r\n\r\n"
                    "Valor: {}\r\n"
                    "Chave de acesso: {}\r\n\r\n"
                    "Em anexo vão o XML, que é a nota e deve ser guardado, e o DANFE em PDF, para conferir e "
                    "imprimir.\r\n",
                    name_of(nota), shop, document_text(company.cnpj), issued, brl(nota.vNF), spaced(nota.chave));
    if (nota.ambiente != "producao") text += "\r\nEsta nota é um teste, sem valor fiscal.\r\n";
    if (company.telefone) text += fmt::format("\r\nDúvidas? Fale com {}: {}.\r\n", shop, phone_text(*company.telefone));
    return text;
}

} // namespace

Result<void> check_sendable(Nota const& nota) {
    auto const estado = nota.state();
    if (estado == Estado::cancelada || estado == Estado::cancelada_subst)
        return unavailable(nota, "Esta nota foi cancelada e não é mais enviada por e-mail.");
    if (!is_authorised(estado)) return unavailable(nota, "Só uma nota autorizada é enviada por e-mail.");
    return check_printable(nota);
}

Result<mail::Message> message_of(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                                 ReceiptEmail const& email) {
    BALCAO_TRY(check_sendable(nota));
    auto const company = companies::find(connection, scope).value().company;
    auto const shop = company.nome_fantasia.value_or(company.razao_social);
    auto const& modelo = nota.of_modelo();
    auto xml = BALCAO_TRY(document_of(connection, scope, nota));
    auto pdf = BALCAO_TRY(
        draw_danfe(connection, scope, nota, {.paper = modelo.prints_on_roll ? nfce::Paper::roll80 : nfce::Paper::a4}));
    mail::Message message{.to = email.para,
                          .subject =
                              fmt::format("{}{} {} de {}, {}", nota.ambiente == "producao" ? "" : "[Sem valor fiscal] ",
                                          modelo.nome, grouped(nota.numero), shop, brl(nota.vNF)),
                          .text = body_of(company, shop, nota)};
    message.sender_name = shop;
    message.id = email.id.uuid();
    message.attachments.push_back(
        {.name = nota.chave + "-nfe.xml", .type = "application/xml", .content = std::move(xml)});
    message.attachments.push_back({.name = nota.chave + ".pdf", .type = "application/pdf", .content = std::move(pdf)});
    return message;
}

} // namespace balcao::receipts
