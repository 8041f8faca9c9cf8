#include "selling/receipts/upkeep/upkeep.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "fiscal/numbers/numbers.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/log.hpp"
#include "platform/base/time_scale.hpp"
#include "registry/companies/companies.hpp"
#include "registry/sale_settings/sale_settings.hpp"
#include "selling/figures/figures.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/nota/day_sums.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/voiding/voiding.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr auto between_runs = 60s;
constexpr std::int64_t most_at_once = 200;

// Of all companies: nobody else looks for what lost its job. The newest are left to their own.
constexpr db::Query waiting_notas{"receipts_waiting", R"sql(
    select emitente_id, id from nfce
    where estado in ('enviando', 'indefinida') and created_at < :before order by created_at limit :limit)sql"};
constexpr db::Query offline_series{"receipts_waiting_offline", R"sql(
    select distinct emitente_id, ambiente from nfce
    where estado = 'contingencia' and substituida_por is null limit :limit)sql"};
constexpr db::Query companies_with_open_events{"receipts_companies_with_open_events", R"sql(
    select distinct emitente_id from nfce_evento where estado in ('aguardando', 'enviando', 'indefinido') limit :limit)sql"};
constexpr db::Query companies_with_open_voidings{"receipts_companies_with_open_voidings", R"sql(
    select distinct emitente_id from nfce_inutilizacao where estado in ('enviando', 'indefinido') limit :limit)sql"};
constexpr db::Query last_queries{"receipts_last_queries", R"sql(
    select emitente_id, id from nfce
    where estado = 'abandonada' and conferir_em <= :now
        and (conferencia_pedida_em is null or conferencia_pedida_em < conferir_em)
    order by conferir_em limit :limit)sql"};
constexpr db::Query companies_with_abandoned{"receipts_companies_with_abandoned", R"sql(
    select emitente_id from nfce where estado = 'abandonada' and conferir_em <= :now)sql"};
// The first condition is that of the index nfce_evento_aberto, which SQLite takes only when it is said in its words.
constexpr db::Query waiting_substitutions{"receipts_waiting_substitutions", R"sql(
    select emitente_id, nfce_id from nfce_evento
    where estado in ('aguardando', 'enviando', 'indefinido') and estado = 'aguardando')sql"};
// Announced or ended by a clock that was put back since; only the newest can be. What was said to SEFAZ then counts
// from now on, in the order it was said: a microsecond apart.
constexpr db::Query pull_exchanges_in{"receipts_pull_exchanges_in", R"sql(
    update sefaz_troca set
        anunciada_em = case when anunciada_em > :ahead
            then :now + seq - (select max(seq) from sefaz_troca) else anunciada_em end,
        respondida_em = case when resultado is null
            then null else :now + seq - (select max(seq) from sefaz_troca) end
    where seq > (select coalesce(max(seq), 0) - :newest from sefaz_troca)
        and (anunciada_em > :ahead or respondida_em > :ahead))sql"};
constexpr db::Query has_exchanges_ahead{"receipts_exchanges_ahead", R"sql(
    select 1 from sefaz_troca
    where seq > (select coalesce(max(seq), 0) - :newest from sefaz_troca)
        and (anunciada_em > :ahead or respondida_em > :ahead) limit 1)sql"};
// What was reckoned from such a time: a query that somebody asked for, when an offline receipt is sent next, since when
// SEFAZ is slow, and until when it shuts a company out.
constexpr db::Query pull_questions_in{"receipts_pull_questions_in", R"sql(
    update nfce set conferencia_pedida_em = :now
    where conferencia_pedida_em > :ahead and id in
        (select nfce_id from sefaz_troca
        where seq > (select coalesce(max(seq), 0) - :newest from sefaz_troca) and nfce_id is not null))sql"};
constexpr db::Query pull_sendings_in{"receipts_pull_sendings_in", R"sql(
    update nfce set conferir_em = :now
    where estado = 'contingencia' and substituida_por is null and conferir_em > :now)sql"};
