#include "platform/jobs/job_rows.hpp"

#include "platform/db/clock.hpp"

namespace balcao::jobs {

namespace {

constexpr db::Query end_job{"jobs_end", R"sql(
    update tarefas set estado = :estado, erro = :erro, finished_at = :now, lease_token = null, lease_until = null
    where id = :id and estado = 'executando' and lease_token = :token)sql"};

constexpr db::Query give_back_job{"jobs_give_back", R"sql(
    update tarefas
    set estado = 'pendente', run_at = :run_at, acordada = 0, tentativas = :tentativas, erro = :erro, lease_token = null,
        lease_until = null
    where id = :id and estado = 'executando' and lease_token = :token)sql"};

} // namespace

void end_row(db::Transaction& transaction, Uuid const& job, std::string_view token, End const& end) {
    transaction.execute(end_job, {{"estado", end.estado},
                                  {"erro", end.erro},
                                  {"now", db::database_time(transaction)},
                                  {"id", job},
                                  {"token", token}});
}

void give_back_row(db::Transaction& transaction, Uuid const& job, std::string_view token, Again const& again) {
    transaction.execute(give_back_job, {{"run_at", db::database_time(transaction) + again.in},
                                        {"tentativas", again.attempts_used},
                                        {"erro", again.erro},
                                        {"id", job},
                                        {"token", token}});
}

} // namespace balcao::jobs
