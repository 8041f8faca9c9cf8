#pragma once
// Whose word a certificate needs: a server's of SEFAZ, or a company's.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "nfce/certificate.hpp"

struct x509_store_st; // OpenSSL's X509_STORE

namespace balcao::sefaz {

/// A set of authorities. Immutable; any thread.
class Trust {
public:
    /// Those of the system, and those of the operator's PEM file unless `file` is empty. Throws std::runtime_error with
    /// a sentence when the file cannot be used.
    static std::shared_ptr<Trust const> of_system(std::filesystem::path const& file);
    /// Only those of this PEM text. Throws std::runtime_error with a sentence when there is none in it.
    static std::shared_ptr<Trust const> only(std::string_view pem);
    /// Only those of the operator's PEM file. Throws as of_system().
    static std::shared_ptr<Trust const> only_of(std::filesystem::path const& file);

    ~Trust();
    Trust(Trust const&) = delete;
    Trust& operator=(Trust const&) = delete;

    /// Whether the certificate's chain, with the issuers that came in its file, ends at one of these authorities and
    /// all of it is in date. `at`: seconds since the epoch.
    bool vouches_for(nfce::Certificate const& certificate, std::int64_t at) const;

    x509_store_st* store() const { return store_; }
    /// The same for the same authorities.
    std::string const& id() const { return id_; }

private:
    Trust(x509_store_st* store, std::string id) : store_(store), id_(std::move(id)) {}
    x509_store_st* store_;
    std::string id_;
};

} // namespace balcao::sefaz