constexpr db::Query pull_slowness_in{"receipts_pull_slowness_in", R"sql(
    update contingencia set lenta_desde = :now where lenta_desde > :ahead)sql"};
constexpr db::Query pull_blocks_in{"receipts_pull_blocks_in", R"sql(
    update sefaz_bloqueio set ate = ate - (created_at - :now), created_at = :now
    where ate is not null and created_at > :ahead)sql"};
constexpr db::Query all_series{"receipts_all_series", R"sql(
    select emitente_id, ambiente, modelo, serie from nfce_numeracao
    where conferido_ate < proximo - 1 and parada_em is null)sql"};
constexpr db::Query insert_alarm{"receipts_number_alarm", R"sql(
    insert into nfce_alarme (id, emitente_id, ambiente, tipo, chave, texto, created_at)
    values (:id, :emitente_id, :ambiente, 'numeros_sem_registro', :chave, :texto, :now)
    on conflict (emitente_id, ambiente, tipo, chave) do nothing)sql"};

constexpr std::int64_t newest_exchanges = 2000;
constexpr auto clocks_differ_by = 60s; // of two servers

// While the nota that took its place is not authorised: a day after SEFAZ had it, and a day before it is too late.
constexpr std::array<std::chrono::hours, 2> substitution_alarms{24h, 144h};

constexpr auto time_of_voiding = 3h;
// The last time it was three in the morning there.
Instant last_night(Instant now, std::string_view zone) {
    auto const today = local_date(now, zone);
    auto const night = start_of_day(today, zone) + time_of_voiding;
    return night <= now ? night : start_of_day(add_days(today, -1), zone) + time_of_voiding;
}

} // namespace

auth::CompanyScope Upkeep::scope_of(CompanyId company) { return {company, auth::Papel::gerente}; }

namespace {

class Run {
public:
    Run(jobs::JobContext& job, Wire const& wire) : job_(job), wire_(wire) {}

    void run() {
        follow_clock_back();
        find_lost_work();
        ask_for_the_last_time();
        void_by_night();
        watch_substitutions();
        add_up_days();
        check_numbers();
        job_.postpone(shortened<milliseconds>(between_runs), [](db::Transaction&) {});
    }

private:
    struct Lost {
        std::vector<std::pair<CompanyId, NotaId>> notas;
        std::vector<std::pair<CompanyId, std::string>> offline;
        std::vector<CompanyId> events;
        std::vector<CompanyId> voidings;
    };

    // Limits of use and waits are counted from when something was announced or ended: from the future they would hold
    // for as long as the clock was wrong. What waits plans anew, since its time was reckoned so.
    void follow_clock_back() {
        auto const now = wire_.now();
        auto const ahead = now + clocks_differ_by;
        db::Params const newest_ahead{{"newest", newest_exchanges}, {"ahead", ahead}};
        bool const any = wire_.database
                             .read([&](db::Connection& connection) {
                                 return connection.scalar<std::int64_t>(has_exchanges_ahead, newest_ahead);
                             })
                             .has_value();
        if (!any) return;
        log::warning("clock_put_back");
        job_.step([&](db::Transaction& transaction) {
            for (auto const fila : {jobs::Fila::nfce, jobs::Fila::nfce_atraso}) wire_.queue.wake_all(transaction, fila);
            auto params = newest_ahead;
            params.emplace_back("now", now);
            transaction.execute(pull_questions_in, params);
            transaction.execute(pull_sendings_in, {{"now", now}});
            transaction.execute(pull_slowness_in, {{"now", now}, {"ahead", ahead}});
            transaction.execute(pull_blocks_in, {{"now", now}, {"ahead", ahead}});
            transaction.execute(pull_exchanges_in, params);
        });
    }

