#include "jobs/jobs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <pthread.h>

#include "base/log.hpp"
#include "db/clock.hpp"

namespace balcao::jobs {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds longest_retry{600'000};
constexpr auto kept = std::chrono::hours{24 * 30};
constexpr std::string_view unexpected = "Aconteceu um erro inesperado. Tente de novo; se continuar, avise o suporte.";

// The job is no longer this run's: the lease ran out and another has it, or it was cancelled.
struct Lost {};
// The server stops.
struct Stopped {};

// tarefas has no company filter (db/company_filter.cpp): the queue takes jobs of all companies, and each handler gets
// the CompanyScope its job was made with.

// run_at says when somebody has to look at the row: a waiting job's start, a running one's end of lease. One index
// serves both.
constexpr db::Query insert_job{"jobs_insert", R"sql(
    insert into tarefas (id, tipo, emitente_id, chave, estado, dados, run_at, created_at)
    values (:id, :tipo, :emitente_id, :chave, 'pendente', :dados, :run_at, :now)
    on conflict (chave) where estado in ('pendente', 'executando') do nothing)sql"};

constexpr db::Query cancel_job{"jobs_cancel", R"sql(
    update tarefas set estado = 'cancelada', finished_at = :now, lease_token = null, lease_until = null
    where chave = :chave and estado in ('pendente', 'executando'))sql"};

constexpr std::string_view due = "estado in ('pendente', 'executando') and run_at <= :now and tipo in ";

constexpr db::Query prolong_lease{"jobs_prolong", R"sql(
    update tarefas set lease_until = :until, run_at = :until
    where id = :id and estado = 'executando' and lease_token = :token)sql"};

constexpr db::Query end_job{"jobs_end", R"sql(
    update tarefas set estado = :estado, erro = :erro, finished_at = :now, lease_token = null, lease_until = null
    where id = :id and estado = 'executando' and lease_token = :token)sql"};

constexpr db::Query give_back_job{"jobs_give_back", R"sql(
    update tarefas
    set estado = 'pendente', run_at = :run_at, tentativas = :tentativas, erro = :erro, lease_token = null, lease_until = null
    where id = :id and estado = 'executando' and lease_token = :token)sql"};

constexpr db::Query held_by{"jobs_held_by", "select lease_token from tarefas where id = :id and estado = 'executando'"};

constexpr db::Query delete_old{"jobs_delete_old",
                               "delete from tarefas where finished_at is not null and finished_at < :before"};

milliseconds retry_after(milliseconds first, std::int64_t attempt) {
    auto wait = first;
    for (std::int64_t i = 1; i < attempt && wait < longest_retry; ++i) wait *= 4;
    return std::min(wait, longest_retry);
}

} // namespace

auth::CompanyScope JobContext::company() const {
    if (!job_.company) throw std::logic_error("job " + job_.tipo + " has no company");
    return auth::CompanyScope{*job_.company};
}

void JobContext::checkpoint() const {
    if (lost_) throw Lost{};
    if (stopping_) throw Stopped{};
}

void JobContext::hold(db::Transaction& transaction) const {
    auto const sql = std::string(held_by.sql) + std::string(db::for_update(transaction));
    auto const holder = transaction.first({held_by.name, sql}, {{"id", job_.id}},
                                          [](db::Row const& row) { return row.get<std::string>(0); });
    if (holder != token_) throw Lost{};
}

void JobContext::conclude(db::Transaction& transaction) const {
    transaction.execute(end_job, {{"estado", "concluida"},
                                  {"erro", std::optional<std::string>{}},
                                  {"now", db::database_time(transaction)},
                                  {"id", job_.id},
                                  {"token", token_}});
}

Queue::Queue(db::Database& database, Options options) : database_(database), options_(options) {}

Queue::~Queue() { stop(); }

void Queue::handle(std::string tipo, Handler handler) {
    if (!std::ranges::all_of(tipo, [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); }))
        throw std::logic_error("a type of job has small letters only: " + tipo);
    types_ += fmt::format("{}'{}'", types_.empty() ? "" : ", ", tipo);
    handlers_.emplace(std::move(tipo), std::move(handler));
}

