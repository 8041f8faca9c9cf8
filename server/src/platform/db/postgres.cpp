#include <algorithm>
#include <array>
#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libpq-fe.h>

#include "platform/base/log.hpp"
#include "platform/db/company_filter.hpp"
#include "platform/db/engine.hpp"
#include "platform/db/full_disk.hpp"
#include "platform/db/postgres.hpp"
#include "platform/db/postgres_link.hpp"
#include "platform/db/postgres_values.hpp"
#include "platform/db/sql_text.hpp"
#include "platform/db/standing.hpp"
#include "platform/db/statement_cache.hpp"
#include "platform/db/statement_record.hpp"

namespace balcao::db {

namespace {

using std::chrono::milliseconds;

// A statement prepared for parameters of certain types; 0 leaves the type to the server.
struct Prepared {
    std::string name;
    std::vector<Oid> types;

    bool takes(std::vector<Oid> const& given, PostgresParams const& values) const {
        for (std::size_t i = 0; i < given.size(); ++i)
            if (given[i] != types[i] && values.pointers()[i] != nullptr) return false;
        return true;
    }
};

struct Statement {
    NumberedSql text;
    std::vector<Prepared> prepared; // more than one only when the first call had a null of unknown type
};

// What limits the session: the server gives up before we drop the connection.
std::vector<std::string> limits(milliseconds answer) {
    return {"lock_timeout = '1s'", fmt::format("statement_timeout = '{}ms'", answer.count() * 4 / 5),
            "idle_in_transaction_session_timeout = '60s'"};
}

// Once: which settings there are is the same for all connections.
void say_pooler() {
    static std::once_flag said;
    std::call_once(said, [] {
        log::warning("database_pooler",
                     {{"error", "Há um pooler (pgbouncer) na frente do PostgreSQL: o Balcão trabalha sem comandos "
                                "preparados. Para dizer isso de vez, ponha BALCAO_DATABASE_PREPARE=off."}});
    });
}

class PostgresConnection final : public EngineConnection {
public:
    PostgresConnection(PostgresOptions const& options, PostgresHost const& host)
        : link_(connect_postgres(options.url, host), options.answer, options.interruption),
          fence_(options.fence ? options.fence : std::make_shared<Fence>(std::filesystem::path{})) {
        look();
        prepare_ = options.prepare && !is_pooled_;
        if (options.prepare && is_pooled_) say_pooler();
        begin_write_ = {"begin isolation level repeatable read read write"};
        if (!options.answer) return;
        auto const settings = limits(*options.answer);
        // A pooler may give each transaction another session, so there they go with the transaction.
        for (auto const& setting : settings)
            if (!prepare_) begin_write_.push_back("set local " + setting);
        if (is_pooled_) begin_write_.emplace_back((is_before_mark_ ? standing_before_mark_query : standing_query).sql);
        if (prepare_)
            command(fmt::format("set default_transaction_read_only = on; set {}", fmt::join(settings, "; set ")));
    }

    Dialect dialect() const override { return Dialect::postgres; }
    std::optional<std::string> const& refusal() const { return refusal_; }

    // Asked while a lease ends, where nothing may be thrown: a snapshot whose end failed leaves no usable connection.
    bool usable() noexcept override {
        try {
            if (is_ending_ && link_.has_answer()) settle();
        } catch (std::exception const&) {
            link_.give_up();
        }
        // Another one may be taken.
        if (refusal_ || (is_before_mark_ && fence_->is_kept())) return false;
        if (!is_pooled_ && fence_->has_left(standing_)) return false;
        return is_ending_ ? !link_.is_broken() : link_.is_idle();
    }

    // Sent with the first statement: a way to the server and back less.
    void begin(milliseconds) override {
        if (refusal_) throw Refused(*refusal_);
        due_ = begin_write_;
        if (is_pooled_) mark_before_ = fence_->mark();
    }
    void begin_snapshot() override { due_ = begin_snapshot_; }
    // Sent without waiting for its answer, which says nothing and is read before the next statement: reading with one
    // statement is one way to the server and back.
    void end_snapshot() noexcept override {
        due_.clear();
        if (link_.is_broken() || link_.transaction() == PQTRANS_IDLE) return;
        is_ending_ = link_.send_now("commit");
        if (!is_ending_) link_.give_up();
    }
    void rollback() noexcept override { end("rollback"); }

