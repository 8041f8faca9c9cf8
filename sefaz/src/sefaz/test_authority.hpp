#pragma once
// The simulator's own authority: it signs the simulator's server certificate and the certificates with which companies
// in homologação call it. Nobody else trusts it.
//
// Its folder holds autoridade.pem and servidor.pem, each a key with its certificate, readable by the owner only.

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "nfce/certificate.hpp"

namespace balcao::sefaz {

/// Immutable; any thread.
class TestAuthority {
public:
    /// Reads the folder, and makes it, or makes anew what will be over in a month. Throws std::runtime_error with a
    /// sentence when that is impossible. `now`: seconds since the epoch.
    static TestAuthority make(std::filesystem::path const& folder, std::int64_t now);
    /// Reads the folder of a simulator that has been started. The error is a sentence in Portuguese.
    static std::expected<TestAuthority, std::string> read(std::filesystem::path const& folder);
    /// When what read() reads was written; nullopt: it is not there.
    static std::optional<std::filesystem::file_time_type> written(std::filesystem::path const& folder);

    /// PEM of the authority's certificate.
    std::string const& certificate() const;
    /// PEM of the server's certificate and key, for 127.0.0.1, ::1 and localhost. Empty after read().
    std::string const& server() const;

    /// A company's certificate in the form of a real A1 (CNPJ behind the CN and in SAN 2.16.76.1.3.3).
    struct Holder {
        std::string name;
        std::string cnpj;
        std::int64_t valid_from = 0, valid_to = 0; // seconds since the epoch
    };
    nfce::Certificate issue(Holder const& holder) const;
    /// The same as the file (.pfx) that a real one comes in.
    std::string issue_file(Holder const& holder, std::string const& password) const;

private:
    struct Content;
    explicit TestAuthority(std::shared_ptr<Content const> content) : content_(std::move(content)) {}
    std::shared_ptr<Content const> content_;
};

} // namespace balcao::sefaz
