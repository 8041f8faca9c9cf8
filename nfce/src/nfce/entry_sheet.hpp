#pragma once

#include "nfce/foreign.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Goods of an NFC-e that came back need an NF-e of entry (modelo 55, finNFe 4), which is issued elsewhere: the sheet
/// that says what it has to hold.
namespace balcao::nfce {

struct EntryItem {
    std::size_t index = 0; ///< of the receipt's item, from 0
    Decimal<4> quantity;   ///< that came back
    Money amount;          ///< given back for it, with its share of discount, surcharge and freight
};

struct EntrySheet {
    ForeignReceipt const& receipt;
    std::string motivo;
    std::string returned_on; ///< AAAA-MM-DD
    std::vector<EntryItem> items;
};

/// CFOP of the goods' way back inside the UF (Ajuste SINIEF 07/01, 1.200 and 1.400); empty where the accountant has to
/// choose.
std::string_view entry_cfop(std::string_view sold_with);

/// A4 pages. As danfe_pdf, std::runtime_error when the drawing module is not installed; std::out_of_range for an item
/// that the receipt has not. Pure, any thread.
std::string entry_sheet_pdf(EntrySheet const& sheet);

} // namespace balcao::nfce
