#pragma once
// What SEFAZ asks of a receipt: first what the document says itself, then what is known already.

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "nfce/model.hpp"
#include "sefaz/simulator/services.hpp"
#include "sefaz/simulator/state.hpp"

namespace balcao::sefaz::simulator {

struct Receipt {
    std::string xml; // the bytes that were judged
    nfce::Nfce nfce;
    std::string digest_value;
};

/// Signature, signer, key, QR code and the rules that need no registry, at the time it was received (seconds since the
/// epoch). The schema has been judged with its message. Pure; any thread.
/// `demands_ibscbs`: whether rejection 1115 is switched on for an issuer (state.hpp); none: for nobody.
std::expected<Receipt, Code> examine_receipt(std::string_view nfe, std::int64_t received_at,
                                             std::shared_ptr<nfce::Tables const> const& tables,
                                             std::function<bool(std::string_view CNPJ)> const& demands_ibscbs = {});

/// What SEFAZ's registers have against it, as far as they are told of the company: 290, 293, 295, 230, 781, 796, 462,
/// 463, 464.
std::optional<Code> registration_fault(Inquiry const& inquiry, Receipt const& receipt);

/// Why this receipt cannot be added to what is known: 204, 218, 539, 635, 206; nullopt when it can.
std::optional<Code> conflict_of(db::Connection& memory, Receipt const& receipt);

/// Authorises it (100; 150 when it comes more than a day after its emission; 120 with alerts).
Document authorise_receipt(Registrar const& registrar, Receipt const& receipt);

/// cUF of a key, or of the UF that answers for none.
std::string_view uf_of_key(std::string_view chNFe);

} // namespace balcao::sefaz::simulator
