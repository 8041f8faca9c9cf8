#include "nfce/reissue.hpp"

#include "nfce/expected_size.hpp"
#include "nfce/foreign.hpp"
#include "nfce/qr.hpp"
#include "nfce/receipt_key.hpp"
#include "nfce/sign_xml.hpp"
#include "nfce/xml_writer.hpp"

namespace balcao::nfce {

namespace {

constexpr std::string_view infnfe_end = "</infNFe>";

Problem damaged(std::string message) {
    return {.rule = 0, .cStat = 0, .field = "infNFe", .message = std::move(message)};
}

/// Nothing when the signature holds.
std::optional<Problem> broken_signature(std::string_view signed_nfe) {
    auto const document = XmlDocument::parse(signed_nfe);
    if (!document) return damaged(document.error());
    auto const verified = verify_signature(*document, "infNFe");
    return verified ? std::nullopt : std::optional(verified.error());
}

/// Whether writing the model again gives the bytes that were signed, so that a change of it changes nothing else.
bool is_written_alike(std::string_view signed_nfe, Nfce const& nfce) {
    auto const start = signed_nfe.find("<infNFe ");
    auto const content = signed_nfe.find('>', start), end = signed_nfe.find(infnfe_end, start);
    if (content == std::string_view::npos || end == std::string_view::npos || end < content) return false;
    XmlWriter writer(expected_receipt_bytes(nfce.det.size()));
    write_infNFe(writer, nfce);
    return !writer.refused() && writer.take() == signed_nfe.substr(content + 1, end - content - 1);
}

} // namespace

std::expected<Nfce, Problems> reissue(std::string_view signed_nfe, Reissue const& change) {
    auto const refused = [](Problem problem) { return std::unexpected(Problems{std::move(problem)}); };
    auto receipt = read_receipt(signed_nfe);
    if (!receipt) return std::unexpected(std::move(receipt).error());
    if (auto problem = broken_signature(signed_nfe)) return refused(*std::move(problem));
    auto& nfce = receipt->nfce;
    if (!is_written_alike(signed_nfe, nfce))
        return refused(damaged("A nota guardada traz dados que este programa não escreve; emita a venda de novo."));

    auto& ide = nfce.ide;
    ide.nNF = change.nNF;
    ide.cNF = change.cNF;
    ide.tpEmis = change.tpEmis;
    ide.dhEmi = change.dhEmi;
    ide.dhCont = change.dhCont;
    ide.xJust = change.xJust;
    nfce.infNFeSupl = {};
    auto const key = key_of(nfce);
    if (!key) {
        return refused({.rule = 14,
                        .cStat = 253,
                        .field = "infNFe/@Id",
                        .message = "A chave de acesso não pode ser formada: confira número, cNF e tpEmis."});
    }
    ide.cDV = key->substr(43);
    if (nfce.infRespTec && nfce.infRespTec->csrt && *key != nfce.chave) {
        if (!change.CSRT) {
            return refused({.rule = 0,
                            .cStat = 975,
                            .field = "infRespTec/hashCSRT",
                            .message = "Falta o CSRT do responsável técnico, que acompanha a chave de acesso."});
        }
        nfce.infRespTec->csrt->hashCSRT = hash_csrt(*change.CSRT, *key);
    }
    nfce.chave = *key;
    return std::move(nfce);
}

std::expected<std::string, Problem> sign_again(std::string_view signed_nfe, Certificate const& certificate) {
    if (auto problem = broken_signature(signed_nfe)) return std::unexpected(*std::move(problem));
    constexpr std::string_view signature_end = "</Signature>";
    auto const start = signed_nfe.find("<Signature "), end = signed_nfe.find(signature_end);
    if (start == std::string_view::npos || end == std::string_view::npos || end < start)
        return std::unexpected(damaged("A assinatura está ausente ou fora do lugar."));
    std::string unsigned_nfe(signed_nfe.substr(0, start));
    unsigned_nfe += signed_nfe.substr(end + signature_end.size());
    auto result = sign_xml(unsigned_nfe, certificate);
    if (!result) return std::unexpected(damaged(std::move(result).error()));
    return *std::move(result);
}

} // namespace balcao::nfce