void Queue::start() {
    if (handlers_.empty()) throw std::logic_error("a queue without handlers");
    for (int i = 1; i <= options_.threads; ++i) threads_.emplace_back([this, i] { work(i); });
    threads_.emplace_back([this] { prolong_leases(); });
}

void Queue::stop() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
}

bool Queue::enqueue(db::Transaction& transaction, NewJob const& job) {
    auto const now = db::database_time(transaction);
    auto const company = job.company ? std::optional(job.company->id()) : std::nullopt;
    auto const added = transaction.execute(insert_job, {{"id", Uuid::make()},
                                                        {"tipo", job.tipo},
                                                        {"emitente_id", company},
                                                        {"chave", job.chave},
                                                        {"dados", job.dados},
                                                        {"run_at", now + job.delay},
                                                        {"now", now}});
    if (added == 0) return false;
    transaction.after_commit([this] {
        {
            std::lock_guard const lock(mutex_);
            ++wakes_;
        }
        changed_.notify_all();
    });
    return true;
}

bool Queue::cancel(db::Transaction& transaction, std::string_view chave) {
    return transaction.execute(cancel_job, {{"chave", chave}, {"now", db::database_time(transaction)}}) > 0;
}

void Queue::clean_up() {
    database_.write([](db::Transaction& transaction) {
        transaction.execute(delete_old, {{"before", db::database_time(transaction) - kept}});
    });
}

void Queue::work(int number) {
    pthread_setname_np(pthread_self(), fmt::format("balcao-job-{}", number).c_str());
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        auto const seen = wakes_;
        lock.unlock();
        std::optional<Claimed> claimed;
        try {
            claimed = claim();
        } catch (std::exception const& error) {
            log::warning("jobs_not_read", {{"error", error.what()}}); // looked for again after the next wait
        }
        auto const found = claimed.has_value();
        if (claimed) run(*std::move(claimed));
        lock.lock();
        if (!found) changed_.wait_for(lock, options_.poll, [&] { return stopping_ || wakes_ != seen; });
    }
}

std::optional<Queue::Claimed> Queue::claim() {
    // Looking first keeps an idle queue from taking SQLite's one writer every second.
    auto const is_any_due = database_.read([&](db::Connection& connection) {
        auto const sql = fmt::format("select 1 from tarefas where {}({}) limit 1", due, types_);
        return connection.scalar<std::int64_t>({"jobs_any_due", sql}, {{"now", db::database_time(connection)}})
            .has_value();
    });
    if (!is_any_due) return std::nullopt;
    auto const token = random_token();
    return database_.write([&](db::Transaction& transaction) -> std::optional<Claimed> {
        auto const now = db::database_time(transaction);
        auto const sql = fmt::format(R"sql(
            update tarefas
            set estado = 'executando', tentativas = tentativas + 1, lease_until = :until, run_at = :until, lease_token = :token
            where id = (select id from tarefas where {}({}) order by run_at, id limit 1{})
            returning id, tipo, dados, emitente_id, tentativas)sql",
                                     due, types_, db::for_update_skip_locked(transaction));
        return transaction.first({"jobs_claim", sql}, {{"now", now}, {"until", now + options_.lease}, {"token", token}},
                                 [&](db::Row const& row) {
                                     return Claimed{.job = {.id = row.get<Uuid>(0),
                                                            .tipo = row.get<std::string>(1),
                                                            .dados = row.get<std::string>(2),
                                                            .company = row.get<std::optional<CompanyId>>(3),
                                                            .attempt = row.get<std::int64_t>(4)},
                                                    .token = token};
                                 });
    });
}

