#pragma once
// Owners of OpenSSL's objects.

#include <memory>
#include <stdexcept>
#include <string>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

namespace balcao::sefaz {

template <auto Free>
struct Release {
    template <class T>
    void operator()(T* object) const {
        Free(object);
    }
};
template <class T, auto Free>
using Owned = std::unique_ptr<T, Release<Free>>;

using Key = Owned<EVP_PKEY, EVP_PKEY_free>;
using X509Ptr = Owned<X509, X509_free>;
using Bio = Owned<BIO, BIO_free_all>;
using Store = Owned<X509_STORE, X509_STORE_free>;

/// For what cannot fail unless OpenSSL is broken or memory is out.
inline void require(bool done, char const* what) {
    if (done) return;
    auto const code = ERR_get_error();
    auto const* const reason = code == 0 ? nullptr : ERR_reason_error_string(code);
    throw std::runtime_error(std::string("OpenSSL: ") + what +
                             (reason == nullptr ? "" : std::string(" (") + reason + ")"));
}

} // namespace balcao::sefaz