    void commit() override {
        if (std::exchange(due_, {}).size() > 0) return; // nothing was done
        if (link_.is_broken() || PQsendQuery(link_.get(), "commit") != 1) throw Away("commit: the connection is lost");
        auto const result = commit_answer();
        // The answer of a transaction that could not be committed.
        if (std::string_view(PQcmdStatus(result.get())) != "COMMIT") throw Error("commit: the transaction had failed");
    }

    void command(std::string_view sql) override {
        settle();
        auto const name = sql.substr(0, 60);
        if (PQsendQuery(link_.get(), std::string(sql).c_str()) != 1) throw_failure(name, nullptr);
        checked(name, link_.last());
    }

protected:
    std::int64_t run_statement(Query const& query, Params const& params,
                               std::function<void(Row const&)> const& row) override {
        return run_all(query, std::span(&params, 1), row);
    }
    std::int64_t run_statements(Query const& query, std::span<Params const> all) override {
        return run_all(query, all, {});
    }

private:
    std::string address() const { return fmt::format("{}:{}", PQhost(link_.get()), PQport(link_.get())); }

    PostgresResult ask(Query const& query) {
        auto const sent =
            PQsendQueryParams(link_.get(), std::string(query.sql).c_str(), 0, nullptr, nullptr, nullptr, nullptr, 1);
        if (sent != 1) throw_failure(query.name, nullptr);
        return link_.last();
    }

    // Whom it speaks with, and whether to write there. A pooler gives its clients keys of its own, so the process seems
    // to be another one.
    void look() {
        auto const mark = fence_->mark();
        auto const* query = &standing_query;
        auto result = ask(*query);
        auto const* const state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
        auto const has_no = [&](std::string_view what) { return state != nullptr && state == what; };
        if (has_no("42P01") || has_no("42703")) { // table or column: it comes with a migration
            query = &standing_before_mark_query;
            is_before_mark_ = true;
            result = ask(*query);
        }
        checked(query->name, result);
        standing_ = standing_of(PostgresRow(*query, *result, 0));
        is_pooled_ = standing_.process != PQbackendPID(link_.get());
        refusal_ = fence_->judge(standing_, mark, address());
    }

    // Behind a pooler each transaction may be another server's.
    void judge_again(PGresult const& result) {
        standing_ = standing_of(PostgresRow(standing_query, result, 0));
        auto const refusal = fence_->judge(standing_, mark_before_, address());
        fence_->set_refusal(refusal);
        if (refusal) throw Refused(*refusal);
    }

    // Reads the answer to the end of the snapshot before.
    void settle() {
        if (std::exchange(is_ending_, false)) checked("commit", link_.last());
    }

    Statement& find(Query const& query) {
        if (auto* const cached = statements_.find(query.sql)) return *cached;
        check_company_filter(query);
        if (auto const dropped = statements_.make_room())
            for (auto const& prepared : dropped->prepared) command("deallocate " + prepared.name);
        return statements_.insert(query.sql, {.text = number_parameters(query.sql), .prepared{}});
    }

    bool is_prepared(Query const& query) const { return prepare_ && !query.plan_each_time; }

    static std::int64_t changed_rows(PGresult& result) {
        if (std::string_view(PQcmdStatus(&result)).starts_with("SELECT")) return 0;
        std::string_view const count = PQcmdTuples(&result);
        return count.empty() ? 0 : std::stoll(std::string(count));
    }

    // All are sent before the first answer is read, the begin that is due before them: one way to the server and back.
    std::int64_t run_all(Query const& query, std::span<Params const> all, std::function<void(Row const&)> const& row) {
        settle();
        auto& statement = find(query);
        std::vector<std::pair<PostgresParams, std::string>> calls; // values, name of the prepared statement
        calls.reserve(all.size());
        for (auto const& params : all) {
            PostgresParams values(query, params, statement.text.names);
            record_statement(query, statement.text.sql, values.types());
            auto name = is_prepared(query) ? prepared_for(query, statement, values).name : std::string{};
            calls.emplace_back(std::move(values), std::move(name));
        }
        auto const begins = std::exchange(due_, {});
        if (PQenterPipelineMode(link_.get()) != 1) throw_failure(query.name, nullptr);
        for (auto const& begin : begins)
            if (!send_begin(begin)) throw_failure(query.name, nullptr);
        for (auto const& [values, name] : calls)
            if (!send(statement, values, name)) throw_failure(query.name, nullptr);
        if (PQpipelineSync(link_.get()) != 1) throw_failure(query.name, nullptr);

        auto const results = read_pipeline(query, begins.size(), calls.size());
        if (is_pooled_ && begins.size() > 1) judge_again(*results[begins.size() - 1]);
        std::int64_t changed = 0;
        for (auto const& result : std::span(results).subspan(begins.size())) {
            auto const rows = PQntuples(result.get());
            for (int i = 0; row && i < rows; ++i) row(PostgresRow(query, *result, i));
            changed += changed_rows(*result);
        }
        return changed;
    }

