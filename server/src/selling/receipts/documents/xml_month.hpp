#pragma once
// The documents of a month as files to download: nfeProc, procEventoNFe, ProcInutNFe and the list of its notas.

#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "selling/receipts/documents/xml_month_store.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

inline constexpr std::string_view month_job = "nfce_xml_mes";

/// The contract's schema XmlMonth.
std::string to_json(XmlMonth const& month, std::vector<MonthFile> const& files);
/// `nfce-11222333000181-2026-11.zip`, with `-parte-2` when there are several.
std::string file_name(std::string_view cnpj, XmlMonth const& month, std::int64_t n, std::size_t files);

/// Asks for the files of a month (AAAA-MM, begun) anew; one that is being made already is answered as it is. Failure
/// `invalid` for another month.
Result<XmlMonth> ask_for_month(auth::Write const& write, Wire const& wire, auth::CompanyScope const& scope,
                               std::string_view ambiente, std::string_view mes);

} // namespace balcao::receipts