    void find_lost_work() {
        auto const lost = wire_.database.read([&](db::Connection& connection) {
            db::Params const limit{{"limit", most_at_once}};
            return Lost{.notas = connection.all(
                            waiting_notas, {{"limit", most_at_once}, {"before", wire_.now() - shortened(between_runs)}},
                            [](db::Row const& row) { return std::pair(row.get<CompanyId>(0), row.get<NotaId>(1)); }),
                        .offline = connection.all(offline_series, limit,
                                                  [](db::Row const& row) {
                                                      return std::pair(row.get<CompanyId>(0), row.get<std::string>(1));
                                                  }),
                        .events = connection.all(companies_with_open_events, limit,
                                                 [](db::Row const& row) { return row.get<CompanyId>(0); }),
                        .voidings = connection.all(companies_with_open_voidings, limit,
                                                   [](db::Row const& row) { return row.get<CompanyId>(0); })};
        });
        if (lost.notas.empty() && lost.offline.empty() && lost.events.empty() && lost.voidings.empty()) return;
        job_.step([&](db::Transaction& transaction) {
            // One that has its job already keeps it: there is at most one with a key.
            for (auto const& [company, nota] : lost.notas) {
                wire_.queue.enqueue(transaction, new_resolve_job(scope_of(company), nota));
            }
            for (auto const& [company, ambiente] : lost.offline) {
                wire_.queue.enqueue(transaction, new_transmission_job(scope_of(company), ambiente));
            }
            for (auto const& company : lost.voidings) ensure_voiding_jobs(transaction, wire_, scope_of(company));
            for (auto const& company : lost.events) ensure_event_jobs(transaction, wire_, scope_of(company));
        });
    }

    using OfCompany = std::pair<CompanyId, NotaId>;

    void ask_for_the_last_time() {
        auto const due = wire_.database.read([&](db::Connection& connection) {
            return connection.all(
                last_queries, {{"now", wire_.now()}, {"limit", most_at_once}},
                [](db::Row const& row) { return OfCompany(row.get<CompanyId>(0), row.get<NotaId>(1)); });
        });
        for (auto const& [company, nota] : due) {
            job_.checkpoint();
            auto const scope = scope_of(company);
            job_.step([&](db::Transaction& transaction) {
                auto const subject = lock_subject(transaction, wire_, scope, nota, {});
                if (subject && subject->facts.estado == Estado::abandonada)
                    ask_since(transaction, wire_, scope, *subject, subject->nota.conferir_em.value());
            });
        }
    }

    // At three in the morning, or when the server runs again after that.
    void void_by_night() {
        struct Work {
            CompanyId id;
            companies::Company company;
            Instant before;
        };
        auto const work = wire_.database.read([&](db::Connection& connection) {
            std::vector<Work> found;
            auto companies = connection.all(companies_with_abandoned, {{"now", wire_.now()}},
                                            [](db::Row const& row) { return row.get<CompanyId>(0); });
            std::ranges::sort(companies);
            companies.erase(std::ranges::unique(companies).begin(), companies.end());
            for (auto const& id : companies) {
                auto const scope = scope_of(id);
                if (sale_settings::find_sale_settings(connection, scope).inutilizar_auto != "S") continue;
                auto const stored = companies::find(connection, scope);
                if (!stored) continue;
                auto const before = last_night(wire_.now(), stored->company.fuso_horario);
                if (numbers_to_void(connection, scope, before, 1).empty()) continue;
                found.push_back({.id = id, .company = stored->company, .before = before});
            }
            return found;
        });
        for (auto const& each : work) {
            job_.checkpoint();
            job_.step([&](db::Transaction& transaction) {
                void_abandoned(transaction, wire_, scope_of(each.id), each.company, each.before);
            });
        }
    }

