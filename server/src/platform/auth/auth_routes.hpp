#pragma once
// /api/auth/*, /api/session, /api/events.

#include "platform/auth/gate.hpp"
#include "platform/auth/own_password.hpp"
#include "platform/auth/password_guard.hpp"
#include "platform/auth/second_factor.hpp"
#include "platform/auth/sessions.hpp"
#include "platform/base/background.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/events/events.hpp"
#include "platform/http/http.hpp"

namespace balcao::auth {

struct AuthOptions {
    bool registration_open = true;
    /// Set-up code for the first account, if strangers reach the server; empty: none.
    Secret setup_code{};
    /// Whether a forgotten password is reset by e-mail.
    bool password_reset = false;
};

/// Session settings.
struct SessionRules {
    bool secure_cookie = false;
    bool admins_need_second_factor = false;
};

struct AuthServices {
    db::Database& database;
    Sessions& sessions;
    events::Events& events;
    Background& background;
    Clock const& clock;
    PasswordGuard& passwords;
    SecondFactor const& second_factor;
    SessionRules rules;
};

/// Sign-up, sign-in and sign-out, which ask nothing of their callers.
void add_auth_routes(http::Router& router, Gate const& gate, AuthServices services, AuthOptions options);

/// The session, its active company, re-authentication, and the event stream.
void add_session_routes(Gate& gate, AuthServices services, OwnPassword& own_password);

} // namespace balcao::auth
