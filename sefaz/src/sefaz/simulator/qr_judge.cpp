#include "sefaz/simulator/qr_judge.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include <fmt/format.h>

#include "nfce/certificate.hpp"
#include "nfce/digest.hpp"
#include "nfce/qr.hpp"

namespace balcao::sefaz::simulator {

namespace {

/// The value of p, and its fields.
struct Parameter {
    std::string_view text;
    std::vector<std::string_view> fields;
    int version() const { return fields.size() < 2 ? 0 : fields[1] == "2" ? 2 : fields[1] == "3" ? 3 : 0; }
    /// What its last field is over.
    std::string_view before_last() const { return text.substr(0, text.rfind('|')); }
};

Parameter parameter_of(nfce::Nfce const& nfce) {
    std::string_view const url = nfce.infNFeSupl.qrCode;
    auto const begin = url.find("?p=");
    Parameter parameter{.text = begin == std::string_view::npos ? std::string_view() : url.substr(begin + 3),
                        .fields = {}};
    for (auto const field : parameter.text | std::views::split('|'))
        parameter.fields.emplace_back(std::ranges::data(field), std::ranges::size(field));
    return parameter;
}

Code naming(int cStat, std::string_view text, std::string_view parameter) {
    return Code(cStat, fmt::format("Rejeição: {} [Param: {}]", text, parameter));
}

/// An offline code of version 3 ends with the issuer's signature over what stands before it.
bool is_signature_wrong(Parameter const& parameter, nfce::XmlDocument const& document) {
    auto const holder = document.all("X509Certificate");
    auto const der = holder.size() == 1 ? nfce::base64_decode(holder.front().text().value_or("")) : std::nullopt;
    auto const signature = nfce::base64_decode(parameter.fields.back());
    return !der || !signature || !nfce::verify_sha1(*der, parameter.before_last(), *signature);
}

struct Expected {
    std::string_view name;
    std::string value;
};
/// What the fields behind the version must be, as far as the receipt says it.
std::vector<Expected> expected_fields(nfce::Nfce const& nfce, int version, std::string_view digest) {
    auto const facts = nfce::qr_facts(nfce, digest);
    std::vector<Expected> all{{"tpAmb", std::to_string(facts.tpAmb)}};
    if (!facts.offline) return all;
    all.push_back({"dhEmi", facts.day});
    all.push_back({"vNF", facts.vNF});
    if (version == 2) all.push_back({"digVal", nfce::hex_lower(nfce::as_bytes(digest))});
    return all;
}

} // namespace

std::optional<Code> qr_fault(nfce::Nfce const& nfce, nfce::XmlDocument const& document, std::string_view digest) {
    auto const parameter = parameter_of(nfce);
    auto const& fields = parameter.fields;
    auto const version = parameter.version();
    bool const offline = nfce.ide.tpEmis == 9;
    if (version == 0) return naming(398, "Parâmetro Versão informada no QR-Code diverge do previsto", "nVersao");
    std::size_t const wanted = offline ? 8 : version == 2 ? 5 : 3;
    if (version == 3 && !offline && fields.size() > wanted) return Code(445);
    if (version == 3 && offline && fields.size() + 1 == wanted) return Code(474);
    if (fields.size() != wanted) return naming(396, "Parâmetro do QR-Code inexistente", "p");
    auto const diverges = [](std::string_view name) {
        return naming(397, "Parâmetro do QR-Code divergente da Nota Fiscal", name);
    };
    if (fields[0] != nfce.chave) return diverges("chNFe");
    std::size_t at = 2;
    for (auto const& [name, value] : expected_fields(nfce, version, digest))
        if (fields[at++] != value) return diverges(name);
    if (version == 3 && offline && is_signature_wrong(parameter, document)) return Code(583);
    return std::nullopt;
}

std::optional<Code> csc_fault(nfce::Nfce const& nfce, std::vector<Registration::Csc> const& registered) {
    auto const parameter = parameter_of(nfce);
    if (parameter.version() != 2) return std::nullopt;
    if (registered.empty()) return Code(796);
    auto const csc =
        std::ranges::find(registered, parameter.fields[parameter.fields.size() - 2], &Registration::Csc::idCSC);
    if (csc == registered.end()) return Code(462);
    if (csc->revogado) return Code(463);
    auto const hash = nfce::hex_upper(nfce::sha1({parameter.before_last(), csc->CSC}));
    return hash == parameter.fields.back() ? std::nullopt : std::optional(Code(464));
}

} // namespace balcao::sefaz::simulator
