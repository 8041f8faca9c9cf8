#pragma once

#include <optional>
#include <string>
#include <string_view>

/// SEFAZ's return codes: what they mean, and what program and user do (reference g1).
namespace balcao::nfce {

/// What the program does with a code.
enum class CodeClass {
    authorised, ///< store and print
    cancelled,  ///< the receipt is cancelled
    event_registered,
    voided,      ///< the numbers are closed
    in_progress, ///< ask again
    envelope,    ///< the result is inside
    service_up,
    temporary,         ///< back off, then offline
    overuse,           ///< stop all calls of the service for an hour
    duplicate,         ///< ask by key
    number_taken,      ///< take the next number
    ask_again,         ///< our record is behind: ask by key
    not_there,         ///< SEFAZ does not have the receipt
    window_over,       ///< too late to cancel
    clock,             ///< rebuild with the time of now, once
    schema,            ///< our defect: no retry, report
    certificate_fault, ///< certificate or its use
    signature_fault,   ///< our defect
    qr_fault,          ///< QR code, CSC or address: settings
    issuer_fault,      ///< registration of the company: stop issuing
    denied_old,        ///< use denied: the number is used up; issuing stops as with issuer_fault
    data_fault,        ///< correct the receipt
    registry,          ///< answers of the registry query
    unknown            ///< treated as a rejection, never as success
};

struct Explanation {
    int cStat = 0;
    CodeClass kind = CodeClass::unknown;
    std::string official;     ///< SEFAZ's text; empty for a code that is not in the table
    std::string field;        ///< path of the field to correct; may be empty
    std::string sentence;     ///< Portuguese, cause and remedy
    std::string_view program; ///< Portuguese, what the program does
};
Explanation explain(int cStat);

CodeClass class_of(int cStat);

/// True for 100, 120 and 150, and for nothing else.
bool means_authorised(int cStat);

} // namespace balcao::nfce
