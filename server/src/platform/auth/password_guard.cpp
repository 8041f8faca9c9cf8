#include "platform/auth/password_guard.hpp"

#include "platform/auth/own_password.hpp"
#include "platform/auth/passwords.hpp"

namespace balcao::auth {

// No e-mail has a line break in it, and no network begins with a word.
PasswordGuard::Origin PasswordGuard::origin_of(std::string const& normalized_email,
                                               http::Request const& request) const {
    if (auto const device = devices_.find(request, normalized_email))
        return {.key = normalized_email + "\ndevice " + *device, .is_known_device = true};
    return {.key = normalized_email + '\n' + http::network_of(request.remote_address)};
}

Result<Identified> PasswordGuard::identify(std::string const& normalized_email, Secret const& password,
                                           http::Request const& request, std::string_view title) {
    auto const network = http::network_of(request.remote_address);
    auto const origin = origin_of(normalized_email, request);
    auto const counts_by_network = !request.address_is_shared && !origin.is_known_device;
    auto const network_wait = counts_by_network ? by_network_.wait(network) : std::nullopt;
    for (auto const& seconds : {by_account_.wait(origin.key), network_wait})
        if (seconds) return too_many_attempts(std::string(title), *seconds);
    Identified found{.account = database_.read([&](db::Connection& connection) {
        return find_account_by_email(connection, normalized_email);
    })};
    found.matches = found.account ? verify_password(found.account->password_hash, password) : verify_nothing(password);
    found.matches = found.matches && found.account->active;
    if (!found.matches) {
        by_account_.count(origin.key);
        by_network_.count(network);
    }
    return found;
}

void PasswordGuard::forget(std::string const& normalized_email, http::Request const& request) {
    by_account_.forget(origin_of(normalized_email, request).key);
}

} // namespace balcao::auth
