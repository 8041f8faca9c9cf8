#pragma once
// A device from which an account was signed in to before: a cookie that the server has authenticated tells it, so that
// a stranger's failures at the same address never keep its owner out.

#include <optional>
#include <string>

#include "platform/http/http.hpp"
#include "platform/secrets/secrets.hpp"

namespace balcao::auth {

/// Nothing is stored: a cookie per account holds a random name and a MAC of it and the account's e-mail, made with the
/// installation's key. It opens nothing. Immutable, thread-safe.
class KnownDevices {
public:
    KnownDevices(secrets::Secrets const& secrets, bool secure_cookie) : secrets_(secrets), secure_(secure_cookie) {}

    /// The name of the device that asks, where it is known to the account of that e-mail.
    std::optional<std::string> find(http::Request const& request, std::string const& normalized_email) const;
    /// Makes the browser keep it for a year from now: the name it has, else a new one.
    void remember(http::Response& response, http::Request const& request, std::string const& normalized_email) const;

private:
    std::string mac(std::string const& name, std::string const& normalized_email) const;

    secrets::Secrets const& secrets_;
    bool secure_;
};

} // namespace balcao::auth
