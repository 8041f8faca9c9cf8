#include "platform/jobs/jobs.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "platform/base/crash_point.hpp"
#include "platform/base/log.hpp"
#include "platform/base/time.hpp"
#include "platform/db/clock.hpp"
#include "platform/jobs/crew.hpp"
#include "platform/jobs/job_rows.hpp"
#include "platform/jobs/leases.hpp"

namespace balcao::jobs {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds longest_retry{600'000};
constexpr auto kept = std::chrono::hours{24 * 30};
constexpr std::string_view unexpected = "Aconteceu um erro inesperado. Tente de novo; se continuar, avise o suporte.";

constexpr std::array<std::string_view, filas> fila_names{"geral", "nfce", "nfce_atraso", "impressao"};
std::string_view name_of(Fila fila) { return fila_names[static_cast<std::size_t>(fila)]; }

int threads_of(Threads const& threads, Fila fila) {
    switch (fila) {
    case Fila::geral: return threads.geral;
    case Fila::nfce: return threads.nfce;
    case Fila::nfce_atraso: return threads.nfce_atraso;
    case Fila::impressao: return threads.impressao;
    }
    throw std::logic_error("no such group of jobs");
}

// tarefas has no company filter (platform/db/company_filter.cpp): the queue takes jobs of all companies, and each
// handler gets the CompanyScope its job was made with.

// run_at says when somebody has to look at the row: a waiting job's start, a running one's end of lease. One index
// serves both.
constexpr db::Query insert_job{"jobs_insert", R"sql(
    insert into tarefas (id, tipo, fila, emitente_id, chave, estado, dados, run_at, tentativas, lease_until, lease_token, created_at)
    values (:id, :tipo, :fila, :emitente_id, :chave, :estado, :dados, :run_at, :tentativas, :lease_until, :lease_token, :now)
    on conflict (chave) where estado in ('pendente', 'executando') do nothing)sql"};

constexpr db::Query cancel_job{"jobs_cancel", R"sql(
    update tarefas set estado = 'cancelada', finished_at = :now, lease_token = null, lease_until = null
    where chave = :chave and estado in ('pendente', 'executando'))sql"};

constexpr db::Query wake_job{"jobs_wake", R"sql(
    update tarefas
    set run_at = case when estado = 'pendente' then :now else run_at end, acordada = case when estado = 'pendente' then 0 else 1 end
    where chave = :chave and estado in ('pendente', 'executando'))sql"};

constexpr db::Query wake_group{"jobs_wake_group", R"sql(
    update tarefas
    set run_at = case when estado = 'pendente' then :now else run_at end, acordada = case when estado = 'pendente' then 0 else 1 end
    where fila = :fila and estado in ('pendente', 'executando'))sql"};

// The index of the group says `in`, so this does too; a SQLite file's only process takes up what a dead one left when
// it starts.
constexpr std::string_view due_on_sqlite =
    "fila = :fila and estado in ('pendente', 'executando') and estado = 'pendente' and run_at <= :now and tipo in ";
constexpr std::string_view due_on_postgres =
    "fila = :fila and estado in ('pendente', 'executando') and run_at <= :now and tipo in ";
std::string_view due(db::Connection const& connection) {
    return connection.dialect() == db::Dialect::sqlite ? due_on_sqlite : due_on_postgres;
}

constexpr db::Query delete_old{"jobs_delete_old",
                               "delete from tarefas where finished_at is not null and finished_at < :before"};

milliseconds retry_after(milliseconds first, std::int64_t attempt) {
    auto wait = first;
    for (std::int64_t i = 1; i < attempt && wait < longest_retry; ++i) wait *= 4;
    return std::min(wait, longest_retry);
}

} // namespace

Queue::Queue(db::Database& database, Options options)
    : database_(database), options_(options), leases_(std::make_unique<Leases>(database, options.lease)),
      clock_(database) {}

Queue::~Queue() { stop(); }

void Queue::handle(std::string tipo, Handler handler) {
    if (!std::ranges::all_of(tipo, [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); }))
        throw std::logic_error("a type of job has small letters only: " + tipo);
    if (handler.attempts == unlimited && handler.failed)
        throw std::logic_error("a type of job that is tried for ever never fails: " + tipo);
    handlers_.emplace(std::move(tipo), std::move(handler));
}

Handler const& Queue::handler_of(std::string_view tipo) const {
    auto const found = handlers_.find(tipo);
    if (found == handlers_.end()) throw std::logic_error(fmt::format("a type of job without handler: {}", tipo));
    return found->second;
}

void Queue::start() {
    if (handlers_.empty()) throw std::logic_error("a queue without handlers");
    leases_->start();
    for (std::size_t i = 0; i < filas; ++i) {
        auto const fila = static_cast<Fila>(i);
        std::string types; // SQL list
        for (auto const& [tipo, handler] : handlers_) {
            if (handler.fila == fila) types += fmt::format("{}'{}'", types.empty() ? "" : ", ", tipo);
        }
        if (types.empty()) continue;
        crews_[i] =
            std::make_unique<Crew>(std::string(name_of(fila)), threads_of(options_.threads, fila), options_.poll,
                                   Crew::Work{.claim = [this, fila, types] { return claim(fila, types); },
                                              .run = [this](Claimed claimed) { run(std::move(claimed)); }});
    }
    // Only now: a job of one group may put one of another there.
    for (auto const& crew : crews_) {
        if (crew) crew->start();
    }
}

