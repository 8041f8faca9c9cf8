#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace balcao::nfce {

/// Exit codes of the command line.
enum ExitCode : int {
    kDone = 0,
    kProblems = 1,         ///< check, verify: something is wrong with the receipt; build, event: it cannot be written
    kUnusableInput = 2,    ///< the input is not what the command reads, or the command line is wrong
    kCertificateFault = 3, ///< certificate or password file missing, unreadable or wrong
    kFailed = 4,           ///< the output cannot be written, or the program is not installed as it should be
};

/// `balcao nfce ARGS…`: build, check, sign, verify, danfe, qr, event, explain. `args` without program and "nfce".
/// Files of at most 16 MiB. Only the document goes to `out`; sentences about what went wrong to `err`. Never throws on bad input.
int nfce_main(const std::vector<std::string>& args, std::istream& in, std::ostream& out, std::ostream& err);

} // namespace balcao::nfce
