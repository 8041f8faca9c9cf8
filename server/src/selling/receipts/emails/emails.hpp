#pragma once
// An authorised nota by e-mail to who bought: its XML and its DANFE, through the operator's SMTP server (`nfce_email`).

#include "platform/jobs/jobs.hpp"
#include "platform/mail/mail.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

/// An NF-e that is authorised now goes to its client, once, where the company's settings want it and the client has an
/// e-mail. Nothing of what is practised.
void send_on_authorisation(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                           Nota const& nota);

/// Job `nfce_email`: one message, tried again for a day. `server` null: this installation sends no e-mail.
void add_email_job(jobs::Queue& queue, Wire const& wire, mail::Server const* server);
/// receipts/{rid}/emails
void add_email_routes(auth::Gate& gate, Wire const& wire, mail::Server const* server);

} // namespace balcao::receipts
