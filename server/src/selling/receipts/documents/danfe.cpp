#include "selling/receipts/documents/documents.hpp"

#include "nfce/services.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

namespace {

Result<void> check_document(Nota const& nota) {
    if (nota.state() != Estado::autorizada_sem_xml) return {};
    return fail({.kind = FailureKind::action_unavailable,
                 .title = "Nota sem XML",
                 .detail = "A SEFAZ autorizou esta nota com um conteúdo que não está aqui. Envie o XML dela.",
                 .current_json = summary_json(nota)});
}

} // namespace

Result<std::string> document_of(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota) {
    BALCAO_TRY(check_document(nota));
    auto const xml = version_xml(connection, scope, nota.id, nota.versao);
    auto const protocol = find_document(connection, scope, "protNFe", DocumentOf::nota, nota.id.uuid());
    return protocol ? nfce::stored_document(xml, *protocol) : xml;
}

Result<void> check_printable(Nota const& nota) {
    bool const printable = is_authorised(nota.state()) || nota.tpEmis == 9 || nota.nProt;
    if (printable) return check_document(nota);
    return fail({.kind = FailureKind::action_unavailable,
                 .title = "Nota ainda não autorizada",
                 .detail = "Só uma nota autorizada ou em contingência pode ser impressa.",
                 .current_json = summary_json(nota)});
}

Result<std::string> draw_danfe(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                               DanfeForm const& form) {
    BALCAO_TRY(check_printable(nota));
    if (!nota.of_modelo().prints_on_roll && (form.columns || form.paper != nfce::Paper::a4)) {
        return fail({.kind = FailureKind::action_unavailable,
                     .title = "A NF-e é impressa em A4",
                     .detail = "O DANFE da NF-e não cabe na bobina. Imprima em A4.",
                     .current_json = summary_json(nota)});
    }
    auto const xml = BALCAO_TRY(document_of(connection, scope, nota));
    auto const receipt = nfce::read_receipt(xml);
    if (!receipt) throw db::Error("receipts: a stored document cannot be read: " + receipt.error().front().message);
    std::optional<std::string> logo;
    if (auto const company = companies::find(connection, scope); company && !form.columns)
        logo = companies::find_documents_logo(connection, company->company);
    nfce::DanfeOptions options{.paper = form.paper,
                               .copy = form.copy,
                               .cancelled =
                                   nota.state() == Estado::cancelada || nota.state() == Estado::cancelada_subst,
                               .reprint = form.reprint};
    if (logo) options.logo = *logo;
    auto drawn =
        form.columns ? nfce::danfe_escpos(*receipt, options, *form.columns) : nfce::danfe_pdf(*receipt, options);
    if (!drawn) return invalid(drawn.error().message);
    return *std::move(drawn);
}

} // namespace balcao::receipts
