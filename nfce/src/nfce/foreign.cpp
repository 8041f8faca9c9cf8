#include "nfce/foreign.hpp"

#include "nfce/digest.hpp"
#include "nfce/modelo.hpp"
#include "nfce/signature.hpp"
#include "nfce/xml_reader.hpp"
#include "platform/base/text.hpp"

namespace balcao::nfce {

namespace {

constexpr std::size_t most_messages = 5; // PR13

constexpr std::string_view dsig_namespace = "http://www.w3.org/2000/09/xmldsig#";
constexpr std::string_view c14n_algorithm = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";

Problem fault(std::string field, std::string message, int cStat = 0) {
    return {.rule = 0, .cStat = cStat, .field = std::move(field), .message = std::move(message)};
}

std::unexpected<Problem> bad_signature(std::string message, int cStat) {
    return std::unexpected(fault("Signature", std::move(message), cStat));
}

bool has_algorithm(XmlElement const& parent, std::string_view name, std::string_view algorithm) {
    auto const element = parent.child(name);
    return element && element->attribute("Algorithm") == algorithm;
}

bool has_the_two_transforms(XmlElement const& reference) {
    auto const transforms = reference.child("Transforms");
    if (!transforms) return false;
    auto const list = transforms->children();
    return list.size() == 2 && list[0].attribute("Algorithm") == std::string(dsig_namespace) + "enveloped-signature" &&
           list[1].attribute("Algorithm") == c14n_algorithm;
}

} // namespace

int read_code(std::string_view text) {
    bool const is_code = (text.size() == 3 || text.size() == 4) && text.front() != '0' &&
                         text.find_first_not_of("0123456789") == std::string_view::npos;
    return is_code ? static_cast<int>(*balcao::parse_int(text)) : 0;
}

bool matches(Protocol const& protocol, std::string_view chave, std::string_view digest_value) {
    return protocol.chNFe == chave && protocol.digVal == digest_value && !digest_value.empty();
}

Protocol read_protocol(XmlElement const& protNFe) {
    auto const body = protNFe.child("infProt").value_or(protNFe);
    Protocol protocol;
    auto const environment = body.text_of("tpAmb");
    protocol.tpAmb = environment == "1" ? 1 : environment == "2" ? 2 : 0;
    protocol.cStat = read_code(body.text_of("cStat"));
    protocol.xMotivo = body.text_of("xMotivo");
    protocol.chNFe = body.text_of("chNFe");
    protocol.nProt = body.text_of("nProt");
    protocol.digVal = body.text_of("digVal");
    protocol.dhRecbto = body.text_of("dhRecbto");
    for (auto const& child : body.children()) {
        auto& messages = protocol.messages;
        if (child.name() == "cMsg" && messages.size() < most_messages) {
            messages.push_back({.cMsg = child.text().value_or(""), .xMsg = {}});
        } else if (child.name() == "xMsg" && !messages.empty() && messages.back().xMsg.empty()) {
            messages.back().xMsg = child.text().value_or("");
        }
    }
    return protocol;
}

std::expected<ForeignReceipt, Problems> read_receipt(std::string_view xml) {
    auto const refused = [](Problem problem) { return std::unexpected(Problems{std::move(problem)}); };
    auto const document = XmlDocument::parse(xml);
    if (!document) return refused(fault("", document.error()));
    auto const root = document->root();
    auto const nfe = root.name() == "nfeProc" ? root.child("NFe")
                     : root.name() == "NFe"   ? std::optional(root)
                                              : std::nullopt;
    auto const body = nfe ? nfe->child("infNFe") : std::nullopt;
    if (!body || body->namespace_uri() != nfe_namespace) return refused(fault("NFe", "O XML não é uma NF-e."));
    if (body->attribute("versao") != "4.00")
        return refused(fault("infNFe/@versao", "A versão do leiaute deve ser 4.00.", 239));

    ForeignReceipt receipt;
    auto const id = body->attribute("Id").value_or("");
    if (id.size() != 47 || !id.starts_with("NFe"))
        return refused(fault("infNFe/@Id", "Chave de acesso inconsistente.", 502));
    receipt.nfce.chave = id.substr(3);
    XmlReader reader(*body, "infNFe");
    layout::describe_infNFe(reader, receipt.nfce);
    auto problems = reader.finish();
    if (auto const supplement = nfe->child("infNFeSupl")) {
        XmlReader supplement_reader(*supplement, "infNFeSupl");
        layout::describe_supplement(supplement_reader, receipt.nfce.infNFeSupl);
        for (auto& problem : supplement_reader.finish()) problems.push_back(std::move(problem));
    }
    for (auto& problem : refused_by_model(receipt.nfce)) problems.push_back(std::move(problem));
    if (auto const mod = std::to_string(receipt.nfce.ide.mod); receipt.nfce.chave.substr(20, 2) != mod)
        problems.push_back(fault("infNFe/@Id", "A chave de acesso é de outro modelo de documento.", 502));
    // Paths start below infNFe, as those of the rules do.
    for (auto& problem : problems)
        if (problem.field.starts_with("infNFe/")) problem.field.erase(0, 7);
    if (!problems.empty()) return std::unexpected(std::move(problems));
    auto const signed_text = body->canonical();
    if (!signed_text) return refused(fault("infNFe", "O documento não tem forma canônica.", 298));
    receipt.digest_value = base64(sha1({*signed_text}));
    if (auto const protocol = root.child("protNFe")) receipt.protocol = read_protocol(*protocol);
    return receipt;
}

std::expected<VerifiedSignature, Problem> verify_signature(XmlDocument const& document, std::string_view signed_name) {
    auto const bodies = document.all(signed_name);
    if (bodies.size() != 1) return bad_signature("O documento não tem exatamente um elemento assinado.", 298);
    auto const& body = bodies.front();
    auto const parent = body.parent();
    auto const signature = parent ? parent->child("Signature") : std::nullopt;
    if (!signature || document.all("Signature").size() != 1 || signature->namespace_uri() != dsig_namespace)
        return bad_signature("A assinatura está ausente ou fora do lugar.", 298);

    auto const info = signature->child("SignedInfo");
    auto const reference = info ? info->child("Reference") : std::nullopt;
    auto const id = body.attribute("Id").value_or("");
    if (!reference || id.empty() || reference->attribute("URI") != "#" + id)
        return bad_signature("A assinatura não se refere ao documento.", 298);
    if (!has_algorithm(*info, "CanonicalizationMethod", c14n_algorithm) ||
        !has_algorithm(*info, "SignatureMethod", std::string(dsig_namespace) + "rsa-sha1") ||
        !has_algorithm(*reference, "DigestMethod", std::string(dsig_namespace) + "sha1") ||
        !has_the_two_transforms(*reference) || info->children().size() != 3)
        return bad_signature("A assinatura usa algoritmos que a SEFAZ não aceita.", 298);

    auto const digest = base64_decode(reference->text_of("DigestValue"));
    auto const signed_text = body.canonical(), signed_info = info->canonical();
    if (!signed_text || !signed_info) return bad_signature("O documento não tem forma canônica.", 298);
    auto const computed = sha1({*signed_text});
    if (!digest || *digest != std::string_view(reinterpret_cast<char const*>(computed.data()), computed.size()))
        return bad_signature("O conteúdo foi alterado depois de assinado (digest difere).", 297);
    auto const holder = signature->descendant("X509Certificate");
    auto const der = holder ? base64_decode(holder->text().value_or("")) : std::nullopt;
    auto const value = base64_decode(signature->text_of("SignatureValue"));
    if (!der || !value || !verify_sha1(*der, *signed_info, *value))
        return bad_signature("A assinatura não confere com o certificado.", 297);
    auto const signer = facts_of_der(*der);
    if (!signer) return bad_signature("O certificado da assinatura é ilegível.", 297);
    return VerifiedSignature{.id = id, .digest_value = base64(computed), .signer = *signer};
}

Problems check_signer(CertificateFacts const& signer, std::string_view cnpj, std::int64_t moment) {
    Problems problems;
    if (moment < signer.valid_from || moment > signer.valid_to) {
        problems.push_back({.rule = 1,
                            .cStat = 291,
                            .field = "Signature",
                            .message = "O certificado não estava em vigor na emissão."});
    }
    if (signer.cnpj.size() != 14 || signer.cnpj.substr(0, 8) != cnpj.substr(0, 8)) {
        problems.push_back({.rule = 2,
                            .cStat = 213,
                            .field = "Signature",
                            .message = "O certificado é de outra empresa (raiz do CNPJ diferente)."});
    }
    return problems;
}

} // namespace balcao::nfce