    void watch_substitutions() {
        struct Waiting {
            CompanyId company;
            NotaId nota;
            Instant since;
        };
        auto const now = wire_.now();
        auto const waiting = wire_.database.read([&](db::Connection& connection) {
            std::vector<Waiting> found;
            auto const events = connection.all(waiting_substitutions, {}, [](db::Row const& row) {
                return OfCompany(row.get<CompanyId>(0), row.get<NotaId>(1));
            });
            for (auto const& [company, id] : events) {
                auto const nota = find_nota(connection, scope_of(company), id);
                if (!nota || !nota->dhRecbto || now - *nota->dhRecbto < substitution_alarms.front()) continue;
                if (!has_alarm(connection, scope_of(company), id, Alarm::substituicao_parada,
                               stage_of(now - *nota->dhRecbto)))
                    found.push_back({.company = company, .nota = id, .since = *nota->dhRecbto});
            }
            return found;
        });
        for (auto const& each : waiting) {
            auto const scope = scope_of(each.company);
            job_.step([&](db::Transaction& transaction) {
                auto const nota = find_nota(transaction, scope, each.nota);
                if (!nota) return;
                raise_alarm(transaction, scope, *nota, Alarm::substituicao_parada, now, stage_of(now - each.since));
            });
        }
    }
    // The last of the hours that have passed.
    static std::string stage_of(std::chrono::microseconds waited) {
        auto stage = substitution_alarms.front();
        for (auto const hours : substitution_alarms)
            if (hours <= waited) stage = hours;
        return fmt::format("{}h", stage.count());
    }

    void add_up_days() {
        auto const any =
            wire_.database.read([&](db::Connection& connection) { return has_days_to_fold(connection, wire_.now()); });
        if (any) job_.step([&](db::Transaction& transaction) { fold_days(transaction, wire_.now()); });
        if (!wire_.database.read(figures::has_changes)) return;
        while (job_.step(figures::fold)) job_.checkpoint();
    }

    void check_numbers() {
        struct Row {
            CompanyId company;
            numbers::Series series;
        };
        auto const series = wire_.database.read([&](db::Connection& connection) {
            return connection.all(all_series, {}, [](db::Row const& row) {
                return Row{row.get<CompanyId>(0),
                           {.ambiente = row.get<std::string>(1),
                            .modelo = row.get<std::int64_t>(2),
                            .serie = row.get<std::int64_t>(3)}};
            });
        });
        for (auto const& each : series) {
            job_.checkpoint();
            auto const scope = scope_of(each.company);
            job_.step([&](db::Transaction& transaction) {
                if (auto const fault = numbers::check_ledger(transaction, scope, each.series))
                    tell(transaction, scope, each.series, *fault);
            });
        }
    }

    void tell(db::Transaction& transaction, auth::CompanyScope const& scope, numbers::Series const& series,
              numbers::LedgerFault const& fault) {
        auto const texto =
            fmt::format("Os números {} a {} da série {} de {} não têm registro. Avise o suporte antes de "
                        "emitir mais notas.",
                        grouped(fault.ini), grouped(fault.fim), series.serie, modelo_of(series.modelo).nome);
        auto const chave = fmt::format("{}:{}:{}", series.modelo, series.serie, fault.ini);
        transaction.execute(insert_alarm, {{"id", Uuid::make()},
                                           {"emitente_id", scope.id()},
                                           {"ambiente", series.ambiente},
                                           {"chave", chave},
                                           {"texto", texto},
                                           {"now", wire_.now()}});
    }

    static auth::CompanyScope scope_of(CompanyId company) { return Upkeep::scope_of(company); }

    jobs::JobContext& job_;
    Wire const& wire_;
};

} // namespace

void ensure_upkeep(db::Transaction& transaction, Wire const& wire) {
    // The clock may have been put back while nothing ran: what tells waits for a time that is still to come then.
    if (wire.queue.wake(transaction, upkeep_job)) return;
    wire.queue.enqueue(transaction, {.tipo = upkeep_job, .chave = std::string(upkeep_job)});
}

void add_upkeep_job(jobs::Queue& queue, Wire const& wire) {
    queue.handle(std::string(upkeep_job), {.run = [&wire](jobs::JobContext& job) -> Result<void> {
                                               Run(job, wire).run();
                                               return {};
                                           },
                                           .attempts = jobs::unlimited});
}

} // namespace balcao::receipts
