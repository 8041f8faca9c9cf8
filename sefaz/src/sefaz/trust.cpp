#include "sefaz/trust.hpp"

#include <ctime>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <openssl/pem.h>
#include <openssl/x509_vfy.h>

#include "sefaz/openssl.hpp"

namespace balcao::sefaz {

namespace {

Store new_store() {
    Store store(X509_STORE_new());
    require(store != nullptr, "X509_STORE_new");
    // Servers of SEFAZ leave out issuers; an operator may then name the one below the root.
    X509_STORE_set_flags(store.get(), X509_V_FLAG_PARTIAL_CHAIN);
    return store;
}

/// How many certificates were in the text.
int add(X509_STORE* store, std::string_view pem) {
    Bio const text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    require(text != nullptr, "BIO_new_mem_buf");
    int count = 0;
    while (X509Ptr const certificate{PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr)}) {
        require(X509_STORE_add_cert(store, certificate.get()) == 1, "X509_STORE_add_cert");
        ++count;
    }
    ERR_clear_error(); // that there is no further one
    return count;
}

void add_file(X509_STORE* store, std::filesystem::path const& file) {
    std::ifstream input(file, std::ios::binary);
    std::string const pem{std::istreambuf_iterator<char>(input), {}};
    if (!input.good() && pem.empty())
        throw std::runtime_error("O arquivo de autoridades " + file.string() + " não pôde ser lido.");
    if (add(store, pem) == 0) {
        throw std::runtime_error("O arquivo de autoridades " + file.string() +
                                 " não contém nenhum certificado no formato PEM.");
    }
}

void free_list(STACK_OF(X509) * list) { sk_X509_free(list); }

} // namespace

std::shared_ptr<Trust const> Trust::of_system(std::filesystem::path const& file) {
    auto store = new_store();
    require(X509_STORE_set_default_paths(store.get()) == 1, "X509_STORE_set_default_paths");
    if (!file.empty()) add_file(store.get(), file);
    return std::shared_ptr<Trust const>(new Trust(store.release(), "system " + file.string()));
}

std::shared_ptr<Trust const> Trust::only(std::string_view pem) {
    auto store = new_store();
    if (add(store.get(), pem) == 0) throw std::runtime_error("O texto não contém nenhum certificado no formato PEM.");
    return std::shared_ptr<Trust const>(new Trust(store.release(), "only " + std::string(pem)));
}

std::shared_ptr<Trust const> Trust::only_of(std::filesystem::path const& file) {
    auto store = new_store();
    add_file(store.get(), file);
    return std::shared_ptr<Trust const>(new Trust(store.release(), "file " + file.string()));
}

bool Trust::vouches_for(nfce::Certificate const& certificate, std::int64_t at) const {
    auto const identity = certificate.tls_identity();
    Owned<STACK_OF(X509), free_list> const issuers(sk_X509_new_null());
    require(issuers != nullptr, "sk_X509_new_null");
    for (auto* const issuer : identity.chain) require(sk_X509_push(issuers.get(), issuer) > 0, "sk_X509_push");
    Owned<X509_STORE_CTX, X509_STORE_CTX_free> const check(X509_STORE_CTX_new());
    require(check != nullptr, "X509_STORE_CTX_new");
    require(X509_STORE_CTX_init(check.get(), store_, identity.certificate, issuers.get()) == 1, "X509_STORE_CTX_init");
    X509_STORE_CTX_set_time(check.get(), 0, static_cast<std::time_t>(at));
    auto const is_good = X509_verify_cert(check.get()) == 1;
    ERR_clear_error();
    return is_good;
}

Trust::~Trust() { X509_STORE_free(store_); }

} // namespace balcao::sefaz
