#pragma once
// What an NF-e says that an NFC-e does not: the operation, the buyer, transport and bill. Pure, any thread.

#include <optional>
#include <span>
#include <vector>

#include "nfce/sale.hpp"
#include "platform/base/result.hpp"
#include "registry/people/people.hpp"
#include "registry/products/products.hpp"
#include "selling/receipts/signing/receipt_builder.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::receipts {

/// As a document writes it.
nfce::Endereco delivery_address(sales::Entrega const& delivery);

/// Who bought, with address. Without a record only a delivery says who and where.
std::optional<nfce::Dest> buyer(sales::Sale const& sale, people::Person const* client,
                                std::vector<FieldProblem>& problems);

/// Completes the facts of an NFC-e to those of an NF-e. `products`: those of the items, in their order; goods that are
/// carried weigh what they say where nobody typed a weight. A sale for future delivery becomes its simples faturamento,
/// goods that other notas invoiced (`invoiced_by`, keys) their remessa; who of the two carries which tax is in
/// docs/decisions. Appends what is missing of the client at `cliente.…`.
void make_nfe(nfce::Sale& facts, Issuer const& issuer, sales::Sale const& sale,
              std::span<products::Product const> products, people::Person const* client,
              std::span<std::string const> invoiced_by, std::vector<FieldProblem>& problems);

} // namespace balcao::receipts
