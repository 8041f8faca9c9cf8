#pragma once
// A new password by a link in an e-mail, for who forgot the old one (table `senha_nova`).

#include <functional>
#include <string>

#include "platform/auth/password_guard.hpp"
#include "platform/auth/sessions.hpp"
#include "platform/base/background.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/events/events.hpp"
#include "platform/http/http.hpp"
#include "platform/jobs/jobs.hpp"
#include "platform/mail/mail.hpp"

namespace balcao::password_resets {

struct Services {
    db::Database& database;
    Clock const& clock;
    events::Events& events;
    Background& background;
    jobs::Queue& queue;
    auth::Sessions& sessions;
    auth::PasswordGuard& passwords;
    mail::Server const* mail;               // null: this installation sends no e-mail
    std::function<std::string()> address{}; // of the application, which the link begins with
};

/// The job that sends the link.
void add_password_resets_job(Services const& services);
/// /api/auth/password-reset and /api/auth/password: everybody.
void add_password_resets_routes(http::Router& router, Services const& services);
/// Deletes expired links.
void drop_old(db::Database& database, Instant now);

} // namespace balcao::password_resets
