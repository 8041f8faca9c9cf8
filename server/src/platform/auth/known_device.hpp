#pragma once
// Known devices: an authenticated cookie of an earlier sign-in, so that failures of others at the same address do not
// delay the owner.

#include <optional>
#include <string>

#include "platform/http/http.hpp"
#include "platform/secrets/secrets.hpp"

namespace balcao::auth {

/// Stateless: one cookie per account has a random name and a MAC of it and the account's e-mail, with the
/// installation's key. It grants no access. Immutable, thread-safe.
class KnownDevices {
public:
    KnownDevices(secrets::Secrets const& secrets, bool secure_cookie) : secrets_(secrets), secure_(secure_cookie) {}

    /// The device's name, if the account of that e-mail knows it.
    std::optional<std::string> find(http::Request const& request, std::string const& normalized_email) const;
    /// Sets the cookie for a year, with the present name or a new one.
    void remember(http::Response& response, http::Request const& request, std::string const& normalized_email) const;

private:
    std::string mac(std::string const& name, std::string const& normalized_email) const;

    secrets::Secrets const& secrets_;
    bool secure_;
};

} // namespace balcao::auth
