#pragma once

#include "nfce/certificate.hpp"
#include "nfce/model.hpp"
#include "nfce/problem.hpp"
#include "nfce/xml_document.hpp"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

/// Reading receipts from outside: NFe alone or inside nfeProc. Pure, any thread.
namespace balcao::nfce {

/// A message of SEFAZ to the issuer beside the code: of an authorisation with alert, what the alert is.
struct ProtocolMessage {
    std::string cMsg, xMsg;
    friend bool operator==(ProtocolMessage const&, ProtocolMessage const&) = default;
};

/// What SEFAZ said of a receipt (protNFe/infProt, reference f3).
struct Protocol {
    int tpAmb = 0; ///< 0 when not told
    int cStat = 0; ///< 0 when it is not a code
    std::string xMotivo, chNFe, nProt, digVal;
    std::string dhRecbto;                  ///< as written
    std::vector<ProtocolMessage> messages; ///< at most five; the first xMsg is printed
    friend bool operator==(Protocol const&, Protocol const&) = default;
};

struct ForeignReceipt {
    Nfce nfce;
    std::string digest_value; ///< Base64 of the SHA-1 over infNFe as it stands here, whatever the signature says
    std::optional<Protocol> protocol; ///< of an nfeProc
};

/// Reads a receipt into the model. All faults at once: malformed XML, another model or layout, values outside their
/// form, groups an NFC-e must not carry (rules 40, 72, 75, 96). Does not check the signature.
std::expected<ForeignReceipt, Problems> read_receipt(std::string_view xml);

/// What a valid signature says.
struct VerifiedSignature {
    std::string id;           ///< of the signed element
    std::string digest_value; ///< Base64
    CertificateFacts signer;
};

/// Verifies the XMLDSig over the one element `signed_name` ("infNFe", "infEvento", "infInut") of the document: exactly
/// one such element, one signature beside it, the reference to its Id, the algorithms SEFAZ takes, digest and RSA.
/// The chain of the certificate up to ICP-Brasil is not checked.
std::expected<VerifiedSignature, Problem> verify_signature(XmlDocument const& document, std::string_view signed_name);

/// Whether the signer may sign for `cnpj` at `moment` (seconds since the epoch): same root, in force.
Problems check_signer(CertificateFacts const& signer, std::string_view cnpj, std::int64_t moment);

/// A cStat as written: three or four digits, else 0. All of the text or nothing: half a code must not mean anything.
int read_code(std::string_view text);

/// protNFe (or infProt) as values.
Protocol read_protocol(XmlElement const& protNFe);

/// Whether the protocol is of the document with that key and DigestValue (Base64). A protocol without digVal matches
/// none, since several signed versions may share a key.
bool matches(Protocol const& protocol, std::string_view chave, std::string_view digest_value);

} // namespace balcao::nfce
