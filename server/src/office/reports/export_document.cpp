#include "office/reports/export_document.hpp"

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "platform/spreadsheets/exports.hpp"

namespace balcao::reports {

namespace {

namespace js = boost::json;

constexpr std::size_t most_rows_printed = 2'000;

std::string cell_text(spreadsheets::Cell const& cell) {
    if (auto const* const text = std::get_if<std::string>(&cell)) return *text;
    auto const* const number = std::get_if<spreadsheets::Number>(&cell);
    if (number == nullptr) return {};
    switch (number->places) {
    case 2: return decimal_text(Decimal<2>::from_raw(number->raw), 2);
    case 4: return decimal_text(Decimal<4>::from_raw(number->raw), 0);
    case 1: return decimal_text(Decimal<1>::from_raw(number->raw), 1);
    default: return std::to_string(number->raw);
    }
}

budgets::ReportTable printed(Table const& table) {
    budgets::ReportTable drawn{.title = table.title};
    for (auto const& column : table.columns)
        drawn.columns.push_back({.title = column.title, .share = column.width, .is_number = column.is_number});
    for (auto const& row : table.rows) {
        if (drawn.rows.size() == most_rows_printed) {
            drawn.note = fmt::format("Só as primeiras {} linhas de {}. A planilha tem todas.",
                                     grouped(static_cast<std::int64_t>(most_rows_printed)),
                                     grouped(static_cast<std::int64_t>(table.rows.size())));
            break;
        }
        auto& cells = drawn.rows.emplace_back();
        for (auto const& cell : row) cells.push_back(cell_text(cell));
    }
    if (table.rows.empty()) drawn.note = "Nada neste período.";
    return drawn;
}

std::string money_at(js::value const& answer, std::string_view path) {
    boost::system::error_code error;
    auto const* const found = answer.find_pointer(path, error);
    if (found == nullptr || !found->is_string()) return "—";
    auto const value = Money::parse(std::string_view(found->get_string()));
    return value ? brl(*value) : "—";
}
std::string count_at(js::value const& answer, std::string_view path) {
    boost::system::error_code error;
    auto const* const found = answer.find_pointer(path, error);
    return found != nullptr && found->is_int64() ? grouped(found->get_int64()) : "—";
}

} // namespace

std::string write_sheet(spreadsheets::Format format, Table const& table) {
    std::vector<spreadsheets::Heading> headings;
    for (auto const& column : table.columns) headings.push_back({column.title, column.width});
    auto const sheet = spreadsheets::new_spreadsheet(format, table.title, headings);
    for (auto const& row : table.rows) sheet->row(row);
    return sheet->take();
}

void fill(budgets::ReportDocument& document, std::string_view report, js::value const& answer,
          std::vector<Table> const& tables) {
    boost::system::error_code error;
    auto const day = [&](std::string_view path) {
        auto const* const found = answer.find_pointer(path, error);
        return found != nullptr && found->is_string() ? date_text(std::string_view(found->get_string()))
                                                      : std::string{};
    };
    if (report == "fechamento") {
        auto const mes = std::string(std::string_view(answer.at("mes").get_string()));
        document.subtitles.push_back(fmt::format("{}/{}", mes.substr(5), mes.substr(0, 4)));
    } else {
        document.subtitles.push_back(fmt::format("{} a {}", day("/periodo/de"), day("/periodo/ate")));
        if (answer.at("comparado").is_object()) {
            document.subtitles.push_back(
                fmt::format("comparado com {} a {}", day("/comparado/de"), day("/comparado/ate")));
        }
    }
    if (answer.at("ambiente").get_string() != "producao") document.subtitles.emplace_back("Sem valor fiscal");
    if (report == "vendas" && answer.at("base").get_string() == "pedidos") {
        document.figures = {{"Pedidos", money_at(answer, "/total/pedidos/valor")},
                            {"Quantos", count_at(answer, "/total/pedidos/quantidade")},
                            {"A faturar", money_at(answer, "/total/vendido/valor")}};
    } else if (report == "vendas") {
        document.figures = {{"Faturado", money_at(answer, "/total/faturado")},
                            {"Devoluções", money_at(answer, "/total/devolvido/valor")},
                            {"Descontos", money_at(answer, "/total/desconto")},
                            {"Canceladas", count_at(answer, "/total/cancelado/quantidade")},
                            {"Ticket médio", money_at(answer, "/total/ticket_medio")}};
    } else if (report == "fiscal") {
        document.figures = {
            {"Valor", money_at(answer, "/total/valor")},
            {"ICMS", money_at(answer, "/total/icms")},
            {"PIS e COFINS", fmt::format("{} · {}", money_at(answer, "/total/pis"), money_at(answer, "/total/cofins"))},
            {"IBS", money_at(answer, "/total/ibs")},
            {"CBS", money_at(answer, "/total/cbs")}};
    } else if (report == "fechamento") {
        document.figures = {{"Autorizadas", count_at(answer, "/total/quantidade")},
                            {"Valor", money_at(answer, "/total/valor")},
                            {"Pendentes", count_at(answer, "/pendentes")}};
    } else if (report == "notas") {
        document.figures = {{"Notas", grouped(std::ssize(tables.front().rows))}};
    } else {
        document.figures = {{"Clientes", count_at(answer, "/clientes")},
                            {"Novos", count_at(answer, "/novos")},
                            {"Voltaram", count_at(answer, "/voltaram")},
                            {"Ticket médio", money_at(answer, "/ticket_medio")}};
    }
    for (auto const& table : tables)
        if (!table.rows.empty() || tables.size() == 1) document.tables.push_back(printed(table));
}

} // namespace balcao::reports
