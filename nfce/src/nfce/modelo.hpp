#pragma once

#include "nfce/danfe_content.hpp"
#include "nfce/model.hpp"
#include "nfce/problem.hpp"
#include "nfce/tables.hpp"

#include <string_view>

/// What differs between the models of fiscal document: 65 (NFC-e) and 55 (NF-e). All else is one code path.
namespace balcao::nfce {

namespace rules {
class Report;
}

struct Modelo {
    int mod;
    std::string_view name;            ///< "NFC-e"
    int tpImp;                        ///< DANFE when the sale does not say
    bool has_supplement;              ///< infNFeSupl with the QR code
    bool fixed_first_item;            ///< in homologação the first item has a fixed description (373)
    bool ClassTrib::* class_trib;     ///< whether a cClassTrib may stand in it
    Problems (*refused)(Nfce const&); ///< groups and values that the layout has and the model has not
    void (*check)(rules::Report&);    ///< its own rules, besides the common ones
    std::expected<danfe::Document, Problem> (*danfe)(ForeignReceipt const&, DanfeOptions const&); ///< what it says
};

/// Any number but 55 is judged as 65.
Modelo const& modelo_of(int mod);

/// What the document's model has no place for, and a mod that is neither (775).
Problems refused_by_model(Nfce const& nfce);

} // namespace balcao::nfce
