#pragma once
// Whose word a server's certificate needs.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

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

    ~Trust();
    Trust(Trust const&) = delete;
    Trust& operator=(Trust const&) = delete;

    x509_store_st* store() const { return store_; }
    /// The same for the same authorities.
    std::string const& id() const { return id_; }

private:
    Trust(x509_store_st* store, std::string id) : store_(store), id_(std::move(id)) {}
    x509_store_st* store_;
    std::string id_;
};

} // namespace balcao::sefaz
