#pragma once
// Makes keys and certificates: those of the simulator's test authority, and of the server's own TLS.

#include <cstdint>
#include <filesystem>
#include <string>

#include "sefaz/openssl.hpp"

namespace balcao::sefaz {

struct Pair {
    Key key;
    X509Ptr certificate;
};

/// RSA, 2,048 bits.
Key new_rsa_key();
/// A certificate without extensions, not signed yet, valid between two times in seconds since 1970. `issuer` null: its
/// own.
X509Ptr draft(EVP_PKEY* key, std::string const& name, X509 const* issuer, std::int64_t from, std::int64_t to);
/// Adds an extension as OpenSSL's configuration files write it.
void extend(X509* certificate, X509* issuer, int kind, char const* value);
void sign(X509* certificate, EVP_PKEY* key);

std::string pem_of(X509* certificate);
std::string pem_of(EVP_PKEY* key);
/// Key and certificate.
std::string pem_of(Pair const& pair);
/// Whole or not at all, and readable by the owner only. Throws std::runtime_error with a Portuguese sentence.
void write_secret_file(std::filesystem::path const& file, std::string const& text);

} // namespace balcao::sefaz
