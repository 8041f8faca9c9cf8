#include "nfce/certificate.hpp"

#include "nfce/digest.hpp"

#include <openssl/err.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <ctime>
#include <stdexcept>
#include <vector>

namespace balcao::nfce {

namespace {

template <auto Free>
struct Release {
    template <class T>
    void operator()(T* p) const {
        Free(p);
    }
};
template <class T, auto Free>
using Owned = std::unique_ptr<T, Release<Free>>;

using Key = Owned<EVP_PKEY, EVP_PKEY_free>;
using X509Ptr = Owned<X509, X509_free>;
using AlgorithmParameters = Owned<PBE2PARAM, PBE2PARAM_free>;

/// Rounds of password hashing a whole file may ask for. More than ten times what any issuer uses; a crafted file could
/// otherwise keep a thread busy for hours.
constexpr std::int64_t most_iterations = 1'000'000;
constexpr std::size_t most_file_bytes = 64 * 1024;
/// ICP-Brasil has three levels below its root.
constexpr std::size_t most_chain = 6;

/// RC2 and 3DES of old exports live in the legacy provider. A context of our own keeps them away from the rest of the
/// process. Never freed: keys of living certificates refer to it.
OSSL_LIB_CTX* library() {
    static OSSL_LIB_CTX* const context = [] {
        auto* created = OSSL_LIB_CTX_new();
        if (created == nullptr || OSSL_PROVIDER_load(created, "default") == nullptr)
            throw std::runtime_error("OpenSSL: default provider missing");
        // Without the legacy provider new files still open; an old one is then reported as damaged.
        OSSL_PROVIDER_load(created, "legacy");
        return created;
    }();
    return context;
}

/// What is left of most_iterations.
class Budget {
public:
    bool covers(const ASN1_INTEGER* iterations) {
        std::int64_t count = 1;
        if (iterations != nullptr && ASN1_INTEGER_get_int64(&count, iterations) != 1) return false;
        if (count < 1 || count > left_) return false;
        left_ -= count;
        return true;
    }

private:
    std::int64_t left_ = most_iterations;
};

/// Whether the rounds that the password-based encryption asks for are covered.
bool affordable(const X509_ALGOR* algorithm, Budget& budget) {
    const ASN1_OBJECT* object = nullptr;
    X509_ALGOR_get0(&object, nullptr, nullptr, algorithm);
    if (OBJ_obj2nid(object) != NID_pbes2) {
        Owned<PBEPARAM, PBEPARAM_free> const parameters(
            static_cast<PBEPARAM*>(ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(PBEPARAM), algorithm->parameter)));
        return parameters && budget.covers(parameters->iter);
    }
    AlgorithmParameters const parameters(
        static_cast<PBE2PARAM*>(ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(PBE2PARAM), algorithm->parameter)));
    if (!parameters) return false;
    X509_ALGOR_get0(&object, nullptr, nullptr, parameters->keyfunc);
    if (OBJ_obj2nid(object) != NID_id_pbkdf2) return false;
    Owned<PBKDF2PARAM, PBKDF2PARAM_free> const derivation(static_cast<PBKDF2PARAM*>(
        ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(PBKDF2PARAM), parameters->keyfunc->parameter)));
    return derivation && budget.covers(derivation->iter);
}

struct Bags {
    Key key;
    std::vector<X509Ptr> certificates;
};

void free_bags(STACK_OF(PKCS12_SAFEBAG) * bags) { sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free); }
void free_safes(STACK_OF(PKCS7) * safes) { sk_PKCS7_pop_free(safes, PKCS7_free); }

