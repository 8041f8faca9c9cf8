#pragma once
// What an NF-e says that an NFC-e does not: the operation, the buyer, transport and bill. Pure, any thread.

#include <vector>

#include "nfce/sale.hpp"
#include "platform/base/result.hpp"
#include "registry/people/people.hpp"
#include "selling/receipts/signing/receipt_builder.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::receipts {

/// As a document writes it.
nfce::Endereco delivery_address(sales::Entrega const& delivery);

/// Completes the facts of an NFC-e to those of an NF-e. Appends what is missing of the client at `cliente.…`.
void make_nfe(nfce::Sale& facts, Issuer const& issuer, sales::Sale const& sale, people::Person const* client,
              std::vector<FieldProblem>& problems);

} // namespace balcao::receipts