void Queue::stop() {
    stopping_ = true;
    for (auto const& crew : crews_) {
        if (!crew) continue;
        for (auto const& claimed : crew->stop())
            give_back(claimed.job, claimed.lease->token, {.attempts_used = claimed.job.attempt - 1});
    }
    leases_->stop();
}

bool Queue::enqueue(db::Transaction& transaction, NewJob const& job) {
    auto const fila = handler_of(job.tipo).fila;
    if (!insert(transaction, job, nullptr)) return false;
    transaction.after_commit([this, fila, delay = job.delay] {
        if (auto* const there = crew(fila)) there->look_in(delay);
    });
    return true;
}

std::optional<std::string> Queue::enqueue_here(db::Transaction& transaction, NewJob const& job) {
    if (job.delay != milliseconds{0}) throw std::logic_error("a job that runs at once has no delay");
    auto* const there = crew(handler_of(job.tipo).fila);
    auto const seat = there != nullptr ? there->reserve() : nullptr;
    if (!seat) {
        if (!enqueue(transaction, job) && job.chave) wake(transaction, *job.chave);
        return std::nullopt;
    }
    Job const ours{.id = Uuid::make(),
                   .tipo = std::string(job.tipo),
                   .dados = job.dados,
                   .company = job.company ? std::optional(job.company->id()) : std::nullopt,
                   .chave = job.chave};
    auto const lease = std::make_shared<Lease>(ours.id, random_token(), job.chave, since_boot());
    leases_->add(lease);
    if (!insert(transaction, job, lease.get())) {
        wake(transaction, job.chave.value());
        return std::nullopt;
    }
    // When the transaction is rolled back this is forgotten, and the thread free again.
    transaction.after_commit([seat, ours, lease] { seat->hand_over({.job = ours, .lease = lease}); });
    return lease->token;
}

bool Queue::insert(db::Transaction& transaction, NewJob const& job, Lease const* lease) {
    auto const now = db::database_time(transaction);
    auto const company = job.company ? std::optional(job.company->id()) : std::nullopt;
    auto const until = lease != nullptr ? std::optional(now + options_.lease) : std::nullopt;
    auto const token = lease != nullptr ? std::optional(lease->token) : std::nullopt;
    return transaction.execute(insert_job, {{"id", lease != nullptr ? lease->job : Uuid::make()},
                                            {"tipo", job.tipo},
                                            {"fila", name_of(handler_of(job.tipo).fila)},
                                            {"emitente_id", company},
                                            {"chave", job.chave},
                                            {"estado", lease != nullptr ? "executando" : "pendente"},
                                            {"dados", job.dados},
                                            {"run_at", until.value_or(now + job.delay)},
                                            {"tentativas", lease != nullptr ? 1 : 0},
                                            {"lease_until", until},
                                            {"lease_token", token},
                                            {"now", now}}) > 0;
}

bool Queue::wake(db::Transaction& transaction, std::string_view chave) {
    auto const found = transaction.execute(wake_job, {{"chave", chave}, {"now", db::database_time(transaction)}}) > 0;
    if (found) {
        transaction.after_commit([this] {
            for (auto const& crew : crews_) {
                if (crew) crew->look();
            }
        });
    }
    return found;
}

void Queue::wake_all(db::Transaction& transaction, Fila fila) {
    transaction.execute(wake_group, {{"fila", name_of(fila)}, {"now", db::database_time(transaction)}});
    transaction.after_commit([this, fila] {
        if (auto* const there = crew(fila)) there->look();
    });
}

bool Queue::cancel(db::Transaction& transaction, std::string_view chave) {
    auto const found = transaction.execute(cancel_job, {{"chave", chave}, {"now", db::database_time(transaction)}}) > 0;
    if (found) transaction.after_commit([this, chave = std::string(chave)] { leases_->lose(chave); });
    return found;
}

void Queue::clean_up() {
    database_.write([](db::Transaction& transaction) {
        transaction.execute(delete_old, {{"before", db::database_time(transaction) - kept}});
    });
}

