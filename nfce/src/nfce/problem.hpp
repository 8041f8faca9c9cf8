#pragma once

#include <string>
#include <vector>

namespace balcao::nfce {

/// Something wrong with an input or a receipt, told to the user.
struct Problem {
    int rule = 0;        ///< number of the rule in the reference's list (k); 0 when it is not one of them
    int cStat = 0;       ///< the rejection it prevents; 0 when only we refuse it
    std::string field;   ///< path in the XML ("det[2]/prod/NCM") or in the input ("itens.1.NCM")
    std::string message; ///< a sentence in Portuguese
    friend bool operator==(Problem const&, Problem const&) = default;
};
using Problems = std::vector<Problem>;

/// One line of JSON: {"rule":…,"cStat":…,"field":…,"message":…}, null for what is 0.
std::string to_json(Problem const& problem);

} // namespace balcao::nfce