    // Each answer is followed by nothing, the last one by the mark that ends them all.
    std::vector<PostgresResult> read_pipeline(Query const& query, std::size_t begins, std::size_t count) {
        std::vector<PostgresResult> results;
        results.reserve(begins + count);
        PostgresResult failed;
        for (bool is_over = false, was_nothing = false; !is_over;) {
            auto result = link_.next();
            if (!result && was_nothing) break; // the connection broke
            was_nothing = !result;
            if (!result) continue;
            switch (PQresultStatus(result.get())) {
            case PGRES_PIPELINE_SYNC: is_over = true; break;
            case PGRES_PIPELINE_ABORTED: break; // came after the one that failed
            case PGRES_COMMAND_OK:
            case PGRES_TUPLES_OK: results.push_back(std::move(result)); break;
            default: failed = std::move(result); break;
            }
        }
        auto const is_left = PQexitPipelineMode(link_.get()) == 1;
        if (!is_left) link_.give_up();
        if (failed && results.empty() && begins > 0) refuse_standby(*failed);
        if (failed || !is_left) throw_failure(query.name, failed.get());
        return results;
    }

    // The first thing a transaction that writes says, a standby does not take: where a pooler led to one.
    void refuse_standby(PGresult const& failed) {
        auto const* const state = PQresultErrorField(&failed, PG_DIAG_SQLSTATE); // none when the connection broke
        if (!is_pooled_ || state == nullptr || std::string_view(state) != "0A000") return;
        auto const refusal = fence_->judge({.is_standby = true}, std::nullopt, address());
        fence_->set_refusal(refusal);
        throw Refused(*refusal);
    }

    Prepared const& prepared_for(Query const& query, Statement& statement, PostgresParams const& values) {
        auto const fits = [&](Prepared const& prepared) { return prepared.takes(values.types(), values); };
        auto const found = std::ranges::find_if(statement.prepared, fits);
        if (found != statement.prepared.end()) return *found;
        Prepared prepared{.name = fmt::format("s{}", ++prepared_count_), .types = values.types()};
        if (PQsendPrepare(link_.get(), prepared.name.c_str(), statement.text.sql.c_str(), values.size(),
                          prepared.types.data()) != 1)
            throw_failure(query.name, nullptr);
        checked(query.name, link_.last());
        return statement.prepared.emplace_back(std::move(prepared));
    }

    // Into the pipeline; without name: unprepared.
    bool send(Statement const& statement, PostgresParams const& values, std::string const& name) {
        auto const sent =
            name.empty()
                ? PQsendQueryParams(link_.get(), statement.text.sql.c_str(), values.size(), values.types().data(),
                                    values.pointers().data(), values.lengths().data(), values.formats().data(), 1)
                : PQsendQueryPrepared(link_.get(), name.c_str(), values.size(), values.pointers().data(),
                                      values.lengths().data(), values.formats().data(), 1);
        return sent == 1;
    }
    bool send_begin(std::string const& sql) {
        return PQsendQueryParams(link_.get(), sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 1) == 1;
    }

    // A connection that cannot do that is not usable any more.
    void end(char const* sql) noexcept {
        due_.clear();
        if (is_ending_ || link_.is_broken() || link_.transaction() == PQTRANS_IDLE) return;
        try {
            if (PQsendQuery(link_.get(), sql) != 1 || !is_good(link_.last().get())) link_.give_up();
        } catch (Error const&) {
            link_.give_up();
        }
    }