std::optional<Claimed> Queue::claim(Fila fila, std::string const& types) {
    // Looking first keeps an idle queue from taking SQLite's one writer every second.
    struct Look {
        Instant now;
        bool is_any_due = false;
    };
    auto const look = database_.read([&](db::Connection& connection) {
        auto const now = db::database_time(connection);
        auto const sql = fmt::format("select 1 from tarefas where {}({}) limit 1", due(connection), types);
        auto const first =
            connection.scalar<std::int64_t>({"jobs_any_due", sql}, {{"fila", name_of(fila)}, {"now", now}});
        return Look{.now = now, .is_any_due = first.has_value()};
    });
    if (!look.is_any_due) return std::nullopt;
    // What is due only because the clock was put forward would be put off by the new time, and then moved as well.
    if (clock_.was_set(look.now)) clock_.follow();
    auto const asked_at = since_boot();
    auto const token = random_token();
    return database_.write([&](db::Transaction& transaction) -> std::optional<Claimed> {
        auto const now = db::database_time(transaction);
        auto const sql = fmt::format(R"sql(
            update tarefas
            set estado = 'executando', tentativas = tentativas + 1, lease_until = :until, run_at = :until, lease_token = :token
            where id = (select id from tarefas where {}({}) order by run_at, id limit 1{})
            returning id, tipo, dados, emitente_id, tentativas, chave)sql",
                                     due(transaction), types, db::for_update_skip_locked(transaction));
        auto job = transaction.first(
            {"jobs_claim", sql},
            {{"fila", name_of(fila)}, {"now", now}, {"until", now + options_.lease}, {"token", token}},
            [](db::Row const& row) {
                return Job{.id = row.get<Uuid>(0),
                           .tipo = row.get<std::string>(1),
                           .dados = row.get<std::string>(2),
                           .company = row.get<std::optional<CompanyId>>(3),
                           .attempt = row.get<std::int64_t>(4),
                           .chave = row.get<std::optional<std::string>>(5)};
            });
        if (!job) return std::nullopt;
        auto lease = std::make_shared<Lease>(job->id, token, job->chave, asked_at);
        leases_->add(lease);
        return Claimed{.job = *std::move(job), .lease = std::move(lease)};
    });
}

void Queue::run(Claimed claimed) {
    crash_point("queue.claimed");
    auto const& handler = handler_of(claimed.job.tipo);
    JobContext context(database_, std::move(claimed.job), std::move(claimed.lease), stopping_, options_.lease);
    context.look_in_ = [there = crew(handler.fila)](milliseconds delay) { there->look_in(delay); };
    auto const& job = context.job();
    auto const try_again = [&](std::string const& error) {
        log::error("job_attempt_failed",
                   {{"job", job.id.to_string()}, {"tipo", job.tipo}, {"attempt", job.attempt}, {"error", error}});
        give_back(job, context.token(),
                  {.in = retry_after(options_.retry, job.attempt), .attempts_used = job.attempt, .erro = error});
    };
    try {
        // Its process died each time: trying for ever would kill the next one too.
        if (job.attempt > handler.attempts) {
            end_failed(context, handler, std::string(unexpected), "every attempt was broken off");
        } else if (auto const done = run_handler(handler, context); !done) {
            if (handler.attempts == unlimited) try_again(done.error().detail);
            else end_failed(context, handler, done.error().detail, done.error().detail);
        } else if (!context.is_settled_) {
            context.finish([](db::Transaction&) {});
        }
    } catch (Lost const&) {
        log::info("job_lost", {{"job", job.id.to_string()}, {"tipo", job.tipo}});
    } catch (Stopped const&) {
        give_back(job, context.token(), {.attempts_used = job.attempt - 1});
    } catch (db::Unavailable const& error) { // others were first, or the database was away: no fault of the job
        log::warning("job_put_off", {{"job", job.id.to_string()}, {"tipo", job.tipo}, {"error", error.what()}});
        give_back(job, context.token(), {.in = options_.retry, .attempts_used = job.attempt - 1, .erro = error.what()});
    } catch (std::exception const& error) {
        if (job.attempt >= handler.attempts) end_failed(context, handler, std::string(unexpected), error.what());
        else try_again(error.what());
    }
}

Result<void> Queue::run_handler(Handler const& handler, JobContext& context) {
    context.checkpoint();
    return handler.run(context);
}

// A row that cannot be written now keeps its lease until that runs out, and is then taken up again.
void Queue::end_failed(JobContext const& context, Handler const& handler, std::string const& why,
                       std::string const& error) {
    auto const& job = context.job();
    log::warning("job_failed", {{"job", job.id.to_string()}, {"tipo", job.tipo}, {"error", error}});
    try {
        database_.write([&](db::Transaction& transaction) {
            static_cast<void>(context.hold(transaction));
            if (handler.failed) handler.failed(transaction, context, why);
            end_row(transaction, job.id, context.token(), {.estado = "falhou", .erro = error});
        });
    } catch (Lost const&) {
        log::info("job_lost", {{"job", job.id.to_string()}, {"tipo", job.tipo}});
    } catch (std::exception const& second) {
        log::error("job_not_ended", {{"job", job.id.to_string()}, {"tipo", job.tipo}, {"error", second.what()}});
    }
}

void Queue::give_back(Job const& job, std::string const& token, Again const& again) {
    try {
        database_.write([&](db::Transaction& transaction) { give_back_row(transaction, job.id, token, again); });
        if (auto* const there = crew(handler_of(job.tipo).fila)) there->look_in(again.in);
    } catch (std::exception const& second) {
        log::error("job_not_given_back", {{"job", job.id.to_string()}, {"tipo", job.tipo}, {"error", second.what()}});
    }
}

} // namespace balcao::jobs
