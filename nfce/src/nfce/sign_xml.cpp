#include "nfce/sign_xml.hpp"

#include "nfce/digest.hpp"
#include "nfce/foreign.hpp"
#include "nfce/signature.hpp"

#include <fmt/format.h>

namespace balcao::nfce {

std::optional<std::string_view> signed_element_of(XmlDocument const& document) {
    for (std::string_view const name : {"infNFe", "infEvento", "infInut"})
        if (!document.all(name).empty()) return name;
    return std::nullopt;
}

std::expected<std::string, std::string> sign_xml(std::string_view xml, Certificate const& certificate) {
    auto const document = XmlDocument::parse(xml);
    if (!document) return std::unexpected(document.error());
    auto const name = signed_element_of(*document);
    if (!name) return std::unexpected("O XML não traz infNFe, infEvento nem infInut.");
    auto const bodies = document->all(*name);
    if (bodies.size() != 1) return std::unexpected("O XML traz mais de um documento.");
    if (!document->all("Signature").empty()) return std::unexpected("O XML já está assinado.");
    auto const id = bodies.front().attribute("Id").value_or("");
    auto const around = bodies.front().parent();
    if (id.empty() || !around) return std::unexpected("O elemento a assinar não tem Id ou não está dentro de outro.");
    auto const end = xml.rfind(fmt::format("</{}>", around->name()));
    if (end == std::string_view::npos)
        return std::unexpected("O XML usa prefixos de namespace, que a SEFAZ não aceita.");
    auto const canonical = bodies.front().canonical();
    if (!canonical) return std::unexpected("O documento não tem forma canônica.");
    auto const digest = base64(sha1({*canonical}));
    std::string result(xml.substr(0, end));
    result += signature_element(id, digest, certificate);
    result += xml.substr(end);
    // What the reader and the text search understood may differ in odd documents; the verifier decides.
    auto const reread = XmlDocument::parse(result);
    if (!reread || !verify_signature(*reread, *name))
        return std::unexpected("O XML não pôde ser assinado de forma verificável.");
    return result;
}

} // namespace balcao::nfce
