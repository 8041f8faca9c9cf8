#include "auth/password_guard.hpp"

#include "auth/own_password.hpp"
#include "auth/passwords.hpp"

namespace balcao::auth {

namespace {
// No e-mail has a line break in it.
std::string key(std::string const& email, std::string const& network) { return email + '\n' + network; }
} // namespace

Result<Identified> PasswordGuard::identify(std::string const& normalized_email, Secret const& password,
                                           http::Request const& request, std::string_view title) {
    auto const network = http::network_of(request.remote_address);
    auto const account_key = key(normalized_email, network);
    auto const network_wait = request.address_is_shared ? std::nullopt : by_network_.wait(network);
    for (auto const& seconds : {by_account_.wait(account_key), network_wait})
        if (seconds) return too_many_attempts(std::string(title), *seconds);
    Identified found{.account = database_.read([&](db::Connection& connection) {
        return find_account_by_email(connection, normalized_email);
    })};
    found.matches = found.account ? verify_password(found.account->password_hash, password) : verify_nothing(password);
    found.matches = found.matches && found.account->active;
    if (!found.matches) {
        by_account_.count(account_key);
        by_network_.count(network);
    }
    return found;
}

void PasswordGuard::forget(std::string const& normalized_email, http::Request const& request) {
    by_account_.forget(key(normalized_email, http::network_of(request.remote_address)));
}

} // namespace balcao::auth
