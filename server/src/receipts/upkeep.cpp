#include "receipts/upkeep.hpp"

#include <map>

#include <fmt/format.h>

#include "base/brazilian.hpp"
#include "db/clock.hpp"
#include "numbers/numbers.hpp"
#include "receipts/apply.hpp"
#include "receipts/events.hpp"
#include "receipts/issue.hpp"
#include "receipts/receipts_store.hpp"
#include "receipts/transmit.hpp"
#include "receipts/voiding.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;

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
constexpr db::Query all_series{"receipts_all_series", R"sql(
    select emitente_id, ambiente, serie from nfce_numeracao
    where conferido_ate < proximo - 1 and parada_em is null)sql"};
constexpr db::Query insert_alarm{"receipts_number_alarm", R"sql(
    insert into nfce_alarme (id, emitente_id, ambiente, tipo, chave, texto, created_at)
    values (:id, :emitente_id, :ambiente, 'numeros_sem_registro', :chave, :texto, :now)
    on conflict (emitente_id, ambiente, tipo, chave) do nothing)sql"};

} // namespace

auth::CompanyScope Upkeep::scope_of(CompanyId company) { return {company, auth::Papel::gerente}; }

namespace {

class Run {
public:
    Run(jobs::JobContext& job, Wire const& wire) : job_(job), wire_(wire) {}

    void run() {
        find_lost_work();
        check_numbers();
        job_.postpone(between_runs, [](db::Transaction&) {});
    }

private:
    struct Lost {
        std::vector<std::pair<CompanyId, NotaId>> notas;
        std::vector<std::pair<CompanyId, std::string>> offline;
        std::vector<CompanyId> events;
        std::vector<CompanyId> voidings;
    };

    void find_lost_work() {
        auto const lost = wire_.database.read([&](db::Connection& connection) {
            db::Params const limit{{"limit", most_at_once}};
            return Lost{.notas = connection.all(
                            waiting_notas, {{"limit", most_at_once}, {"before", wire_.now() - between_runs}},
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
                wire_.queue.enqueue(transaction, {.tipo = resolve_job,
                                                  .dados = fmt::format(R"({{"nfce":"{}"}})", nota.to_string()),
                                                  .chave = resolve_key(nota),
                                                  .company = scope_of(company)});
            }
            for (auto const& [company, ambiente] : lost.offline) {
                wire_.queue.enqueue(transaction, {.tipo = transmission_job,
                                                  .dados = fmt::format(R"({{"ambiente":"{}"}})", ambiente),
                                                  .chave = transmission_key(company, ambiente),
                                                  .company = scope_of(company)});
            }
            for (auto const& company : lost.voidings) ensure_voiding_jobs(transaction, wire_, scope_of(company));
            for (auto const& company : lost.events) ensure_event_jobs(transaction, wire_, scope_of(company));
        });
    }

    void check_numbers() {
        struct Row {
            CompanyId company;
            numbers::Series series;
        };
        auto const series = wire_.database.read([&](db::Connection& connection) {
            return connection.all(all_series, {}, [](db::Row const& row) {
                return Row{row.get<CompanyId>(0),
                           {.ambiente = row.get<std::string>(1), .serie = row.get<std::int64_t>(2)}};
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
        auto const texto = fmt::format("Os números {} a {} da série {} não têm registro. Avise o suporte antes de "
                                       "emitir mais notas.",
                                       grouped(fault.ini), grouped(fault.fim), series.serie);
        auto const chave = fmt::format("{}:{}", series.serie, fault.ini);
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
