#pragma once

#include "nfce/model.hpp"
#include "nfce/problem.hpp"

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The company's own NF-e of entry (modelo 55, finNFe 4) for goods of a sale that came back. Pure, any thread.
namespace balcao::nfce {

struct EntryItem {
    std::size_t index = 0;  ///< of its document's item, from 0
    Decimal<4> quantity;    ///< that came back
    Money amount;           ///< given back for it, with its share of discount, surcharge and freight
    std::size_t origin = 0; ///< which of the note's documents let it leave
};

/// CFOP of the goods' way back (Ajuste SINIEF 07/01, 1.200 and 1.400, 2.200 and 2.400); empty where the accountant has
/// to choose.
std::string_view entry_cfop(std::string_view sold_with);

/// What it says of itself. Goods, prices and taxes are those of the documents that it goes back to.
struct EntryNote {
    std::vector<Nfce> const& origins; ///< NFC-e or NF-e, as they were authorised: one at least, all of one buyer
    std::vector<EntryItem> const& items;
    Ide ide; ///< cUF, cNF, serie, nNF, dhEmi, tpAmb, verProc count
    Emit emit;
    Dest dest;
    std::string infCpl;
    std::optional<InfRespTec> infRespTec; ///< csrt is not read
    std::optional<std::string> idCSRT, CSRT;
};

/// To be judged with check() and signed with write_signed(), as a receipt that compute() made. Each item refers to its
/// item of the document (DFeReferenciado), whose bases and taxes it carries as their part of the quantity; its value
/// is what was given back. Refused: a CFOP without a known way back, a key that cannot be formed.
/// std::out_of_range for an item that no document has.
std::expected<Nfce, Problems> entry_note(EntryNote note);

} // namespace balcao::nfce
