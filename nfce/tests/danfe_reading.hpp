#pragma once

#include "nfce/foreign.hpp"

#include <string>
#include <vector>

/// Reading a drawn DANFE back, by programs that did not draw it.
namespace balcao::nfce::test {

/// What a command of the shell prints.
std::string output_of(std::string const& command);

/// The text of a PDF, and what the codes on its last two pages say, each once.
struct ReadBack {
    std::string text, codes;
};
ReadBack read_back(std::string const& pdf);
std::string text_of(std::string const& pdf);

std::vector<std::string> pages_of(std::string const& text);

/// The receipt with the protocol that authorises it.
ForeignReceipt authorised(ForeignReceipt receipt);

} // namespace balcao::nfce::test
