#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct evp_pkey_st; // OpenSSL's EVP_PKEY
struct x509_st;     // OpenSSL's X509

namespace balcao::nfce {

/// What TLS needs of a certificate. Borrowed: valid as long as a copy of the Certificate; not to be changed.
struct TlsIdentity {
    evp_pkey_st* key = nullptr;
    x509_st* certificate = nullptr;
    std::vector<x509_st*> chain; ///< issuers that came in the file, the certificate's own first, the root left out
};

/// Why a .pfx could not be used.
enum class CertificateError {
    wrong_password,
    damaged,        ///< not a PKCS#12 file, or one that asks for absurd work
    no_key,         ///< no private key inside
    no_certificate, ///< no certificate that belongs to the key
    not_rsa         ///< the layout signs with RSA only
};

/// A sentence in Portuguese for the user.
std::string_view describe(CertificateError error);

/// An A1 certificate with its RSA key. Immutable; copies share the key; every member may be called from any thread.
/// The key stays inside OpenSSL and is wiped with the last copy.
class Certificate {
public:
    /// `pfx` is the file's content, old RC2 and 3DES exports included.
    static std::expected<Certificate, CertificateError> open(std::string_view pfx, std::string_view password);

    /// Base64 of RSA PKCS#1 v1.5 over the SHA-1 of `text`.
    std::string sign_sha1(std::string_view text) const;

    std::string const& der_base64() const; ///< X509Certificate, one line
    std::string const& cnpj() const;       ///< from SAN 2.16.76.1.3.3 or the CN's ":CNPJ"; empty when neither is there
    std::string const& subject() const;    ///< CN
    std::string const& issuer() const;     ///< CN of the issuer
    std::string const& serial() const;     ///< upper-case hexadecimal
    std::int64_t valid_from() const;       ///< seconds since the epoch
    std::int64_t valid_to() const;

    TlsIdentity tls_identity() const;

private:
    struct Content;
    explicit Certificate(std::shared_ptr<Content const> content) : content_(std::move(content)) {}
    std::shared_ptr<Content const> content_;
};

/// What a certificate says of its holder.
struct CertificateFacts {
    std::string cnpj;                          ///< empty when it names none
    std::int64_t valid_from = 0, valid_to = 0; ///< seconds since the epoch
};
CertificateFacts facts_of(Certificate const& certificate);
/// Of the end certificate as a signature carries it (DER); nullopt when it is none.
std::optional<CertificateFacts> facts_of_der(std::string_view der_certificate);

/// True when `signature` (binary) is RSA-SHA1 PKCS#1 v1.5 over `text` by the key of the DER certificate.
bool verify_sha1(std::string_view der_certificate, std::string_view text, std::string_view signature);

} // namespace balcao::nfce
