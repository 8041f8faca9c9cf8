#pragma once
// `balcao user …`, for who locked themselves out. Passwords come from standard input, never from arguments.

#include <string>

#include "app/config.hpp"
#include "platform/base/secret.hpp"

namespace balcao::app {

/// Creates an account with role admin. Throws std::runtime_error with a sentence when that is impossible.
void create_admin(Config const& config, std::string const& email, Secret const& password);

/// Gives the account a new password and ends its sessions.
void reset_password(Config const& config, std::string const& email, Secret const& password);

/// Turns the account's second factor off; false when it had none.
bool reset_second_factor(Config const& config, std::string const& email);

} // namespace balcao::app