    // From here on a lost connection leaves open whether the commit was done.
    PostgresResult commit_answer() {
        try {
            auto result = link_.last();
            if (is_good(result.get())) return result;
            throw_failure("commit", result.get());
        } catch (Away const& away) {
            throw OutcomeUnknown(away.what());
        }
    }

    static bool is_good(PGresult const* result) {
        auto const status = PQresultStatus(result);
        return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    }
    void checked(std::string_view name, PostgresResult const& result) {
        if (!is_good(result.get())) throw_failure(name, result.get());
    }

    [[noreturn]] void throw_failure(std::string_view name, PGresult const* result) {
        auto const field = [&](int code) {
            auto const* const text = result == nullptr ? nullptr : PQresultErrorField(result, code);
            return std::string(text == nullptr ? "" : text);
        };
        auto const state = field(PG_DIAG_SQLSTATE);
        // Not the detail: it holds the values.
        auto const message = field(PG_DIAG_MESSAGE_PRIMARY);
        auto const what = fmt::format("query '{}': {} (postgres {})", name,
                                      message.empty() ? PQerrorMessage(link_.get()) : message, state);
        if (state == "23505") throw UniqueViolation(field(PG_DIAG_CONSTRAINT_NAME), what);
        if (state == "23503") throw ForeignKeyViolation(what);
        // A prepared statement's answer has other types since a migration, or a pooler lost the statement.
        auto const is_outdated =
            (state == "0A000" && field(PG_DIAG_SOURCE_FUNCTION) == "RevalidateCachedQuery") || state == "26000";
        if (is_outdated) link_.give_up();
        // Serialization failure, deadlock, lock not available in time.
        if (is_outdated || state == "40001" || state == "40P01" || state == "55P03") throw Conflict(what);
        auto const is_class = [&](std::string_view prefix) { return state.starts_with(prefix); };
        if (state == "53100") throw FullDisk(what);
        // The statement's time limit; resources (memory, too many connections).
        if (state == "57014" || is_class("53")) throw Busy(what);
        // Connection, operator's intervention, system; no state at all when the connection broke.
        if (state.empty() || is_class("08") || is_class("57") || is_class("58") || link_.is_broken()) {
            link_.give_up();
            throw Away(what);
        }
        throw Error(what);
    }

    PostgresLink link_;
    std::shared_ptr<Fence> const fence_;
    Standing standing_;
    std::optional<Standing> mark_before_; // the transaction that is judged by itself
    std::optional<std::string> refusal_;
    bool is_before_mark_ = false; // the database has none yet
    bool is_pooled_ = false;
    bool prepare_ = true;
    std::vector<std::string> begin_write_;
    std::vector<std::string> const begin_snapshot_{"begin isolation level repeatable read read only"};
    std::vector<std::string> due_; // begins a transaction together with its first statement
    bool is_ending_ = false;       // the end of a snapshot was sent, its answer not yet read
    std::uint64_t prepared_count_ = 0;
    StatementCache<Statement> statements_;
};

std::expected<std::unique_ptr<PostgresConnection>, Away> try_connect(PostgresOptions const& options,
                                                                     PostgresHost const& host) {
    try {
        return std::make_unique<PostgresConnection>(options, host);
    } catch (Away const& away) {
        return std::unexpected(away);
    }
}

} // namespace

std::unique_ptr<EngineConnection> open_postgres(PostgresOptions const& options) {
    if (options.interruption && options.interruption->is_raised()) throw Away("no new connection: the process ends");
    std::unique_ptr<PostgresConnection> refused;
    std::optional<Away> away;
    for (auto const& host : postgres_hosts(options.url)) {
        auto connection = try_connect(options, host);
        if (!connection) {
            if (!away) away = connection.error();
            continue;
        }
        if ((*connection)->refusal()) {
            if (!refused) refused = std::move(*connection);
            continue;
        }
        if (options.fence) options.fence->set_refusal(std::nullopt);
        return std::move(*connection);
    }
    if (!refused) throw Away(*away);
    if (options.fence) options.fence->set_refusal(refused->refusal());
    if (options.must_write) throw Refused(*refused->refusal());
    return refused;
}

void look_at_all_hosts(PostgresOptions const& options) {
    auto const hosts = postgres_hosts(options.url);
    if (hosts.size() < 2) return;
    for (auto const& host : hosts) std::ignore = try_connect(options, host); // the fence hears of those that answer
}

} // namespace balcao::db
