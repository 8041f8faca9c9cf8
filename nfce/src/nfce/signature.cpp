#include "nfce/signature.hpp"

#include "nfce/digest.hpp"

#include <fmt/format.h>

namespace balcao::nfce {

namespace {

constexpr std::string_view dsig_namespace = "http://www.w3.org/2000/09/xmldsig#";
constexpr std::string_view c14n_algorithm = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";

/// The document writes empty elements short and inherits xmlns; canonical form does neither.
std::string signed_info(std::string_view id, std::string_view digest, bool canonical) {
    auto const empty = [canonical](std::string_view name, std::string_view algorithm, std::string_view fragment = "") {
        return canonical ? fmt::format("<{} Algorithm=\"{}{}\"></{}>", name, algorithm, fragment, name)
                         : fmt::format("<{} Algorithm=\"{}{}\"/>", name, algorithm, fragment);
    };
    std::string out;
    out.reserve(900);
    out += canonical ? fmt::format("<SignedInfo xmlns=\"{}\">", dsig_namespace) : std::string("<SignedInfo>");
    out += empty("CanonicalizationMethod", c14n_algorithm);
    out += empty("SignatureMethod", dsig_namespace, "rsa-sha1");
    out += fmt::format("<Reference URI=\"#{}\"><Transforms>", id);
    out += empty("Transform", dsig_namespace, "enveloped-signature");
    out += empty("Transform", c14n_algorithm);
    out += "</Transforms>";
    out += empty("DigestMethod", dsig_namespace, "sha1");
    out += fmt::format("<DigestValue>{}</DigestValue></Reference></SignedInfo>", digest);
    return out;
}

} // namespace

std::string digest_value(std::string_view start_tag, std::string_view rest) { return base64(sha1({start_tag, rest})); }

std::string canonical_signed_info(std::string_view id, std::string_view digest) {
    return signed_info(id, digest, true);
}

std::string signature_element(std::string_view id, std::string_view digest, Certificate const& certificate) {
    return fmt::format(
        "<Signature xmlns=\"{}\">{}<SignatureValue>{}</SignatureValue><KeyInfo><X509Data><X509Certificate>{}"
        "</X509Certificate></X509Data></KeyInfo></Signature>",
        dsig_namespace, signed_info(id, digest, false), certificate.sign_sha1(canonical_signed_info(id, digest)),
        certificate.der_base64());
}

} // namespace balcao::nfce
