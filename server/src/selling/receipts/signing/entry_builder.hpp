#pragma once
// The NF-e of entry of goods that came back, from the document of their sale. Pure, any thread.

#include <optional>
#include <string>
#include <vector>

#include "nfce/entry_note.hpp"
#include "platform/base/result.hpp"
#include "registry/people/people.hpp"
#include "selling/receipts/signing/receipt_builder.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::receipts {

struct ReturnedGoods {
    std::vector<nfce::Nfce> origins; // that let them leave, as they were authorised
    std::vector<nfce::EntryItem> itens;
    std::string motivo;
    Money total; // that was given back
    sales::Sale sale;
    std::optional<people::Person> client{}; // of the sale, from the records
};

/// Names who bought where the document or the records have the address, else the company itself (docs/decisions). A
/// failure is `invalid` with a sentence.
Result<nfce::Nfce> build_entry(Issuer const& issuer, ReturnedGoods const& goods, Heading const& heading);

} // namespace balcao::receipts
