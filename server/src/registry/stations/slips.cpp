#include "registry/stations/slips.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/record_routes.hpp"

namespace balcao::stations {

Result<SlipForm> read_slip_form(http::Request const& request) {
    std::vector<FieldProblem> problems;
    auto const papel = request.query("papel").value_or("80");
    if (papel != "80" && papel != "58") problems.push_back({"papel", "Use 80 ou 58."});
    auto const formato = request.query("formato").value_or("pdf");
    if (formato != "pdf" && formato != "escpos") problems.push_back({"formato", "Use pdf ou escpos."});
    if (!problems.empty()) return invalid(std::move(problems));
    return SlipForm{.narrow = papel == "58", .escpos = formato == "escpos"};
}

http::Response draw_slip(nfce::Slip const& slip, SlipForm const& form) {
    if (form.escpos)
        return {.content_type = "application/octet-stream", .body = nfce::slip_escpos(slip, form.narrow ? 32 : 48)};
    return {.content_type = "application/pdf",
            .body = nfce::slip_pdf(slip, form.narrow ? nfce::Paper::roll58 : nfce::Paper::roll80)};
}

auth::Answer print_slip(http::Request const& request, auth::CompanyScope const& scope, Services const& services,
                        std::function<Result<nfce::Slip>(db::Connection&)> const& find_slip, std::string_view done) {
    auto const id = BALCAO_TRY(records::id_in_path<StationId>(request, "eid"));
    struct Ready {
        Printer printer;
        std::string bytes;
    };
    auto const ready = BALCAO_TRY(services.database.read([&](db::Connection& connection) -> Result<Ready> {
        auto const station = find(connection, scope, id);
        if (!station) return not_found();
        if (station->ativo != "S" || !station->impressora.is_by_network())
            return invalid(fmt::format("A estação {} não imprime pela rede. Imprima pelo navegador.", station->nome));
        auto const slip = BALCAO_TRY(find_slip(connection));
        return Ready{.printer = station->impressora,
                     .bytes = nfce::slip_escpos(slip, static_cast<int>(station->impressora.colunas))};
    }));
    return print_answer(print(ready.printer, ready.bytes, services.reach), done);
}

http::Response print_answer(std::expected<void, Trouble> const& printed, std::string_view done) {
    json::ObjectWriter writer;
    writer.boolean("ok", printed.has_value());
    writer.text("texto", printed ? std::string(done) : what_to_check(printed.error()));
    return http::json(200, writer.take());
}

} // namespace balcao::stations