void Queue::run(Claimed claimed) {
    auto const& handler = handlers_.find(claimed.job.tipo)->second;
    JobContext context(database_, std::move(claimed.job), std::move(claimed.token), stopping_);
    {
        std::lock_guard const lock(mutex_);
        running_.push_back(&context);
    }
    auto const& job = context.job();
    try {
        // Its process died each time: trying for ever would kill the next one too.
        if (job.attempt > handler.attempts) {
            end_failed(context, handler, std::string(unexpected), "every attempt was broken off");
        } else if (auto const done = run_handler(handler, context); !done) {
            end_failed(context, handler, done.error().detail, done.error().detail);
        } else if (!context.finished_) {
            context.finish([](db::Transaction&) {});
        }
    } catch (Lost const&) {
        log::info("job_lost", {{"job", job.id.to_string()}, {"tipo", job.tipo}});
    } catch (Stopped const&) {
        give_back(context, std::nullopt, {});
    } catch (std::exception const& error) {
        log::error(
            "job_attempt_failed",
            {{"job", job.id.to_string()}, {"tipo", job.tipo}, {"attempt", job.attempt}, {"error", error.what()}});
        if (job.attempt >= handler.attempts) end_failed(context, handler, std::string(unexpected), error.what());
        else give_back(context, retry_after(options_.retry, job.attempt), error.what());
    }
    {
        std::lock_guard const lock(mutex_);
        std::erase(running_, &context);
    }
    changed_.notify_all();
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
            context.hold(transaction);
            if (handler.failed) handler.failed(transaction, context, why);
            transaction.execute(end_job, {{"estado", "falhou"},
                                          {"erro", error},
                                          {"now", db::database_time(transaction)},
                                          {"id", job.id},
                                          {"token", context.token_}});
        });
    } catch (Lost const&) {
        log::info("job_lost", {{"job", job.id.to_string()}, {"tipo", job.tipo}});
    } catch (std::exception const& second) {
        log::error("job_not_ended", {{"job", job.id.to_string()}, {"tipo", job.tipo}, {"error", second.what()}});
    }
}

void Queue::give_back(JobContext const& context, std::optional<milliseconds> retry_in, std::string const& error) {
    auto const& job = context.job();
    try {
        database_.write([&](db::Transaction& transaction) {
            auto const message = retry_in ? std::optional(error) : std::nullopt;
            transaction.execute(give_back_job,
                                {{"run_at", db::database_time(transaction) + retry_in.value_or(milliseconds{0})},
                                 {"tentativas", retry_in ? job.attempt : job.attempt - 1}, // a stop is no attempt
                                 {"erro", message},
                                 {"id", job.id},
                                 {"token", context.token_}});
        });
    } catch (std::exception const& second) {
        log::error("job_not_given_back", {{"job", job.id.to_string()}, {"tipo", job.tipo}, {"error", second.what()}});
    }
}

void Queue::prolong_leases() {
    pthread_setname_np(pthread_self(), "balcao-leases");
    std::unique_lock lock(mutex_);
    auto const is_over = [&] { return stopping_ && running_.empty(); };
    while (!changed_.wait_for(lock, options_.lease / 4, is_over)) {
        std::vector<std::pair<Uuid, std::string>> leases;
        for (auto const* const context : running_) leases.emplace_back(context->job_.id, context->token_);
        lock.unlock();
        std::vector<std::string> lost;
        for (auto const& [id, token] : leases)
            if (!prolong(id, token)) lost.push_back(token);
        lock.lock();
        for (auto* const context : running_)
            if (std::ranges::find(lost, context->token_) != lost.end()) context->lost_ = true;
    }
}

bool Queue::prolong(Uuid const& id, std::string_view token) {
    try {
        return database_.write([&](db::Transaction& transaction) {
            auto const until = db::database_time(transaction) + options_.lease;
            return transaction.execute(prolong_lease, {{"until", until}, {"id", id}, {"token", token}}) > 0;
        });
    } catch (std::exception const& error) {
        // The job's own step holds the row, or the database is away: tried again before the lease runs out.
        log::info("lease_not_prolonged", {{"job", id.to_string()}, {"error", error.what()}});
        return true;
    }
}

} // namespace balcao::jobs
