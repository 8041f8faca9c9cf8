#pragma once
// Slips of a till (nfce/slip.hpp): drawn for a browser, or printed on a station's network printer.

#include <expected>
#include <functional>
#include <string_view>

#include "nfce/slip.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/result.hpp"
#include "registry/stations/printer_link.hpp"
#include "registry/stations/stations.hpp"

namespace balcao::stations {

struct SlipForm {
    bool narrow = false; // 58 mm
    bool escpos = false; // else PDF
};
/// Of the query parameters `papel` (80, 58) and `formato` (pdf, escpos).
Result<SlipForm> read_slip_form(http::Request const& request);
http::Response draw_slip(nfce::Slip const& slip, SlipForm const& form);

/// Prints what `find` returns on the station that the path names (`eid`). Holds nothing of the database meanwhile.
/// `done`: the sentence when it was printed.
auth::Answer print_slip(http::Request const& request, auth::CompanyScope const& scope, Services const& services,
                        std::function<Result<nfce::Slip>(db::Connection&)> const& find, std::string_view done);

/// `{"ok":…,"texto":…}`
http::Response print_answer(std::expected<void, Trouble> const& printed, std::string_view done);

} // namespace balcao::stations
