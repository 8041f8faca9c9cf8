#include "fiscal/numbers/numbers.hpp"
#include "fiscal/sefaz_calls/situation.hpp"
#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "fiscal/sefaz_settings/tech_resp.hpp"
#include "office/readiness/readiness.hpp"
#include "platform/base/json.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "registry/sale_settings/sale_settings.hpp"

namespace balcao::readiness {

namespace {

constexpr db::Query answered{"readiness_answered", R"sql(
    select exists (select 1 from (
        select ambiente, resultado from sefaz_troca where emitente_id = :emitente_id order by seq desc limit 1000) as t
        where t.ambiente <> 'simulador' and t.resultado = 'respondida'))sql"};
constexpr db::Query last_tests{"readiness_connection_tests", R"sql(
    select l.created_at, l.resultado, d.details from action_logs l join action_log_details d on d.action_log_id = l.id
    where l.company_id = :emitente_id and l.action_type = 'sefaz_test_connection'
    order by l.created_at desc, l.id desc limit 20)sql"};
constexpr db::Query printed{"readiness_printed", R"sql(
    select exists (select 1 from nfce_impressao where emitente_id = :emitente_id and ok = 1)
        or exists (select 1 from estacao where emitente_id = :emitente_id and testada_em is not null))sql"};
constexpr db::Query groups_of_days{"readiness_groups", R"sql(
    select exists (select 1 from nfce_dia where emitente_id = :emitente_id and ambiente = :ambiente and grupo = 'autorizada'),
           exists (select 1 from nfce_dia where emitente_id = :emitente_id and ambiente = :ambiente and grupo = 'contingencia'),
           exists (select 1 from nfce_dia where emitente_id = :emitente_id and ambiente = :ambiente and grupo = 'cancelada'),
           exists (select 1 from nfce_inutilizacao
                   where emitente_id = :emitente_id and ambiente = :ambiente and estado = 'homologada'),
           exists (select 1 from (
               select ambiente, servico, cStat from sefaz_troca
               where emitente_id = :emitente_id order by seq desc limit 1000) as t
               where t.ambiente = :ambiente and t.servico = 'NFeAutorizacao4' and t.cStat >= 200),
           exists (select 1 from nfce
                   where emitente_id = :emitente_id and ambiente = :ambiente and tpEmis = 9 and nProt is not null))sql"};
constexpr db::Query find_ticks{"readiness_ticks", R"sql(
    select p.chave, p.marcado_em, u.full_name from prontidao p join users u on u.id = p.user_id
    where p.emitente_id = :emitente_id order by p.chave)sql"};

Practised practised(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente) {
    return connection
        .first(groups_of_days, {{"emitente_id", scope.id()}, {"ambiente", ambiente}},
               [&](db::Row const& row) {
                   bool const practice = ambiente == sefaz_settings::simulador;
                   return Practised{.sold = row.get<bool>(0),
                                    .refused = row.get<bool>(4),
                                    .offline = row.get<bool>(practice ? 1 : 5),
                                    .cancelled = row.get<bool>(2),
                                    .voided = row.get<bool>(3)};
               })
        .value();
}

// Of those against the simulator nothing follows.
std::optional<ConnectionTest> last_test(db::Connection& connection, auth::CompanyScope const& scope) {
    std::optional<ConnectionTest> found;
    connection.run(last_tests, {{"emitente_id", scope.id()}}, [&](db::Row const& row) {
        if (found) return;
        auto const details = json::parse_object(row.text(2)).value();
        auto const* const where = details.if_contains("destino");
        auto const* const simulated = details.if_contains("simulado");
        if (where == nullptr || !where->is_string() || where->get_string() != sefaz_settings::sefaz) return;
        if (simulated != nullptr && simulated->is_bool() && simulated->get_bool()) return;
        found = ConnectionTest{.at = row.get<Instant>(0), .is_fine = row.text(1) == "success"};
    });
    return found;
}

} // namespace

std::optional<Facts> find_facts(db::Connection& connection, auth::CompanyScope const& scope, Services const& services) {
    auto company = companies::find(connection, scope);
    if (!company) return std::nullopt;
    Facts facts{.company = std::move(company->company), .now = services.records.clock.now()};
    auto const& uf = facts.company.uf;
    facts.tables = reference::fiscal_tables();
    facts.unusable_tables = *reference::unusable_tables();
    auto const today = local_date(facts.now, facts.company.fuso_horario);
    db::Params const params{{"emitente_id", scope.id()}};

    auto const settings = sefaz_settings::find_settings(connection, scope);
    auto const& environment = settings.of(settings.ambiente);
    facts.ambiente = settings.ambiente;
    facts.serie = environment.serie;
    if (auto const* const numbering = environment.numbering_of(numbers::modelo_nfce, environment.serie))
        facts.proximo = numbering->proximo;
    facts.has_csc = environment.csc_encrypted && environment.csc_id;
    facts.needs_csc = sale_settings::find_sale_settings(connection, scope).qr == 2;
    facts.needs_responsible = facts.tables->allowed("responsavel_tecnico", uf, today);
    facts.has_responsible = sefaz_settings::find_tech_resp(connection, scope).fields.tech_resp_cnpj.has_value();
    auto const counter =
        numbers::find_counter(connection, scope, {.ambiente = facts.ambiente, .serie = environment.serie});
    if (counter && counter->parada_motivo)
        facts.stopped = Stopped{.serie = environment.serie, .motivo = *counter->parada_motivo};

    facts.certificate_until = facts.company.certificado_valido_ate;
    facts.has_authorities = services.has_authorities;
    facts.was_answered = connection.scalar<bool>(answered, params).value();
    facts.test = last_test(connection, scope);
    if (facts.test && facts.test->is_fine) facts.was_answered = true;
    if (auto const away = sefaz_calls::find_away(connection, {.uf = uf, .ambiente = facts.ambiente}))
        facts.away = away->motivo;
    if (services.clocks.is_measured(uf)) facts.clock_offset = services.clocks.offset(uf);

    facts.products = products::readiness_of(connection, scope);
    facts.profiles = tax_profiles::count(connection, scope);
    facts.ibpt = ibpt::find_table(connection, scope);
    facts.is_judged = services.judging.is_done(connection, scope);
    facts.has_printed = connection.scalar<bool>(printed, params).value();
    facts.backup = services.backups.status();
    facts.training = practised(connection, scope, sefaz_settings::simulador);
    facts.trial = practised(connection, scope, sefaz_settings::homologacao);
    facts.ticks = connection.all(find_ticks, params, [](db::Row const& row) {
        return Tick{
            .chave = row.get<std::string>(0), .marcado_em = row.get<Instant>(1), .quem = row.get<std::string>(2)};
    });
    return facts;
}

} // namespace balcao::readiness
