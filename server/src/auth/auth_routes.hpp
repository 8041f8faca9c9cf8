#pragma once
// /api/auth/*, /api/session, /api/events.

#include "auth/gate.hpp"
#include "auth/password_guard.hpp"
#include "auth/sessions.hpp"
#include "base/background.hpp"
#include "base/time.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "http/http.hpp"

namespace balcao::auth {

struct AuthOptions {
    bool registration_open = true;
    bool secure_cookie = false;
};

struct AuthServices {
    db::Database& database;
    Sessions& sessions;
    events::Events& events;
    Background& background;
    Clock const& clock;
    PasswordGuard& passwords;
};

/// Sign-up, sign-in and sign-out: the routes that are open to nobody in particular.
void add_auth_routes(http::Router& router, AuthServices services, AuthOptions options);

/// The session, its active company and the event stream.
void add_session_routes(Gate& gate, AuthServices services);

} // namespace balcao::auth
