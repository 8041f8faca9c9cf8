#pragma once

#include "nfce/foreign.hpp"
#include "nfce/model.hpp"
#include "nfce/problem.hpp"

#include <expected>
#include <optional>
#include <string>
#include <string_view>

/// The printed form of a document: DANFE NFC-e (manual 6.00) or DANFE of an NF-e (MOC 7.0 annex II, from 2026-12-01
/// with NT 2026.010). Everything comes from the XML and its protocol. Without a protocol that authorises it only an
/// offline receipt is a document, pending; any other is marked "NÃO AUTORIZADA, SEM VALOR FISCAL". A Problem at
/// "protNFe" when the protocol is of another key, environment or content (digVal). Pure functions, any thread.
namespace balcao::nfce {

enum class Paper { roll80, roll58, a4 };
enum class Detail { full, summarised }; ///< summarised leaves the items out; never in contingency
enum class Copy { customer, establishment };

/// Of an NF-e only `cancelled` and `logo` count: it is an A4 sheet with all its items.
struct DanfeOptions {
    Paper paper = Paper::roll80;
    Detail detail = Detail::full;
    Copy copy = Copy::customer;
    bool cancelled = false;
    bool reprint = false; ///< says so at the top: the paper was printed before
    std::string_view
        logo{}; ///< PNG or JPEG of at most 4,096 pixels a side, drawn at the left of division I; empty: none
};

/// PDF bytes. The roll is one page as long as it has to be, up to the 14,400 points a PDF page may have, then more. A4
/// repeats issuer, number and key on each page and counts them, an NF-e with the barcode of its key. A Problem at
/// "logo" when the image cannot be read, at "infNFeSupl/qrCode" when there is no QR code or one too long to draw. The
/// drawing libraries are loaded at the first call: std::runtime_error when their module is not installed.
std::expected<std::string, Problem> danfe_pdf(ForeignReceipt const& receipt, DanfeOptions const& options);

/// ESC/POS bytes for receipt printers of 48 (80 mm) or 32 (58 mm) columns at 203 dpi, code page 850, QR by the printer
/// itself (GS ( k) with at least 22 mm of content, paper cut at the end. `options.paper` and `options.logo` are not
/// read. Problems as above, and one at "ide/mod" for an NF-e; std::invalid_argument for less than 24 columns.
std::expected<std::string, Problem> danfe_escpos(ForeignReceipt const& receipt, DanfeOptions const& options,
                                                 int columns);

} // namespace balcao::nfce
