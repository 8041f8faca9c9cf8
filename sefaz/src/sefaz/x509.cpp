#include "sefaz/x509.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>

namespace balcao::sefaz {

namespace {

void set_serial(X509* certificate) {
    Owned<BIGNUM, BN_free> const number(BN_new());
    require(number && BN_rand(number.get(), 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1 &&
                BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr,
            "serial number");
}

void set_time(ASN1_TIME* at, std::int64_t seconds) {
    require(ASN1_TIME_set(at, static_cast<std::time_t>(seconds)) != nullptr, "ASN1_TIME_set");
}

void set_common_name(X509_NAME* name, std::string const& text) {
    require(X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8,
                                       reinterpret_cast<unsigned char const*>(text.data()),
                                       static_cast<int>(text.size()), -1, 0) == 1,
            "X509_NAME_add_entry");
}

std::string text_of(BIO* bio) {
    char* bytes = nullptr;
    auto const size = BIO_get_mem_data(bio, &bytes);
    return {bytes, static_cast<std::size_t>(size)};
}

} // namespace

Key new_rsa_key() {
    Key key(EVP_RSA_gen(2048));
    require(key != nullptr, "RSA key");
    return key;
}

void extend(X509* certificate, X509* issuer, int kind, char const* value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    Owned<X509_EXTENSION, X509_EXTENSION_free> const extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value));
    require(extension && X509_add_ext(certificate, extension.get(), -1) == 1, value);
}

X509Ptr draft(EVP_PKEY* key, std::string const& name, X509 const* issuer, std::int64_t from, std::int64_t to) {
    X509Ptr certificate(X509_new());
    require(certificate && X509_set_version(certificate.get(), X509_VERSION_3) == 1, "X509_new");
    set_serial(certificate.get());
    set_time(X509_getm_notBefore(certificate.get()), from);
    set_time(X509_getm_notAfter(certificate.get()), to);
    set_common_name(X509_get_subject_name(certificate.get()), name);
    auto const* const by = X509_get_subject_name(issuer == nullptr ? certificate.get() : issuer);
    require(X509_set_issuer_name(certificate.get(), by) == 1 && X509_set_pubkey(certificate.get(), key) == 1,
            "X509_set_issuer_name");
    return certificate;
}

void sign(X509* certificate, EVP_PKEY* key) { require(X509_sign(certificate, key, EVP_sha256()) > 0, "X509_sign"); }

std::string pem_of(X509* certificate) {
    Bio const text(BIO_new(BIO_s_mem()));
    require(text && PEM_write_bio_X509(text.get(), certificate) == 1, "PEM_write_bio_X509");
    return text_of(text.get());
}

std::string pem_of(EVP_PKEY* key) {
    Bio const text(BIO_new(BIO_s_secmem()));
    require(text && PEM_write_bio_PrivateKey(text.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1,
            "PEM_write_bio_PrivateKey");
    return text_of(text.get());
}

std::string pem_of(Pair const& pair) { return pem_of(pair.key.get()) + pem_of(pair.certificate.get()); }

void write_secret_file(std::filesystem::path const& file, std::string const& text) {
    auto const half = file.string() + ".novo";
    auto const failed = [&file](int error) {
        return std::runtime_error("Não é possível gravar " + file.string() + ": " + std::strerror(error) +
                                  ". Confira a permissão da pasta ou escolha outra.");
    };
    ::unlink(half.c_str()); // left behind by a start that was cut short
    int const descriptor = ::open(half.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) throw failed(errno);
    std::string_view rest = text;
    int error = 0;
    while (!rest.empty() && error == 0) {
        auto const count = ::write(descriptor, rest.data(), rest.size());
        if (count < 0 && errno != EINTR) error = errno;
        if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
    }
    if (error == 0 && ::fsync(descriptor) != 0) error = errno;
    if (::close(descriptor) != 0 && error == 0) error = errno;
    if (error == 0 && ::rename(half.c_str(), file.c_str()) != 0) error = errno;
    if (error != 0) throw failed(error);
}

} // namespace balcao::sefaz
