#include "sefaz/simulator/signer_judge.hpp"

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "nfce/digest.hpp"
#include "nfce/foreign.hpp"
#include "sefaz/openssl.hpp"
#include "sefaz/simulator/registration.hpp"

namespace balcao::sefaz::simulator {

namespace {

X509Ptr certificate_of_pem(std::string_view pem) {
    Bio const bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    require(bio != nullptr, "memory for a certificate");
    X509Ptr certificate(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
    require(certificate != nullptr, "the simulator's own authority");
    return certificate;
}

X509Ptr certificate_in(nfce::XmlDocument const& document) {
    auto const holder = document.all("X509Certificate");
    auto const der = holder.size() == 1 ? nfce::base64_decode(holder.front().text().value_or("")) : std::nullopt;
    if (!der) return nullptr;
    auto const* at = reinterpret_cast<unsigned char const*>(der->data());
    return X509Ptr(d2i_X509(nullptr, &at, static_cast<long>(der->size())));
}

} // namespace

std::optional<Code> issuer_fault(Inquiry const& inquiry, nfce::XmlDocument const& document, std::string_view CNPJ) {
    auto const registration = find_registration(inquiry.memory, CNPJ);
    if (!registration || !registration->own_authority) return std::nullopt;
    auto const signer = certificate_in(document);
    if (!signer) return Code(290);
    auto const authority = certificate_of_pem(inquiry.authority);
    if (X509_NAME_cmp(X509_get_issuer_name(signer.get()), X509_get_subject_name(authority.get())) != 0)
        return Code(295);
    if (X509_verify(signer.get(), X509_get0_pubkey(authority.get())) != 1) {
        ERR_clear_error(); // it is the answer, not a fault of ours
        return Code(293);
    }
    return std::nullopt;
}

std::optional<Code> signer_fault(Inquiry const& inquiry, nfce::XmlDocument const& document,
                                 std::string_view signed_name, std::string_view CNPJ) {
    auto const signature = nfce::verify_signature(document, signed_name);
    if (!signature) return Code(signature.error().cStat);
    if (signature->signer.cnpj.empty()) return Code(292);
    for (auto const& problem : nfce::check_signer(signature->signer, CNPJ, inquiry.now())) return Code(problem.cStat);
    return issuer_fault(inquiry, document, CNPJ);
}

} // namespace balcao::sefaz::simulator
