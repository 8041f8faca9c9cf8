#include "accounts/audit_log/audit_log.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "accounts/audit_log/log_entries.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/text.hpp"
#include "platform/http/problem.hpp"
#include "platform/spreadsheets/exports.hpp"

namespace balcao::audit_log {

namespace {

constexpr std::size_t most_action = 60;

using Names = std::span<std::string_view const>;
constexpr std::array<std::string_view, 6> list_parameters{"company_id", "resultado", "action_type",
                                                          "user_id",    "de",        "ate"};
constexpr std::array<std::string_view, 7> export_parameters{"company_id", "resultado", "action_type", "user_id",
                                                            "de",         "ate",       "format"};

std::optional<std::string> date_of(http::Request const& request, std::string_view name,
                                   std::vector<FieldProblem>& problems) {
    auto const text = request.query(name);
    if (!text) return std::nullopt;
    if (is_date(*text)) return std::string(*text);
    problems.push_back({std::string(name), "Esta data não existe."});
    return std::nullopt;
}

Result<std::pair<records::ListQuery, LogFilter>> read_query(auth::ReadCall& call, auth::VisibleCompanies const& visible,
                                                            Names parameters) {
    constexpr std::array<std::string_view, 1> sorts{"-created_at"};
    auto query = records::read_list_query(call.request, sorts, parameters);
    std::vector<FieldProblem> problems;
    if (!query) problems = query.error().fields;
    for (auto const* const name : {"search", "sort"})
        if (call.request.query(name)) problems.push_back({name, "Este filtro não existe."});

    LogFilter filter{.visible = visible};
    if (auto const outcome = call.request.query("resultado")) {
        filter.resultado = *outcome;
        if (*outcome != "success" && *outcome != "error" && *outcome != "processing")
            problems.push_back({"resultado", "Use success, error ou processing."});
    }
    if (auto const action = call.request.query("action_type")) {
        filter.action = *action;
        if (action->empty() || length(*action) > most_action)
            problems.push_back({"action_type", "Digite de 1 a 60 caracteres."});
    }
    if (auto const user = call.request.query("user_id")) {
        filter.user = UserId::parse(*user);
        if (!filter.user) problems.push_back({"user_id", "Este usuário não existe."});
    }
    auto const first = date_of(call.request, "de", problems);
    auto const last = date_of(call.request, "ate", problems);
    if (!problems.empty()) return invalid(std::move(problems));

    if (first || last) {
        auto const zone = time_zone_of(call.db, visible);
        if (first) filter.from = start_of_day(*first, zone);
        if (last) filter.to = start_of_day(add_days(*last, 1), zone);
    }
    return std::pair{*std::move(query), std::move(filter)};
}

auth::Answer list_log(auth::ReadCall& call, auth::VisibleCompanies const& visible) {
    auto const asked = BALCAO_TRY(read_query(call, visible, list_parameters));
    auto const& [query, filter] = asked;
    return http::json(200, to_json(list(call.db, filter, query.offset(), query.page_size), query));
}

// A row of the spreadsheet.
struct Exported {
    std::string quando;
    std::string resultado;
    std::string action_type;
    std::string description;
    std::string usuario;
    std::string email;
    std::string empresa;
    std::string usuario_afetado;
    std::string details;
    std::string created_at;
};
constexpr std::array exported_fields{
    field<&Exported::quando>("quando"),           field<&Exported::resultado>("resultado"),
    field<&Exported::action_type>("action_type"), field<&Exported::description>("description"),
    field<&Exported::usuario>("usuario"),         field<&Exported::email>("email"),
    field<&Exported::empresa>("empresa"),         field<&Exported::usuario_afetado>("usuario_afetado"),
    field<&Exported::details>("details"),         field<&Exported::created_at>("created_at"),
};
constexpr std::array exported_columns{
    spreadsheets::Column{.field = "quando", .title = "Data", .width = 17},
    spreadsheets::Column{.field = "resultado", .title = "Resultado", .width = 14},
    spreadsheets::Column{.field = "action_type", .title = "Ação", .width = 24},
    spreadsheets::Column{.field = "description", .title = "Descrição", .width = 60},
    spreadsheets::Column{.field = "usuario", .title = "Usuário", .width = 24},
    spreadsheets::Column{.field = "email", .title = "E-mail", .width = 28},
    spreadsheets::Column{.field = "empresa", .title = "Empresa", .width = 32},
    spreadsheets::Column{.field = "usuario_afetado", .title = "Usuário afetado", .width = 28},
    spreadsheets::Column{.field = "details", .title = "Detalhes", .width = 60},
    spreadsheets::Column{.field = "created_at", .title = "Instante (UTC)", .width = 28},
};

// A cell of an XLSX holds 32,767 characters.
std::string cell_text(spreadsheets::Format format, std::string text) {
    constexpr std::size_t most_bytes = 32'000;
    if (format == spreadsheets::Format::csv || text.size() <= most_bytes) return text;
    auto end = most_bytes;
    while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text.resize(end);
    return text + "…";
}

std::string outcome_text(std::string_view outcome) {
    if (outcome == "success") return "Sucesso";
    return outcome == "error" ? "Erro" : "Em andamento";
}

auth::Answer export_log(auth::ReadCall& call, auth::VisibleCompanies const& visible, Clock const& clock) {
    auto const format = BALCAO_TRY(spreadsheets::format_of(call.request));
    auto const asked = BALCAO_TRY(read_query(call, visible, export_parameters));
    auto const& filter = asked.second;
    BALCAO_TRY(spreadsheets::check_export_size(count(call.db, filter)));
    auto const zone = time_zone_of(call.db, visible);
    auto const name_of = [](std::optional<Named> const& named) { return named ? named->name : std::string{}; };
    auto file = spreadsheets::export_file(format, "Logs", exported_columns, exported_fields, [&](auto const& record) {
        each(call.db, filter, [&](LogEntry const& entry) {
            Exported const row{.quando = local_date_time_text(entry.created_at, zone),
                               .resultado = outcome_text(entry.resultado),
                               .action_type = entry.action,
                               .description = cell_text(format, entry.description),
                               .usuario = name_of(entry.user),
                               .email = entry.user ? entry.user->email : std::string{},
                               .empresa = name_of(entry.company),
                               .usuario_afetado = name_of(entry.target_user),
                               .details = cell_text(format, entry.details.value_or("")),
                               .created_at = entry.created_at.to_iso()};
            record(&row);
        });
    });
    return spreadsheets::download(format, spreadsheets::file_stem("logs", clock.now()), std::move(file));
}

} // namespace

void add_audit_log_routes(auth::Gate& gate, Clock const& clock) {
    gate.route({.pattern = "/api/audit-log", .who = auth::Who::gerente}, list_log);
    gate.route({.pattern = "/api/audit-log/export", .who = auth::Who::gerente, .lane = http::Lane::slow},
               [&clock](auth::ReadCall& call, auth::VisibleCompanies const& visible) {
                   return export_log(call, visible, clock);
               });
}

} // namespace balcao::audit_log