bool collect(const STACK_OF(PKCS12_SAFEBAG) * bags, char const* password, int size, Budget& budget, Bags& found) {
    for (int i = 0; i < sk_PKCS12_SAFEBAG_num(bags); ++i) {
        auto const* bag = sk_PKCS12_SAFEBAG_value(bags, i);
        switch (PKCS12_SAFEBAG_get_nid(bag)) {
        case NID_keyBag:
            if (!found.key) found.key.reset(EVP_PKCS82PKEY_ex(PKCS12_SAFEBAG_get0_p8inf(bag), library(), nullptr));
            break;
        case NID_pkcs8ShroudedKeyBag: {
            const X509_ALGOR* algorithm = nullptr;
            X509_SIG_get0(PKCS12_SAFEBAG_get0_pkcs8(bag), &algorithm, nullptr);
            if (found.key) break;
            if (!affordable(algorithm, budget)) return false;
            Owned<PKCS8_PRIV_KEY_INFO, PKCS8_PRIV_KEY_INFO_free> const clear(
                PKCS12_decrypt_skey_ex(bag, password, size, library(), nullptr));
            if (!clear) return false;
            found.key.reset(EVP_PKCS82PKEY_ex(clear.get(), library(), nullptr));
            break;
        }
        case NID_certBag:
            if (auto* certificate = PKCS12_SAFEBAG_get1_cert(bag)) found.certificates.emplace_back(certificate);
            break;
        default: break; // CRLs and secrets of other programs
        }
    }
    return true;
}

std::string text_of(const ASN1_STRING* value) {
    return {reinterpret_cast<char const*>(ASN1_STRING_get0_data(value)),
            static_cast<std::size_t>(ASN1_STRING_length(value))};
}

std::string common_name(const X509_NAME* name) {
    int const at = X509_NAME_get_index_by_NID(name, NID_commonName, -1);
    if (at < 0) return {};
    unsigned char* raw = nullptr;
    int const size = ASN1_STRING_to_UTF8(&raw, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at)));
    if (size < 0) return {};
    std::string text(reinterpret_cast<char*>(raw), static_cast<std::size_t>(size));
    OPENSSL_free(raw);
    return text;
}

bool looks_like_cnpj(std::string_view text) {
    return text.size() == 14 &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
}

/// The ICP-Brasil extension for companies keeps the CNPJ in the last 14 characters of the otherName.
std::string cnpj_of(X509* certificate, std::string_view subject) {
    Owned<ASN1_OBJECT, ASN1_OBJECT_free> const icp_brasil_cnpj(OBJ_txt2obj("2.16.76.1.3.3", 1));
    Owned<GENERAL_NAMES, GENERAL_NAMES_free> const names(
        static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
        auto const* name = sk_GENERAL_NAME_value(names.get(), i);
        if (name->type != GEN_OTHERNAME || OBJ_cmp(name->d.otherName->type_id, icp_brasil_cnpj.get()) != 0) continue;
        auto const* value = name->d.otherName->value;
        switch (value->type) {
        case V_ASN1_OCTET_STRING:
        case V_ASN1_UTF8STRING:
        case V_ASN1_PRINTABLESTRING:
        case V_ASN1_IA5STRING: break;
        default: continue;
        }
        auto const text = text_of(value->value.asn1_string);
        if (text.size() >= 14 && looks_like_cnpj(std::string_view(text).substr(text.size() - 14)))
            return text.substr(text.size() - 14);
    }
    auto const colon = subject.rfind(':');
    if (colon != std::string_view::npos && looks_like_cnpj(subject.substr(colon + 1)))
        return std::string(subject.substr(colon + 1));
    return {};
}

/// The issuers of `certificate` among `others`, nearest first, without the root, which the other side has.
std::vector<X509Ptr> chain_of(X509* certificate, std::vector<X509Ptr> const& others) {
    std::vector<X509Ptr> chain;
    auto* last = certificate;
    while (chain.size() < most_chain) {
        auto const issuer = std::ranges::find_if(others, [last](X509Ptr const& other) {
            return X509_check_issued(other.get(), last) == X509_V_OK &&
                   X509_check_issued(other.get(), other.get()) != X509_V_OK;
        });
        auto const is_known = [&](X509Ptr const& known) { return known.get() == issuer->get(); };
        if (issuer == others.end() || issuer->get() == certificate || std::ranges::any_of(chain, is_known)) break;
        X509_up_ref(issuer->get());
        chain.emplace_back(issuer->get());
        last = issuer->get();
    }
    return chain;
}

std::int64_t seconds_of(const ASN1_TIME* time) {
    std::tm parts{};
    if (ASN1_TIME_to_tm(time, &parts) != 1) return 0;
    return timegm(&parts);
}

} // namespace

