#include "office/notifications/notifications.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "nfce/composition.hpp"
#include "office/notifications/of_security.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/reference/fiscal_tables.hpp"

namespace balcao::notifications {

namespace {

using std::chrono::days;

// So many of each kind, so that none crowds out the others.
constexpr std::int64_t most_certificates = 15;
constexpr std::int64_t most_set_ups = 10;
constexpr std::int64_t most_imports = 10;
constexpr std::int64_t most_logos = 10;
constexpr std::int64_t most_ibscbs = 10;
constexpr std::int64_t most_alarms = 15;
constexpr std::int64_t most_deadlines = 10; // of each of the two
constexpr std::int64_t most_stopped = 10;
// Rows that are looked at to find them, among them companies that are switched off.
constexpr std::int64_t most_looked_at = 200;
constexpr std::string_view most_companies_zone = "America/Sao_Paulo";

db::Params params_of(auth::Actor const& actor) {
    return {{"user_id", actor.user}, {"limit", most_certificates}, {"looked_at", most_looked_at}};
}

// Where what belongs to companies is looked for: `table` as `t` with the caller's reach. What is told of a company is
// for its gerentes.
std::string within_reach(auth::Actor const& actor, std::string_view table) {
    if (actor.is_admin()) return fmt::format("{} t where 1 = 1", table);
    return fmt::format("emitente_users x join {} t on t.emitente_id = x.emitente_id"
                       " where x.user_id = :user_id and x.papel = 'gerente'",
                       table);
}

std::string day_text(Instant at, std::string_view time_zone) {
    return local_date_time_text(at, time_zone).substr(0, 10);
}

std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string ending_text(Instant end, Instant now, std::string_view time_zone) {
    auto const left = std::chrono::floor<days>(end - now).count();
    auto const when = left == 0   ? "falta menos de 1 dia"
                      : left == 1 ? "falta 1 dia"
                                  : fmt::format("faltam {} dias", left);
    return fmt::format("O certificado digital vence em {} ({}). Renove antes dessa data.", day_text(end, time_zone),
                       when);
}

// `ended`: those whose end has passed, the last ones first; else those that end soon, the next ones first.
void add_certificates(db::Connection& connection, auth::Actor const& actor, Instant now, bool ended,
                      std::vector<Notification>& found) {
    std::string_view const direction = ended ? " desc" : "";
    auto const sql = fmt::format(
        "select c.emitente_id, c.valid_to, e.razao_social, e.fuso_horario from ("
        "select t.emitente_id, t.valid_to from {} and t.valid_to >= :from and t.valid_to < :to order by t.valid_to{} "
        "limit :looked_at"
        ") as c join emitente e on e.id = c.emitente_id where e.ativo = 'S' order by c.valid_to{} limit :limit",
        within_reach(actor, "digital_certificates"), direction, direction);
    auto params = params_of(actor);
    params.emplace_back("from", ended ? Instant{} : now);
    params.emplace_back("to", ended ? now : now + certificate_notice);
    connection.run({"notifications_certificates", sql}, params, [&](db::Row const& row) {
        auto const end = row.get<Instant>(1);
        auto const zone = row.text(3);
        found.push_back(
            {.tipo = ended ? "certificado_vencido" : "certificado_vencendo",
             .tom = ended ? Tone::erro : Tone::aviso,
             .titulo = ended ? "Certificado digital vencido" : "Certificado digital vencendo",
             .texto = ended ? fmt::format("O certificado digital venceu em {}. Envie um novo para emitir notas.",
                                          day_text(end, zone))
                            : ending_text(end, now, zone),
             .company = row.get<CompanyId>(0),
             .company_name = row.get<std::string>(2),
             .em = ended ? end : end - certificate_notice});
    });
}

// What is missing: the settings, or the certificate once they are there.
void add_set_ups(db::Connection& connection, auth::Actor const& actor, std::vector<Notification>& found) {
    auto const sql = fmt::format(
        "select s.emitente_id, s.updated_at, e.razao_social, case when a.emitente_id is null then 0 else 1 end from ("
        "select t.emitente_id, t.updated_at, t.ambiente, t.version from {} order by t.updated_at desc limit :looked_at"
        ") as s join emitente e on e.id = s.emitente_id"
        " left join nfce_ambiente a on a.emitente_id = s.emitente_id and a.ambiente = s.ambiente and s.version > 0"
        " and a.csc_encrypted is not null and a.csc_id is not null"
        " left join digital_certificates c on c.emitente_id = s.emitente_id"
        " where e.ativo = 'S' and (a.emitente_id is null or c.emitente_id is null)"
        " order by s.updated_at desc limit :limit",
        within_reach(actor, "nfce_settings"));
    auto params = params_of(actor);
    params.at(1) = {"limit", most_set_ups};
    connection.run({"notifications_set_ups", sql}, params, [&](db::Row const& row) {
        auto const is_configured = row.get<bool>(3);
        found.push_back({.tipo = is_configured ? "certificado_ausente" : "sefaz_pendente",
                         .tom = Tone::aviso,
                         .titulo = is_configured ? "Falta o certificado digital" : "Configurações da SEFAZ pendentes",
                         .texto = is_configured ? "As configurações da SEFAZ estão prontas, mas sem o certificado "
                                                  "digital A1 não é possível emitir notas."
                                                : "Informe o CSC e a identificação do CSC do ambiente em uso. Sem eles "
                                                  "não é possível emitir notas.",
                         .company = row.get<CompanyId>(0),
                         .company_name = row.get<std::string>(2),
                         .em = row.get<Instant>(1)});
    });
}

// The fiscal rules that are known end soon, or have: told to whom a company in produção is within reach.
void add_rules_end(db::Connection& connection, auth::Actor const& actor, Instant now,
                   std::vector<Notification>& found) {
    constexpr auto zone = most_companies_zone;
    if (auto const unusable = *reference::unusable_tables(); actor.is_admin() && !unusable.empty()) {
        found.push_back({.tipo = "regras_fiscais",
                         .tom = Tone::erro,
                         .titulo = "Tabelas fiscais fora de uso",
                         .texto = unusable + " Envie uma tabela nova, ou desfaça a enviada, em Tabelas fiscais.",
                         .em = start_of_day(local_date(now, zone), zone)});
        return;
    }
    auto const tables = reference::fiscal_tables();
    auto const last = nfce::rules_known_until(*tables);
    auto const notice = add_days(last, -nfce::rules_notice_days);
    auto const today = local_date(now, zone);
    if (today < notice) return;
    auto const sql = fmt::format("select 1 from (select t.emitente_id, t.ambiente from {} order by t.updated_at desc "
                                 "limit :looked_at) as s join emitente e on e.id = s.emitente_id"
                                 " where e.ativo = 'S' and s.ambiente = 'producao' limit :limit",
                                 within_reach(actor, "nfce_settings"));
    if (!connection.scalar<int>({"notifications_rules_end", sql}, params_of(actor))) return;
    auto const ended = today > last;
    auto const day = date_text(last);
    found.push_back(
        {.tipo = "regras_fiscais",
         .tom = Tone::aviso,
         .titulo = ended ? "Regras fiscais desatualizadas" : "Regras fiscais a atualizar",
         .texto = ended ? fmt::format("As regras fiscais deste Balcão são conhecidas até {}. As vendas continuam pelas "
                                      "mais novas, e a SEFAZ decide. Instale a versão nova ou carregue as tabelas "
                                      "fiscais novas.",
                                      day)
                        : fmt::format("As regras fiscais deste Balcão são conhecidas até {}. Instale a versão nova ou "
                                      "carregue as tabelas fiscais novas antes.",
                                      day),
         .em = start_of_day(ended ? today : notice, zone)}); // once ended, anew each day
}

// Companies with products of which the law wants the classification of IBS and CBS, and SEFAZ does not refuse receipts
// without.
void add_ibscbs(db::Connection& connection, auth::Actor const& actor, Instant now, std::vector<Notification>& found) {
    auto const sql =
        fmt::format("select s.emitente_id, e.crt, e.uf, e.razao_social from (select t.emitente_id, t.updated_at from {}"
                    " order by t.updated_at desc limit :looked_at) as s join emitente e on e.id = s.emitente_id"
                    " where e.ativo = 'S' and (select 1 from produtos p where p.id_emit = e.id and p.deleted_at is null"
                    " and p.prod_ativo = 'S' and p.fiscal_warnings <> '[]'"
                    " and p.fiscal_warnings like '%\"ibscbs%' limit 1) is not null" // exists: PostgreSQL would read all
                    " order by s.updated_at desc limit :limit",
                    within_reach(actor, "nfce_settings"));
    auto params = params_of(actor);
    params.at(1) = {"limit", most_ibscbs};
    auto const tables = reference::fiscal_tables();
    auto const soon = add_days(local_date(now, most_companies_zone), nfce::rules_notice_days);
    connection.run({"notifications_ibscbs", sql}, params, [&](db::Row const& row) {
        constexpr int in_producao = 1; // tpAmb
        auto const demand = nfce::ibscbs_demand(*tables, row.text(2), row.get<int>(1), soon, in_producao);
        if (!demand.by_law) return; // judged by older rules
        auto const since = start_of_day(demand.by_law_since, most_companies_zone);
        found.push_back({.tipo = "ibscbs_pendente",
                         .tom = Tone::aviso,
                         .titulo = "Produtos sem IBS e CBS",
                         .texto = fmt::format("Há produtos sem a classificação de IBS e CBS, que a lei pede {} {}. As "
                                              "vendas não param por isso. Veja quais em Pronto para emitir.",
                                              since <= now ? "desde" : "a partir de", date_text(demand.by_law_since)),
                         .company = row.get<CompanyId>(0),
                         .company_name = row.get<std::string>(3),
                         .em = since - days{nfce::rules_notice_days}});
    });
}

// Logos that the program could not draw and took off.
void add_logos(db::Connection& connection, auth::Actor const& actor, std::vector<Notification>& found) {
    auto const sql = fmt::format(
        "select l.emitente_id, l.tipo, l.motivo, l.retirado_em, e.razao_social from ("
        "select t.emitente_id, t.tipo, t.motivo, t.retirado_em from {} order by t.retirado_em desc limit :looked_at"
        ") as l join emitente e on e.id = l.emitente_id where e.ativo = 'S' order by l.retirado_em desc limit :limit",
        within_reach(actor, "logos_retirados"));
    auto params = params_of(actor);
    params.at(1) = {"limit", most_logos};
    connection.run({"notifications_logos", sql}, params, [&](db::Row const& row) {
        auto const is_system = row.text(1) == "system";
        found.push_back({.tipo = is_system ? "logo_sistema_retirado" : "logo_documentos_retirado",
                         .tom = Tone::aviso,
                         .titulo = "Logo retirado",
                         .texto = fmt::format("O logo {} não pôde ser desenhado. {}",
                                              is_system ? "do sistema" : "dos documentos", row.text(2)),
                         .company = row.get<CompanyId>(0),
                         .company_name = row.get<std::string>(4),
                         .em = row.get<Instant>(3)});
    });
}

// What somebody has to look into about receipts (selling/receipts/exchanges/exchanges.hpp).
void add_alarms(db::Connection& connection, auth::Actor const& actor, Instant now, std::vector<Notification>& found) {
    auto const sql = fmt::format(
        "select a.emitente_id, a.nfce_id, a.texto, a.created_at, e.razao_social, a.tipo from ("
        "select t.emitente_id, t.nfce_id, t.texto, t.created_at, t.tipo from {} and t.created_at >= :since "
        "order by t.created_at desc limit :looked_at"
        ") as a join emitente e on e.id = a.emitente_id where e.ativo = 'S' order by a.created_at desc limit :limit",
        within_reach(actor, "nfce_alarme"));
    auto params = params_of(actor);
    params.at(1) = {"limit", most_alarms};
    params.emplace_back("since", now - alarm_notice);
    connection.run({"notifications_alarms", sql}, params, [&](db::Row const& row) {
        bool const is_authorised = row.text(5) == "autorizada_com_alerta",
                   is_unsent = row.text(5) == "email_nao_enviado", is_letter = row.text(5) == "carta_recusada";
        found.push_back({.tipo = "nota_alerta",
                         .tom = is_authorised || is_unsent ? Tone::aviso : Tone::erro,
                         .titulo = is_authorised ? "A SEFAZ autorizou com alerta"
                                   : is_unsent   ? "E-mail não enviado"
                                   : is_letter   ? "Carta de correção recusada"
                                                 : "Uma nota precisa de atenção",
                         .texto = row.get<std::string>(2),
                         .company = row.get<CompanyId>(0),
                         .company_name = row.get<std::string>(4),
                         .alvo = row.get<std::optional<Uuid>>(1),
                         .em = row.get<Instant>(3)});
    });
}

// Receipts whose number is not settled (as the index nfce_pendente knows them), where the law counts.
// First by themselves: grouped at once, SQLite would rather walk the whole table in the order of its companies.
constexpr std::string_view pending =
    "t.estado in ('enviando', 'indefinida', 'rejeitada', 'contingencia', 'contingencia_rejeitada', 'abandonada')"
    " and t.ambiente <> 'simulador'";

// Receipts issued offline that SEFAZ does not have yet (selling/receipts/judging/judging.hpp: prazo).
void add_offline_deadlines(db::Connection& connection, auth::Actor const& actor, Instant now,
                           std::vector<Notification>& found) {
    auto const sql = fmt::format(
        "with waiting as materialized (select t.emitente_id, t.dhEmi, t.prazo from {} and {}"
        " and t.estado in ('contingencia', 'contingencia_rejeitada'))"
        " select g.emitente_id, g.quantidade, g.emitida, g.prazo, e.razao_social, e.fuso_horario from ("
        "select emitente_id, count(*) as quantidade, min(dhEmi) as emitida, min(prazo) as prazo from waiting"
        " group by emitente_id having min(dhEmi) <= :waited order by min(prazo) limit :looked_at"
        ") as g join emitente e on e.id = g.emitente_id where e.ativo = 'S' order by g.prazo limit :limit",
        within_reach(actor, "nfce"), pending);
    auto params = params_of(actor);
    params.at(1) = {"limit", most_deadlines};
    params.emplace_back("waited", now - offline_notice);
    connection.run({"notifications_offline", sql}, params, [&](db::Row const& row) {
        auto const issued = row.get<Instant>(2), prazo = row.get<Instant>(3);
        auto const waiting = counted(row.integer(1), "nota em contingência espera", "notas em contingência esperam");
        auto const until = local_date_time_text(prazo, row.text(5));
        bool const is_late = prazo <= now, is_pressing = issued + offline_pressing <= now;
        found.push_back(
            {.tipo = "prazo_contingencia",
             .tom = is_late || is_pressing ? Tone::erro : Tone::aviso,
             .titulo = is_late ? "Contingência fora do prazo" : "Prazo da contingência",
             .texto = is_late ? fmt::format("{} o envio à SEFAZ, e o prazo da mais antiga acabou em {}. Ela ainda é "
                                            "enviada e autorizada; confira a internet e as notas recusadas.",
                                            waiting, until)
                              : fmt::format("{} o envio à SEFAZ; a mais antiga até {}. Confira a internet e as notas "
                                            "recusadas.",
                                            waiting, until),
             .company = row.get<CompanyId>(0),
             .company_name = row.get<std::string>(4),
             .em = is_late ? prazo : issued + (is_pressing ? offline_pressing : offline_notice)});
    });
}

// Numbers of a month that is over without an authorised receipt: to be voided until the tenth of the next one
// (Ajuste SINIEF 19/16 cl. 16).
void add_voiding_deadlines(db::Connection& connection, auth::Actor const& actor, Instant now,
                           std::vector<Notification>& found) {
    auto const sql = fmt::format(
        "with waiting as materialized (select t.emitente_id, t.dhEmi, t.prazo from {} and {}"
        " and t.estado in ('abandonada', 'rejeitada') and t.dhEmi < :month)"
        " select g.emitente_id, g.quantidade, g.emitida, e.razao_social, e.fuso_horario from ("
        "select emitente_id, count(*) as quantidade, min(dhEmi) as emitida from waiting"
        " group by emitente_id order by min(dhEmi) limit :looked_at"
        ") as g join emitente e on e.id = g.emitente_id where e.ativo = 'S' order by g.emitida limit :limit",
        within_reach(actor, "nfce"), pending);
    auto params = params_of(actor);
    params.at(1) = {"limit", most_deadlines};
    // The hours by which zones differ do not matter to what is counted in days.
    auto const today = local_date(now, most_companies_zone);
    params.emplace_back("month", start_of_day(today.substr(0, 8) + "01", most_companies_zone));
    connection.run({"notifications_voiding", sql}, params, [&](db::Row const& row) {
        auto const zone = row.text(4);
        auto const next_month = add_days(local_date(row.get<Instant>(2), zone).substr(0, 8) + "01", 31).substr(0, 8);
        auto const pressing = start_of_day(next_month + "08", zone), end = start_of_day(next_month + "11", zone);
        bool const is_late = end <= now;
        auto const numbers = counted(row.integer(1), "número sem nota autorizada", "números sem nota autorizada");
        auto const until = day_text(start_of_day(next_month + "10", zone), zone);
        found.push_back(
            {.tipo = "prazo_inutilizacao",
             .tom = pressing <= now ? Tone::erro : Tone::aviso,
             .titulo = is_late ? "Inutilização fora do prazo" : "Prazo para inutilizar números",
             .texto = is_late
                          ? fmt::format("{}: o prazo para inutilizar acabou em {}. Inutilize agora e avise o "
                                        "contador.",
                                        numbers, until)
                          : fmt::format("{}: inutilize até {}, ou corrija e envie as notas recusadas.", numbers, until),
             .company = row.get<CompanyId>(0),
             .company_name = row.get<std::string>(3),
             .em = is_late           ? end
                   : pressing <= now ? pressing
                                     : start_of_day(next_month + "01", zone)});
    });
}

// Series in which nothing can be issued until an administrator has confirmed the next number.
void add_stopped_series(db::Connection& connection, auth::Actor const& actor, std::vector<Notification>& found) {
    auto const sql = fmt::format(
        "select s.emitente_id, s.parada_em, s.parada_motivo, e.razao_social from ("
        "select t.emitente_id, t.parada_em, t.parada_motivo from {} and t.parada_em is not null"
        " order by t.parada_em desc limit :looked_at"
        ") as s join emitente e on e.id = s.emitente_id where e.ativo = 'S' order by s.parada_em desc limit :limit",
        within_reach(actor, "nfce_numeracao"));
    auto params = params_of(actor);
    params.at(1) = {"limit", most_stopped};
    connection.run({"notifications_stopped_series", sql}, params, [&](db::Row const& row) {
        found.push_back({.tipo = "serie_parada",
                         .tom = Tone::erro,
                         .titulo = "Série parada",
                         .texto = row.get<std::string>(2),
                         .company = row.get<CompanyId>(0),
                         .company_name = row.get<std::string>(3),
                         .em = row.get<Instant>(1)});
    });
}

Notification import_notification(std::string_view state, std::string_view file, std::int64_t rows_new,
                                 std::int64_t rows_changed, std::optional<std::string> const& error) {
    auto const amounts = fmt::format("{} e {}", counted(rows_new, "registro novo", "registros novos"),
                                     counted(rows_changed, "alterado", "alterados"));
    if (state == "pronta") {
        return {.tipo = "importacao_pronta",
                .tom = Tone::info,
                .titulo = "Planilha conferida",
                .texto = fmt::format("A planilha {} foi lida: {}. Confira e confirme a importação.", file, amounts)};
    }
    if (state == "aplicada") {
        return {.tipo = "importacao_aplicada",
                .tom = Tone::info,
                .titulo = "Importação concluída",
                .texto = fmt::format("A planilha {} foi importada: {}.", file, amounts)};
    }
    return {.tipo = "importacao_falhou",
            .tom = Tone::erro,
            .titulo = "Importação não concluída",
            .texto =
                fmt::format("A planilha {} não foi importada. {}", file, error.value_or("Envie o arquivo de novo."))};
}

void add_imports(db::Connection& connection, auth::Actor const& actor, Instant now, std::vector<Notification>& found) {
    // People are everybody's who has a company.
    std::string_view const in_reach = actor.is_admin()
                                          ? ""
                                          : " and exists (select 1 from emitente_users x where x.user_id = :user_id"
                                            " and (i.emitente_id is null or x.emitente_id = i.emitente_id))";
    auto const sql = fmt::format(
        "select i.id, i.estado, i.file_name, i.novas, i.alteradas, i.erro, i.updated_at, i.emitente_id, e.razao_social"
        " from importacoes i left join emitente e on e.id = i.emitente_id"
        " where i.user_id = :user_id and i.updated_at >= :since and i.estado in ('pronta', 'aplicada', 'falhou'){}"
        " order by i.updated_at desc limit :limit",
        in_reach);
    auto params = params_of(actor);
    params.at(1) = {"limit", most_imports};
    params.emplace_back("since", now - import_notice);
    connection.run({"notifications_imports", sql}, params, [&](db::Row const& row) {
        auto notification = import_notification(row.text(1), row.text(2), row.integer(3), row.integer(4),
                                                row.get<std::optional<std::string>>(5));
        notification.alvo = row.uuid(0);
        notification.em = row.get<Instant>(6);
        notification.company = row.get<std::optional<CompanyId>>(7);
        notification.company_name = row.get<std::optional<std::string>>(8).value_or("");
        found.push_back(std::move(notification));
    });
}

constexpr db::Query last_look{"notifications_seen_at",
                              "select notificacoes_vistas_em from profiles where id = :user_id"};
constexpr db::Query note_look{"notifications_mark_seen", R"sql(
    insert into profiles (id, notificacoes_vistas_em) values (:user_id, :now)
    on conflict (id) do update set notificacoes_vistas_em = excluded.notificacoes_vistas_em)sql"};

} // namespace

std::vector<Notification> list(db::Connection& connection, auth::Actor const& actor, Instant now,
                               OfInstallation const& of_installation) {
    std::vector<Notification> found;
    if (actor.is_admin() && of_installation) found = of_installation(now);
    add_certificates(connection, actor, now, true, found);
    add_certificates(connection, actor, now, false, found);
    add_set_ups(connection, actor, found);
    add_rules_end(connection, actor, now, found);
    add_ibscbs(connection, actor, now, found);
    add_logos(connection, actor, found);
    add_stopped_series(connection, actor, found);
    add_offline_deadlines(connection, actor, now, found);
    add_voiding_deadlines(connection, actor, now, found);
    add_alarms(connection, actor, now, found);
    add_security_notices(connection, actor, now, found);
    add_imports(connection, actor, now, found);
    // Of the errors the newest first, of what will happen the next, then what is missing and what was done, newest
    // first.
    std::ranges::sort(found, {}, [](Notification const& each) {
        auto const is_ahead = each.tipo == "certificado_vencendo";
        auto const at = each.em.microseconds();
        return std::tuple(each.tom, !is_ahead, is_ahead ? at : -at, each.tipo, each.company, each.alvo);
    });
    if (found.size() > most_shown) found.resize(most_shown);
    return found;
}

std::optional<Instant> seen_at(db::Connection& connection, UserId user) {
    return connection.scalar<std::optional<Instant>>(last_look, {{"user_id", user}}).value_or(std::nullopt);
}

void mark_seen(db::Transaction& transaction, UserId user, Instant now) {
    transaction.execute(note_look, {{"user_id", user}, {"now", now}});
}

} // namespace balcao::notifications
