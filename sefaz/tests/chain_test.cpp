// The issuers that a .pfx brings along and that TLS sends with the certificate.

#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <openssl/pkcs12.h>
#include <openssl/x509v3.h>

#include "nfce/certificate.hpp"
#include "sefaz/openssl.hpp"

namespace balcao::sefaz {

namespace {

struct Made {
    Key key;
    X509Ptr certificate;
};

Made make(std::string const& name, Made const* issuer) {
    Made made{.key = Key(EVP_RSA_gen(1024)), .certificate = X509Ptr(X509_new())};
    auto* const certificate = made.certificate.get();
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -60);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3'600);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_UTF8,
                               reinterpret_cast<unsigned char const*>(name.data()), static_cast<int>(name.size()), -1,
                               0);
    X509_set_issuer_name(certificate,
                         X509_get_subject_name(issuer == nullptr ? certificate : issuer->certificate.get()));
    X509_set_pubkey(certificate, made.key.get());
    require(X509_sign(certificate, issuer == nullptr ? made.key.get() : issuer->key.get(), EVP_sha256()) > 0,
            "X509_sign");
    return made;
}

std::string name_of(X509* certificate) {
    std::array<char, 64> name{};
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, name.data(),
                              static_cast<int>(name.size()));
    return name.data();
}

nfce::Certificate opened(Made const& own, std::vector<X509*> const& others) {
    Owned<STACK_OF(X509), [](STACK_OF(X509) * stack) { sk_X509_free(stack); }> const stack(sk_X509_new_null());
    for (auto* const other : others) sk_X509_push(stack.get(), other);
    Owned<PKCS12, PKCS12_free> const file(
        PKCS12_create("senha", nullptr, own.key.get(), own.certificate.get(), stack.get(), 0, 0, 1, 1, 0));
    unsigned char* bytes = nullptr;
    auto const size = i2d_PKCS12(file.get(), &bytes);
    std::string const pfx(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(size));
    OPENSSL_free(bytes);
    return nfce::Certificate::open(pfx, "senha").value();
}

TEST(Chain, IssuersInOrderWithoutTheRoot) {
    auto const root = make("Raiz", nullptr);
    auto const upper = make("AC Superior", &root);
    auto const lower = make("AC Emissora", &upper);
    auto const stranger = make("Outra AC", &root);
    auto const own = make("Empresa:11222333000181", &lower);
    auto const certificate = opened(
        own, {stranger.certificate.get(), root.certificate.get(), upper.certificate.get(), lower.certificate.get()});
    auto const identity = certificate.tls_identity();
    std::vector<std::string> names;
    for (auto* const issuer : identity.chain) names.push_back(name_of(issuer));
    EXPECT_THAT(names, testing::ElementsAre("AC Emissora", "AC Superior"));
    EXPECT_EQ(name_of(identity.certificate), "Empresa:11222333000181");
    EXPECT_EQ(X509_check_private_key(identity.certificate, identity.key), 1);
}

TEST(Chain, ALoopAndALongOneEnd) {
    // Two that name each other as issuer.
    auto first = make("A", nullptr);
    auto second = make("B", &first);
    X509_set_issuer_name(first.certificate.get(), X509_get_subject_name(second.certificate.get()));
    X509_sign(first.certificate.get(), second.key.get(), EVP_sha256());
    auto const own = make("Empresa:11222333000181", &second);
    EXPECT_EQ(opened(own, {first.certificate.get(), second.certificate.get()}).tls_identity().chain.size(), 2U);

    std::vector<Made> line;
    line.push_back(make("0", nullptr));
    for (int i = 1; i < 12; ++i) line.push_back(make(std::to_string(i), &line.back()));
    std::vector<X509*> others;
    for (auto const& made : line) others.push_back(made.certificate.get());
    EXPECT_EQ(opened(make("Empresa:11222333000181", &line.back()), others).tls_identity().chain.size(), 6U);
}

TEST(Chain, ACertificateAlone) {
    auto const own = make("Empresa:11222333000181", nullptr);
    EXPECT_TRUE(opened(own, {}).tls_identity().chain.empty());
}

} // namespace

} // namespace balcao::sefaz