struct Certificate::Content {
    Key key;
    X509Ptr certificate;
    std::vector<X509Ptr> chain;
    std::string der_base64, cnpj, subject, issuer, serial;
    std::int64_t valid_from = 0, valid_to = 0;
};

std::string_view describe(CertificateError error) {
    switch (error) {
    case CertificateError::wrong_password: return "Senha do certificado incorreta.";
    case CertificateError::damaged: return "O arquivo não é um certificado A1 (.pfx) válido ou está danificado.";
    case CertificateError::no_key: return "O arquivo do certificado não contém a chave privada.";
    case CertificateError::no_certificate: return "O arquivo não contém o certificado da chave privada.";
    case CertificateError::not_rsa: return "A chave do certificado não é RSA.";
    }
    throw std::logic_error("unknown CertificateError");
}

std::expected<Certificate, CertificateError> Certificate::open(std::string_view pfx, std::string_view password) {
    using enum CertificateError;
    ERR_clear_error();
    if (pfx.size() > most_file_bytes || password.find('\0') != std::string_view::npos) return std::unexpected(damaged);
    auto* raw = PKCS12_init_ex(NID_pkcs7_data, library(), nullptr);
    auto const* bytes = reinterpret_cast<unsigned char const*>(pfx.data());
    auto const* parsed = d2i_PKCS12(&raw, &bytes, static_cast<long>(pfx.size()));
    Owned<PKCS12, PKCS12_free> const file(parsed == nullptr ? nullptr : raw); // a failed d2i frees what it was given
    if (!file || PKCS12_mac_present(file.get()) != 1) return std::unexpected(damaged);

    const ASN1_INTEGER* iterations = nullptr;
    PKCS12_get0_mac(nullptr, nullptr, nullptr, &iterations, file.get());
    Budget budget;
    if (!budget.covers(iterations)) return std::unexpected(damaged);
    auto const size = static_cast<int>(password.size());
    char const* used = size == 0 ? "" : password.data(); // its end is told by `size`, so no copy is made of it
    if (PKCS12_verify_mac(file.get(), used, size) != 1) {
        // An empty password has two encodings.
        if (size != 0 || PKCS12_verify_mac(file.get(), nullptr, 0) != 1) {
            auto const reason = ERR_GET_REASON(ERR_peek_last_error());
            return std::unexpected(reason == 0 || reason == PKCS12_R_MAC_VERIFY_FAILURE ? wrong_password : damaged);
        }
        used = nullptr;
    }

    Owned<STACK_OF(PKCS7), free_safes> const safes(PKCS12_unpack_authsafes(file.get()));
    if (!safes) return std::unexpected(damaged);
    Bags found;
    for (int i = 0; i < sk_PKCS7_num(safes.get()); ++i) {
        auto* safe = sk_PKCS7_value(safes.get(), i);
        int const kind = OBJ_obj2nid(safe->type);
        Owned<STACK_OF(PKCS12_SAFEBAG), free_bags> bags;
        if (kind == NID_pkcs7_data) {
            bags.reset(PKCS12_unpack_p7data(safe));
        } else if (kind == NID_pkcs7_encrypted) {
            if (safe->d.encrypted == nullptr || !affordable(safe->d.encrypted->enc_data->algorithm, budget))
                return std::unexpected(damaged);
            bags.reset(PKCS12_unpack_p7encdata(safe, used, size));
        } else {
            continue;
        }
        if (!bags || !collect(bags.get(), used, size, budget, found)) return std::unexpected(damaged);
    }
    if (!found.key) return std::unexpected(no_key);
    if (EVP_PKEY_is_a(found.key.get(), "RSA") != 1) return std::unexpected(not_rsa);

    for (auto const& certificate : found.certificates) {
        auto const* public_key = X509_get0_pubkey(certificate.get());
        if (public_key == nullptr || EVP_PKEY_eq(public_key, found.key.get()) != 1) continue;
        auto content = std::make_shared<Content>();
        unsigned char* der = nullptr;
        int const der_size = i2d_X509(certificate.get(), &der);
        if (der_size <= 0) return std::unexpected(damaged);
        content->der_base64 = base64({der, static_cast<std::size_t>(der_size)});
        OPENSSL_free(der);
        content->subject = common_name(X509_get_subject_name(certificate.get()));
        content->issuer = common_name(X509_get_issuer_name(certificate.get()));
        content->serial = hex_upper(as_bytes(text_of(X509_get0_serialNumber(certificate.get()))));
        content->cnpj = cnpj_of(certificate.get(), content->subject);
        content->valid_from = seconds_of(X509_get0_notBefore(certificate.get()));
        content->valid_to = seconds_of(X509_get0_notAfter(certificate.get()));
        content->chain = chain_of(certificate.get(), found.certificates);
        X509_up_ref(certificate.get());
        content->certificate.reset(certificate.get());
        content->key = std::move(found.key);
        return Certificate(std::move(content));
    }
    return std::unexpected(no_certificate);
}

