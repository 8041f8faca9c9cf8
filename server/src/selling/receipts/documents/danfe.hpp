#pragma once
// The DANFE of a nota: its document as it is kept, drawn as PDF or for a receipt printer.

#include <optional>
#include <string>

#include "nfce/danfe.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

struct DanfeForm {
    nfce::Paper paper = nfce::Paper::roll80;
    nfce::Copy copy = nfce::Copy::customer;
    bool reprint = false;
    std::optional<int> columns{}; // of ESC/POS; nullopt: PDF
};

/// The signed document, with its protocol once it is authorised. `acao_indisponivel` when SEFAZ authorised what is not
/// here.
Result<std::string> document_of(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota);
/// The same while it is neither authorised nor offline, too: nothing is printed as a receipt before it is one.
Result<void> check_printable(Nota const& nota);
/// Refused as both above, and when it cannot be drawn.
Result<std::string> draw_danfe(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                               DanfeForm const& form);

} // namespace balcao::receipts
