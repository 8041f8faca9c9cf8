#include <stdexcept>

#include "platform/base/crash_point.hpp"
#include "platform/base/time.hpp"
#include "platform/db/clock.hpp"
#include "platform/jobs/job_rows.hpp"
#include "platform/jobs/leases.hpp"

namespace balcao::jobs {

namespace {

constexpr db::Query held_by{"jobs_held_by",
                            "select lease_token, acordada from tarefas where id = :id and estado = 'executando'"};

constexpr db::Query prolong_one{"jobs_prolong_one", R"sql(
    update tarefas set lease_until = :until, run_at = :until
    where id = :id and estado = 'executando' and lease_token = :token)sql"};

struct Holder {
    std::string token;
    bool is_woken = false;
};

} // namespace

std::string const& JobContext::token() const { return lease_->token; }

auth::CompanyScope JobContext::company() const {
    if (!job_.company) throw std::logic_error("job " + job_.tipo + " has no company");
    return auth::CompanyScope{*job_.company, auth::Papel::gerente};
}

void JobContext::checkpoint() const {
    if (lease_->is_lost) throw Lost{};
    if (stopping_) throw Stopped{};
}

void JobContext::confirm_lease() {
    checkpoint();
    // A SQLite file has no other process that could have taken the job.
    if (database_.dialect() == db::Dialect::sqlite) return;
    auto const asked_at = since_boot();
    if (asked_at - lease_->confirmed_at.load() <= lease_length_ / 3) return;
    write([&](db::Transaction& transaction) {
        auto const until = db::database_time(transaction) + lease_length_;
        if (transaction.execute(prolong_one, {{"until", until}, {"id", job_.id}, {"token", token()}}) == 0)
            throw Lost{};
    });
    lease_->confirmed_at = asked_at;
}

bool JobContext::hold(db::Transaction& transaction) const {
    auto const sql = std::string(held_by.sql) + std::string(db::for_update(transaction));
    auto const holder = transaction.first({held_by.name, sql}, {{"id", job_.id}}, [](db::Row const& row) {
        return Holder{.token = row.get<std::string>(0), .is_woken = row.get<std::int64_t>(1) != 0};
    });
    if (!holder || holder->token != token()) throw Lost{};
    return holder->is_woken;
}

void JobContext::conclude(db::Transaction& transaction, Next const& next, bool is_woken) {
    auto const again_in = is_woken ? std::chrono::milliseconds{0} : next.again_in;
    if (!again_in) {
        end_row(transaction, job_.id, token(), {.estado = "concluida"});
        return;
    }
    give_back_row(transaction, job_.id, token(), {.in = *again_in});
    transaction.after_commit([look_in = look_in_, delay = *again_in] {
        crash_point("queue.postponed");
        look_in(delay);
    });
}

} // namespace balcao::jobs