std::string Certificate::sign_sha1(std::string_view text) const {
    auto const digest = sha1({text});
    Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free> const context(
        EVP_PKEY_CTX_new_from_pkey(library(), content_->key.get(), nullptr));
    std::vector<unsigned char> signature(static_cast<std::size_t>(EVP_PKEY_get_size(content_->key.get())));
    auto size = signature.size();
    bool const ok = context && EVP_PKEY_sign_init(context.get()) == 1 &&
                    EVP_PKEY_CTX_set_rsa_padding(context.get(), RSA_PKCS1_PADDING) == 1 &&
                    EVP_PKEY_CTX_set_signature_md(context.get(), EVP_sha1()) == 1 &&
                    EVP_PKEY_sign(context.get(), signature.data(), &size, digest.data(), digest.size()) == 1;
    if (!ok) throw std::runtime_error("RSA signature failed");
    signature.resize(size);
    return base64(signature);
}

std::string const& Certificate::der_base64() const { return content_->der_base64; }
std::string const& Certificate::cnpj() const { return content_->cnpj; }
std::string const& Certificate::subject() const { return content_->subject; }
std::string const& Certificate::issuer() const { return content_->issuer; }
std::string const& Certificate::serial() const { return content_->serial; }
std::int64_t Certificate::valid_from() const { return content_->valid_from; }
std::int64_t Certificate::valid_to() const { return content_->valid_to; }

TlsIdentity Certificate::tls_identity() const {
    TlsIdentity identity{.key = content_->key.get(), .certificate = content_->certificate.get(), .chain = {}};
    for (auto const& issuer : content_->chain) identity.chain.push_back(issuer.get());
    return identity;
}

CertificateFacts facts_of(Certificate const& certificate) {
    return {.cnpj = certificate.cnpj(), .valid_from = certificate.valid_from(), .valid_to = certificate.valid_to()};
}

std::optional<CertificateFacts> facts_of_der(std::string_view der_certificate) {
    auto const* bytes = reinterpret_cast<unsigned char const*>(der_certificate.data());
    X509Ptr const certificate(d2i_X509(nullptr, &bytes, static_cast<long>(der_certificate.size())));
    if (!certificate) return std::nullopt;
    return CertificateFacts{.cnpj = cnpj_of(certificate.get(), common_name(X509_get_subject_name(certificate.get()))),
                            .valid_from = seconds_of(X509_get0_notBefore(certificate.get())),
                            .valid_to = seconds_of(X509_get0_notAfter(certificate.get()))};
}

bool verify_sha1(std::string_view der_certificate, std::string_view text, std::string_view signature) {
    auto const* bytes = reinterpret_cast<unsigned char const*>(der_certificate.data());
    X509Ptr const certificate(d2i_X509(nullptr, &bytes, static_cast<long>(der_certificate.size())));
    if (!certificate) return false;
    auto* key = X509_get0_pubkey(certificate.get());
    if (key == nullptr || EVP_PKEY_is_a(key, "RSA") != 1) return false;
    auto const digest = sha1({text});
    Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free> const context(EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr));
    return context && EVP_PKEY_verify_init(context.get()) == 1 &&
           EVP_PKEY_CTX_set_rsa_padding(context.get(), RSA_PKCS1_PADDING) == 1 &&
           EVP_PKEY_CTX_set_signature_md(context.get(), EVP_sha1()) == 1 &&
           EVP_PKEY_verify(context.get(), reinterpret_cast<unsigned char const*>(signature.data()), signature.size(),
                           digest.data(), digest.size()) == 1;
}

} // namespace balcao::nfce
