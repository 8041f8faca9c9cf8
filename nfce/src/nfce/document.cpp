#include "nfce/document.hpp"

#include "nfce/expected_size.hpp"
#include "nfce/key.hpp"
#include "nfce/modelo.hpp"
#include "nfce/signature.hpp"
#include "nfce/xml_writer.hpp"

#include <fmt/format.h>

namespace balcao::nfce {

std::expected<SignedDocument, Problem> write_signed(Nfce const& nfce, QrVersion const& qr, ConsultationUrls const& urls,
                                                    Certificate const& certificate) {
    if (!is_valid_key(nfce.chave)) {
        return std::unexpected(
            Problem{.rule = 14, .cStat = 253, .field = "infNFe/@Id", .message = "Chave de acesso inconsistente."});
    }

    SignedDocument signed_document{.xml = {}, .chave = nfce.chave, .digest_value = {}, .supplement = {}};
    XmlWriter writer(expected_receipt_bytes(nfce.det.size()));
    writer.raw(fmt::format("<NFe xmlns=\"{}\"><infNFe Id=\"NFe{}\" versao=\"4.00\">", nfe_namespace, nfce.chave));
    auto const body = writer.size();
    write_infNFe(writer, nfce);
    writer.raw("</infNFe>");

    auto const id = "NFe" + nfce.chave;
    signed_document.digest_value = digest_value(
        fmt::format("<infNFe xmlns=\"{}\" Id=\"{}\" versao=\"4.00\">", nfe_namespace, id), writer.since(body));
    if (modelo_of(nfce.ide.mod).has_supplement) {
        auto& supplement = signed_document.supplement;
        supplement.qrCode =
            qr_url(urls.qrCode, qr_parameter(qr_facts(nfce, signed_document.digest_value), qr, certificate));
        supplement.urlChave = urls.urlChave;
        writer.element("infNFeSupl", [&] { layout::describe_supplement(writer, supplement); });
    }
    if (writer.refused()) {
        return std::unexpected(Problem{.rule = 0,
                                       .cStat = 225,
                                       .field = *writer.refused(),
                                       .message = "O valor não pode ser escrito no XML: sinal negativo, casas decimais "
                                                  "demais ou caracteres não permitidos."});
    }
    writer.raw(signature_element(id, signed_document.digest_value, certificate));
    writer.raw("</NFe>");
    signed_document.xml = writer.take();
    return signed_document;
}

} // namespace balcao::nfce
