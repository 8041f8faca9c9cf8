#pragma once
// From the facts of a receipt to a signed version of it. Some tenths of a millisecond each, nothing held. Any thread.

#include <optional>
#include <string>
#include <string_view>

#include "nfce/certificate.hpp"
#include "nfce/document.hpp"
#include "nfce/sale.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/nota/receipts_store.hpp"
#include "selling/receipts/signing/receipt_builder.hpp"

namespace balcao::receipts {

/// Random digits that SEFAZ takes together with this number (rule 897).
std::string draw_cNF(std::int64_t numero);

/// A signed version, and the receipt that it says.
struct Signed {
    SignedVersion version; // its `versao` is 1; who adds a later one sets it
    nfce::Nfce receipt;
};

/// What sign_sale would find wrong, without a certificate.
std::vector<FieldProblem> check_sale(nfce::Sale const& facts, sales::Sale const& sale, Instant now);

/// Computes, checks by all rules and signs. `now`: fiscal time. Every problem at the form's fields, so nothing is
/// signed that SEFAZ would refuse for what we know.
Result<Signed> sign_sale(nfce::Sale const& facts, sales::Sale const& sale, nfce::Certificate const& certificate,
                         Instant now);

/// The stored version with another heading: same goods, values, payments and people, whatever became of the products
/// since. `issuer` gives the code of the QR code and the CSRT. A failure is `invalid` with a sentence.
Result<Signed> sign_reissue(std::string_view signed_nfe, Issuer const& issuer, Heading const& heading,
                            nfce::Certificate const& certificate, Instant now);

/// The nota that this version begins, in its first state. Whose sale it is, its environment and what it replaces are
/// the caller's. `nome`: the consumer's, found by search. `uf`: the issuer's, for the deadline of an offline one.
Nota new_nota(Signed const& document, std::optional<std::string> nome, std::string_view uf, Instant now);
/// Puts a version's values where its nota shows them: versao, chave, dhEmi, fuso, vNF, documento, busca. The name stays
/// the sale's: in homologação a receipt carries another.
void take_version(Nota& nota, Signed const& version);

} // namespace balcao::receipts
