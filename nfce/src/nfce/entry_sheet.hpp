#pragma once

#include "nfce/entry_note.hpp"
#include "nfce/foreign.hpp"

#include <string>
#include <vector>

/// Goods of an NFC-e that came back need an NF-e of entry (modelo 55, finNFe 4), which is issued elsewhere: the sheet
/// that says what it has to hold.
namespace balcao::nfce {

struct EntrySheet {
    ForeignReceipt const& receipt;
    std::string motivo;
    std::string returned_on; ///< AAAA-MM-DD
    std::vector<EntryItem> items;
};

/// A4 pages. As danfe_pdf, std::runtime_error when the drawing module is not installed; std::out_of_range for an item
/// that the receipt has not. Pure, any thread.
std::string entry_sheet_pdf(EntrySheet const& sheet);

} // namespace balcao::nfce
