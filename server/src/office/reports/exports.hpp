#pragma once
// Files of reports (table `relatorio_arquivo`), made by the job `relatorio` and thrown away a day later.

#include <boost/json/object.hpp>

#include "office/reports/reports.hpp"
#include "platform/jobs/jobs.hpp"
#include "platform/spreadsheets/spreadsheet.hpp"

namespace balcao::reports {

inline constexpr std::string_view export_job = "relatorio";

struct ExportId : Id<ExportId> {
    using Id::Id;
};
struct Export {
    ExportId id;
    UserId user;
    std::string pedido; // the request as JSON
    std::string nome;
    std::string estado; // preparando, pronto, falhou
    std::int64_t feitas = 0;
    std::optional<std::int64_t> total{};
    std::optional<std::string> erro{};
    std::optional<std::int64_t> tamanho{};
    Instant created_at;
    std::optional<Instant> pronto_em{};
};
std::optional<Export> find_export(db::Connection& connection, auth::CompanyScope const& scope, ExportId id);
std::optional<std::string> find_export_file(db::Connection& connection, auth::CompanyScope const& scope, ExportId id);
/// The contract's ReportExport.
std::string to_json(Export const& one);

/// Refused with the sentence at the field, before a job is made of it.
Result<Export> ask_for_export(auth::Write const& write, auth::CompanyScope const& scope, Services const& services,
                              boost::json::object const& request);
void add_export_job(jobs::Queue& queue, Services const& services);

/// A table of a report, ready to be written or drawn.
struct Table {
    struct Column {
        std::string title;
        double width = 14; // characters
        bool is_number = false;
    };
    std::string title;
    std::vector<Column> columns{};
    std::vector<std::vector<spreadsheets::Cell>> rows{};
};
/// What people call a kind of payment.
std::string payment_name(std::string_view tPag);
/// Of a report's answer. `section`: one of vendas; nothing: all.
std::vector<Table> tables_of(std::string_view report, boost::json::object const& answer,
                             std::optional<std::string> const& section);

} // namespace balcao::reports
