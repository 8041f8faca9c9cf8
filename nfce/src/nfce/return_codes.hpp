#pragma once

#include <optional>
#include <string>
#include <string_view>

/// SEFAZ's return codes: what they mean, and what program and user do (reference g1).
namespace balcao::nfce {

/// What the program does with a code.
enum class CodeClass {
    Authorised, ///< store and print
    Cancelled,  ///< the receipt is cancelled
    EventRegistered,
    Voided,     ///< the numbers are closed
    InProgress, ///< ask again
    Envelope,   ///< the result is inside
    ServiceUp,
    Temporary,        ///< back off, then offline
    Overuse,          ///< stop all calls of the service for an hour
    Duplicate,        ///< ask by key
    NumberTaken,      ///< take the next number
    AskAgain,         ///< our record is behind: ask by key
    NotThere,         ///< SEFAZ does not have the receipt
    WindowOver,       ///< too late to cancel
    Clock,            ///< rebuild with the time of now, once
    Schema,           ///< our defect: no retry, report
    CertificateFault, ///< certificate or its use
    SignatureFault,   ///< our defect
    QrFault,          ///< QR code, CSC or address: settings
    IssuerFault,      ///< registration of the company: stop issuing
    DeniedOld,        ///< only in old data
    DataFault,        ///< correct the receipt
    Registry,         ///< answers of the registry query
    Unknown           ///< treated as a rejection, never as success
};

struct Explanation {
    int cStat = 0;
    CodeClass kind = CodeClass::Unknown;
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
