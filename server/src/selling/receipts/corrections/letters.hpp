#pragma once
// What is known of a nota's letters of correction, and whether it may have another.

#include <optional>
#include <string>

#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

struct Letters {
    std::optional<std::string> why_not; // sentence; the nota may have no letter now
    std::optional<Instant> until;       // of the time to write one; nullopt: not authorised
    int next = 1;                       // nSeqEvento of the next one
    std::string text;                   // of the last one that SEFAZ registered, which the next one repeats
};

Letters letters_of(db::Connection& connection, auth::CompanyScope const& scope, Subject const& subject);

} // namespace balcao::receipts
