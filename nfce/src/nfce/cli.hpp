#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace balcao::nfce {

/// Exit codes of the command line.
enum ExitCode : int {
    exit_done = 0,
    exit_problems = 1,       ///< check, verify: something is wrong with the receipt; build, event: it cannot be written
    exit_unusable_input = 2, ///< the input is not what the command reads, or the command line is wrong
    exit_certificate_fault = 3, ///< certificate or password file missing, unreadable or wrong
    exit_failed = 4,            ///< the output cannot be written, or the program is not installed as it should be
};

/// `balcao nfce ARGS…`: build, check, sign, verify, danfe, qr, event, explain. `args` without program and "nfce".
/// Files of at most 16 MiB. Only the document goes to `out`; sentences about what went wrong to `err`. Never throws on
/// bad input.
int nfce_main(std::vector<std::string> const& args, std::istream& in, std::ostream& out, std::ostream& err);

} // namespace balcao::nfce
