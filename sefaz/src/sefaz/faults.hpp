#pragma once
// What went wrong in a call, in words.

#include <string>

#include "sefaz/client.hpp"

namespace balcao::sefaz {

/// What libcurl and OpenSSL know of a call that failed.
struct Failed {
    int code = 0;           // CURLcode
    long os_error = 0;      // errno of connecting
    long verify_result = 0; // X509_V_…
    int alert = -1;         // TLS alert that the server sent, -1 for none
    bool too_large = false; // we hung up since it was too long
    bool answer_began = false;
    std::string message{};
};
Fault fault_of(Failed const& failed);

/// An answer with another status than 200.
Fault fault_of_status(long status, std::string_view body);
/// Status 200, but no result of SEFAZ. `reason`: Portuguese sentence.
Fault fault_of_body(std::string const& reason);

} // namespace balcao::sefaz
