#include "platform/jobs/leases.hpp"

#include <map>
#include <set>

#include <pthread.h>

#include "platform/base/log.hpp"
#include "platform/base/time.hpp"
#include "platform/db/clock.hpp"
#include "platform/db/value_list.hpp"

namespace balcao::jobs {

namespace {

constexpr db::Query held_jobs{"jobs_held", R"sql(
    select id, lease_token from tarefas where estado = 'executando' and id in (:values))sql"};

// A row that its own step holds is left out, so that one long step keeps no other lease from being prolonged.
constexpr db::Query prolong_leases{"jobs_prolong", R"sql(
    update tarefas set lease_until = :until, run_at = :until
    where id in (select id from tarefas where estado = 'executando' and id in (:values) for update skip locked)
    returning id)sql"};

constexpr db::Query running_jobs{"jobs_running", R"sql(
    select id, lease_token from tarefas where estado = 'executando')sql"};

constexpr db::Query free_job{"jobs_free", R"sql(
    update tarefas set estado = 'pendente', run_at = :now, lease_token = null, lease_until = null
    where id = :id and estado = 'executando' and lease_token = :token)sql"};

} // namespace

void Leases::start() {
    if (database_.dialect() == db::Dialect::sqlite) free_unheld();
    thread_ = std::thread([this] { run(); });
}

void Leases::stop() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Leases::add(std::shared_ptr<Lease> const& lease) {
    std::lock_guard const lock(mutex_);
    std::erase_if(leases_, [](auto const& known) { return known.expired(); });
    leases_.push_back(lease);
}

void Leases::lose(std::string_view chave) {
    for (auto const& lease : held()) {
        if (lease->chave == chave) lease->is_lost = true;
    }
}

std::vector<std::shared_ptr<Lease>> Leases::held() {
    std::lock_guard const lock(mutex_);
    std::vector<std::shared_ptr<Lease>> held;
    for (auto const& known : leases_) {
        if (auto lease = known.lock()) held.push_back(std::move(lease));
    }
    return held;
}

void Leases::run() {
    pthread_setname_np(pthread_self(), "balcao-leases");
    auto wait = length_ / 4;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, wait, [&] { return stopping_; });
            if (stopping_) return;
        }
        try {
            if (database_.dialect() == db::Dialect::sqlite) free_unheld();
            else prolong();
            wait = length_ / 4;
        } catch (std::exception const& error) {
            log::warning("leases_not_kept", {{"error", error.what()}});
            wait = length_ / 20;
        }
    }
}

void Leases::prolong() {
    std::map<Uuid, std::shared_ptr<Lease>> by_job;
    std::vector<Uuid> ids;
    for (auto const& lease : held()) {
        by_job[lease->job] = lease;
        ids.push_back(lease->job);
    }
    if (ids.empty()) return;
    auto const asked_at = since_boot();
    std::set<Uuid> held;
    std::set<Uuid> prolonged;
    database_.write([&](db::Transaction& transaction) {
        held.clear();
        prolonged.clear();
        db::run_for_values<Uuid>(transaction, held_jobs, {}, ids, [&](db::Row const& row) {
            auto const id = row.get<Uuid>(0);
            if (by_job.at(id)->token == row.get<std::string>(1)) held.insert(id);
        });
        std::vector<Uuid> const ours(held.begin(), held.end());
        db::run_for_values<Uuid>(transaction, prolong_leases, {{"until", db::database_time(transaction) + length_}},
                                 ours, [&](db::Row const& row) { prolonged.insert(row.get<Uuid>(0)); });
    });
    for (auto const& [id, lease] : by_job) {
        if (!held.contains(id)) lease->is_lost = true;
        if (prolonged.contains(id)) lease->confirmed_at = asked_at;
    }
}

void Leases::free_unheld() {
    struct Running {
        Uuid job;
        std::string token;
    };
    auto running = database_.read([](db::Connection& connection) {
        return connection.all(running_jobs, {}, [](db::Row const& row) {
            return Running{.job = row.get<Uuid>(0), .token = row.get<std::string>(1)};
        });
    });
    // Read first: whoever begins to run is held before its row says so.
    for (auto const& lease : held())
        std::erase_if(running, [&](Running const& row) { return row.token == lease->token; });
    if (running.empty()) return;
    database_.write([&](db::Transaction& transaction) {
        auto const now = db::database_time(transaction);
        for (auto const& [job, token] : running)
            transaction.execute(free_job, {{"now", now}, {"id", job}, {"token", token}});
    });
}

} // namespace balcao::jobs
