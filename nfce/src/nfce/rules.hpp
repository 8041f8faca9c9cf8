#pragma once

#include "nfce/certificate.hpp"
#include "nfce/document.hpp"
#include "nfce/model.hpp"
#include "nfce/problem.hpp"
#include "nfce/qr.hpp"
#include "nfce/tables.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The rules a receipt must keep before it is sent: numbers, codes and sentences are those of the project's fiscal
/// reference. Rule 114 (numbers to be voided must be unused) needs the history of the company and is not decided here;
/// 112 and 113 are about events (events.hpp).
namespace balcao::nfce {

inline constexpr int rule_count = 119;

struct RuleText {
    int rule;
    int cStat;                 ///< 0 when only we refuse it
    std::string_view sentence; ///< Portuguese
};
/// std::logic_error for a number outside 1 to 119.
RuleText const& rule_text(int rule);

/// What the rules have to know besides the receipt.
struct CheckContext {
    std::shared_ptr<Tables const> tables = Tables::base();
    std::int64_t now = 0;                        ///< seconds since the epoch
    std::optional<CertificateFacts> certificate; ///< absent: rules 1 and 2 are skipped unless it is required
    bool certificate_required = false;
    std::optional<int> tpAmb;             ///< environment the receipt will be sent to
    std::optional<QrVersion> qr;          ///< absent: read from infNFeSupl, rule 107 is then skipped
    std::optional<ConsultationUrls> urls; ///< absent: read from infNFeSupl; an empty receipt of both skips rule 108
    bool allow_cnpj_consumer = false;     ///< turns rule 29 off
    std::optional<bool> ibscbs_demanded;  ///< rule 77 of a receipt without IBS and CBS; absent: by the tables
    std::vector<std::string> change_means = {"01", "02"}; ///< means of payment that may give change (rule 99)
};

/// Every rule that is broken, all at once, in the order of the rules; then what the schema would refuse in values no
/// rule has spoken about. Empty when the receipt can be sent.
Problems check(Nfce const& nfce, CheckContext const& context);

} // namespace balcao::nfce
