#include <algorithm>
#include <array>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "office/reports/reports.hpp"
#include "platform/base/text.hpp"

namespace balcao::reports {

namespace {

// In the list's order: without it PostgreSQL reads the table to its end where there is none.
constexpr db::Query any_receipt{"reports_any_receipt", R"sql(
    select 1 from nfce where emitente_id = :emitente_id and ambiente = :ambiente order by dhEmi limit 1)sql"};
constexpr db::Query any_authorised{"reports_any_authorised", R"sql(
    select 1 from nfce_dia
    where emitente_id = :emitente_id and ambiente = :ambiente and grupo = 'autorizada' limit 1)sql"};
constexpr auto environments = std::to_array<std::string_view>({"producao", "homologacao", "simulador"});
constexpr std::size_t most_key = 40;

bool is_digits(std::string_view text, std::size_t count) {
    return text.size() == count && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

Result<std::string> environment_of(db::Connection& connection, auth::CompanyScope const& scope,
                                   std::optional<std::string> const& named) {
    if (named) {
        if (std::ranges::find(environments, *named) != environments.end()) return *named;
        return invalid(std::vector<FieldProblem>{{"ambiente", "Este ambiente não existe."}});
    }
    if (connection.scalar<std::int64_t>(any_receipt, {{"emitente_id", scope.id()}, {"ambiente", "producao"}}))
        return "producao";
    return std::string(sefaz_settings::find_settings(connection, scope).ambiente_das_notas());
}

bool issues(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente) {
    return connection.scalar<std::int64_t>(any_authorised, {{"emitente_id", scope.id()}, {"ambiente", ambiente}})
        .has_value();
}

Result<Question> read_question(db::Connection& connection, auth::CompanyScope const& scope,
                               Parameters const& parameters, Instant now) {
    Question question;
    question.zone = figures::time_zone(connection, scope);
    question.today = local_date(now, question.zone);
    std::vector<FieldProblem> problems;
    question.period = read_period(parameters("de"), parameters("ate"), question.today, problems);
    if (auto const compared = parameters("comparar")) {
        if (*compared == "periodo_anterior") question.compared = period_before(question.period);
        else if (*compared == "ano_anterior") question.compared = year_before(question.period);
        else problems.push_back({"comparar", "Escolha o período anterior ou o ano anterior."});
    }
    if (auto const operador = parameters("operador")) {
        question.operador = UserId::parse(*operador);
        if (!question.operador) problems.push_back({"operador", "Este operador não existe."});
    }
    if (auto const serie = parameters("serie")) {
        question.serie = parse_int(*serie);
        if (!question.serie || *question.serie < 0) problems.push_back({"serie", "Use um número inteiro."});
    }
    question.cliente = parameters("cliente");
    if (question.cliente && question.cliente->size() > most_key)
        problems.push_back({"cliente", "Este cliente não existe."});
    question.produto = parameters("produto");
    if (question.produto && !Uuid::parse(*question.produto))
        problems.push_back({"produto", "Este produto não existe."});
    question.tPag = parameters("tPag");
    if (question.tPag && !is_digits(*question.tPag, 2))
        problems.push_back({"tPag", "Esta forma de pagamento não existe."});
    if (int{question.cliente.has_value()} + int{question.produto.has_value()} + int{question.tPag.has_value()} > 1) {
        problems.push_back(
            {question.tPag ? "tPag" : "produto", "Filtre por cliente, por produto ou por pagamento: um de cada vez."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    question.ambiente = BALCAO_TRY(environment_of(connection, scope, parameters("ambiente")));
    question.of_orders = !issues(connection, scope, question.ambiente);
    return question;
}

} // namespace balcao::reports
