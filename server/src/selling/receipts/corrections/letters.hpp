#pragma once
// What is known of a nota's letters of correction, whether it may have another, and a letter on paper.

#include <optional>
#include <string>

#include "selling/receipts/events/events.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

struct Letters {
    std::optional<std::string> why_not; // sentence; the nota may have no letter now
    std::optional<Instant> until;       // of the time to write one; nullopt: not authorised
    int next = 1;                       // nSeqEvento of the next one
    std::string text;                   // of the last one that SEFAZ registered, which the next one repeats
};

Letters letters_of(db::Connection& connection, auth::CompanyScope const& scope, Subject const& subject);

/// A registered letter on an A4 page, to go beside the DANFE: the layout is ours, no rule gives one. Throws
/// std::runtime_error when memory or a library fails.
std::string draw_letter(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                        StoredEvent const& letter, Instant now);

} // namespace balcao::receipts
