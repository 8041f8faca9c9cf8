#include "nfce/sign_xml.hpp"

#include "nfce/digest.hpp"
#include "nfce/foreign.hpp"
#include "nfce/signature.hpp"

#include <fmt/format.h>

namespace balcao::nfce {

std::optional<std::string_view> signed_element_of(const XmlDocument& document) {
    for (const std::string_view name : {"infNFe", "infEvento", "infInut"})
        if (!document.all(name).empty()) return name;
    return std::nullopt;
}

std::expected<std::string, std::string> sign_xml(std::string_view xml, const Certificate& certificate) {
    const auto document = XmlDocument::parse(xml);
    if (!document) return std::unexpected(document.error());
    const auto name = signed_element_of(*document);
    if (!name) return std::unexpected("O XML não traz infNFe, infEvento nem infInut.");
    const auto bodies = document->all(*name);
    if (bodies.size() != 1) return std::unexpected("O XML traz mais de um documento.");
    if (!document->all("Signature").empty()) return std::unexpected("O XML já está assinado.");
    const auto id = bodies.front().attribute("Id").value_or("");
    const auto around = bodies.front().parent();
    if (id.empty() || !around) return std::unexpected("O elemento a assinar não tem Id ou não está dentro de outro.");
    const auto end = xml.rfind(fmt::format("</{}>", around->name()));
    if (end == std::string_view::npos) return std::unexpected("O XML usa prefixos de namespace, que a SEFAZ não aceita.");
    const auto canonical = bodies.front().canonical();
    if (!canonical) return std::unexpected("O documento não tem forma canônica.");
    const auto digest = base64(sha1({*canonical}));
    std::string result(xml.substr(0, end));
    result += signature_element(id, digest, certificate);
    result += xml.substr(end);
    // What the reader and the text search understood may differ in odd documents; the verifier decides.
    const auto reread = XmlDocument::parse(result);
    if (!reread || !verify_signature(*reread, *name)) return std::unexpected("O XML não pôde ser assinado de forma verificável.");
    return result;
}

} // namespace balcao::nfce
