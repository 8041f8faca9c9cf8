#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>

#include "db/company_filter.hpp"
#include "db/engine.hpp"
#include "db/postgres.hpp"
#include "db/postgres_values.hpp"
#include "db/sql_text.hpp"
#include "db/statement_cache.hpp"

namespace balcao::db {

namespace {

using ResultPtr = std::unique_ptr<PGresult, decltype(&PQclear)>;

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

constexpr std::string_view session_settings =
    "set default_transaction_read_only = on; set lock_timeout = '1s'; set statement_timeout = '30s'; "
    "set idle_in_transaction_session_timeout = '60s'";
// A pooler may give each transaction another session, so these go with the transaction.
constexpr std::string_view transaction_settings = "set local lock_timeout = '1s'; set local statement_timeout = '30s'; "
                                                  "set local idle_in_transaction_session_timeout = '60s'";

class PostgresConnection final : public EngineConnection {
public:
    explicit PostgresConnection(PostgresOptions const& options)
        : connection_(connect_postgres(options.url)), prepare_(options.prepare) {
        begin_ = "begin isolation level repeatable read read write";
        if (options.time_limits && prepare_) command(session_settings);
        else if (options.time_limits) begin_ += fmt::format("; {}", transaction_settings);
    }

    Dialect dialect() const override { return Dialect::postgres; }

    // A server that went away has closed the socket, which shows without asking it.
    bool usable() override {
        if (broken_ || PQstatus(connection_.get()) != CONNECTION_OK ||
            PQtransactionStatus(connection_.get()) != PQTRANS_IDLE)
            return false;
        pollfd socket{.fd = PQsocket(connection_.get()), .events = POLLIN, .revents = 0};
        return ::poll(&socket, 1, 0) == 0;
    }

    void begin(std::chrono::milliseconds) override { command(begin_); }
    void commit() override {
        auto const result = finished("commit", PQexec(connection_.get(), "commit"));
        // The answer of a transaction that could not be committed.
        if (std::string_view(PQcmdStatus(result.get())) != "COMMIT") throw Error("commit: the transaction had failed");
    }
    void rollback() noexcept override {
        if (PQtransactionStatus(connection_.get()) == PQTRANS_IDLE) return;
        PQclear(PQexec(connection_.get(), "rollback")); // if this fails, usable() tells
    }

    void command(std::string_view sql) override {
        finished(sql.substr(0, 60), PQexec(connection_.get(), std::string(sql).c_str()));
    }

protected:
    std::int64_t run_statement(Query const& query, Params const& params,
                               std::function<void(Row const&)> const& row) override {
        auto& statement = find(query);
        PostgresParams values(query, params, statement.text.names);
        auto const result =
            is_prepared(query) ? run_prepared(query, statement, values) : run_unprepared(query, statement, values);
        auto const rows = PQntuples(result.get());
        for (int i = 0; row && i < rows; ++i) row(PostgresRow(query, *result, i));
        return changed_rows(*result);
    }

    // All are sent before the first answer is read: one way to the server and back instead of one for each.
    std::int64_t run_statements(Query const& query, std::span<Params const> all) override {
        auto& statement = find(query);
        std::vector<std::pair<PostgresParams, std::string>> calls; // values, name of the prepared statement
        calls.reserve(all.size());
        for (auto const& params : all) {
            PostgresParams values(query, params, statement.text.names);
            auto name = is_prepared(query) ? prepared_for(query, statement, values).name : std::string{};
            calls.emplace_back(std::move(values), std::move(name));
        }
        if (PQenterPipelineMode(connection_.get()) != 1) throw_failure(query.name, nullptr);
        for (auto const& [values, name] : calls)
            if (!send(statement, values, name)) throw_failure(query.name, nullptr);
        if (PQpipelineSync(connection_.get()) != 1) throw_failure(query.name, nullptr);

        std::int64_t changed = 0;
        ResultPtr failed(nullptr, &PQclear);
        // Each answer is followed by nothing, the last one by the mark that ends them all.
        for (bool is_over = false, was_nothing = false; !is_over;) {
            ResultPtr result(PQgetResult(connection_.get()), &PQclear);
            if (!result && was_nothing) throw_failure(query.name, nullptr); // the connection broke
            was_nothing = !result;
            if (!result) continue;
            switch (PQresultStatus(result.get())) {
            case PGRES_PIPELINE_SYNC: is_over = true; break;
            case PGRES_PIPELINE_ABORTED: break; // came after the one that failed
            case PGRES_COMMAND_OK:
            case PGRES_TUPLES_OK: changed += changed_rows(*result); break;
            default: failed = std::move(result); break;
            }
        }
        auto const is_left = PQexitPipelineMode(connection_.get()) == 1;
        if (failed || !is_left) throw_failure(query.name, failed.get());
        return changed;
    }

private:
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

    Prepared const& prepared_for(Query const& query, Statement& statement, PostgresParams const& values) {
        auto const fits = [&](Prepared const& prepared) { return prepared.takes(values.types(), values); };
        auto const found = std::ranges::find_if(statement.prepared, fits);
        if (found != statement.prepared.end()) return *found;
        Prepared prepared{.name = fmt::format("s{}", ++prepared_count_), .types = values.types()};
        finished(query.name, PQprepare(connection_.get(), prepared.name.c_str(), statement.text.sql.c_str(),
                                       values.size(), prepared.types.data()));
        return statement.prepared.emplace_back(std::move(prepared));
    }

    // Into the pipeline; without name: unprepared.
    bool send(Statement const& statement, PostgresParams const& values, std::string const& name) {
        auto const sent =
            name.empty()
                ? PQsendQueryParams(connection_.get(), statement.text.sql.c_str(), values.size(), values.types().data(),
                                    values.pointers().data(), values.lengths().data(), values.formats().data(), 1)
                : PQsendQueryPrepared(connection_.get(), name.c_str(), values.size(), values.pointers().data(),
                                      values.lengths().data(), values.formats().data(), 1);
        return sent == 1;
    }

    ResultPtr run_prepared(Query const& query, Statement& statement, PostgresParams const& values) {
        auto const& prepared = prepared_for(query, statement, values);
        return finished(query.name,
                        PQexecPrepared(connection_.get(), prepared.name.c_str(), values.size(),
                                       values.pointers().data(), values.lengths().data(), values.formats().data(), 1));
    }

    ResultPtr run_unprepared(Query const& query, Statement const& statement, PostgresParams const& values) {
        return finished(query.name, PQexecParams(connection_.get(), statement.text.sql.c_str(), values.size(),
                                                 values.types().data(), values.pointers().data(),
                                                 values.lengths().data(), values.formats().data(), 1));
    }

    ResultPtr finished(std::string_view name, PGresult* handle) {
        ResultPtr result(handle, &PQclear);
        auto const status = PQresultStatus(handle);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) throw_failure(name, handle);
        return result;
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
                                      message.empty() ? PQerrorMessage(connection_.get()) : message, state);
        if (state == "23505") throw UniqueViolation(field(PG_DIAG_CONSTRAINT_NAME), what);
        if (state == "23503") throw ForeignKeyViolation(what);
        // A prepared statement's answer has other types since a migration, or a pooler lost the statement.
        if ((state == "0A000" && field(PG_DIAG_SOURCE_FUNCTION) == "RevalidateCachedQuery") || state == "26000")
            broken_ = true;
        // Serialization failure, deadlock, lock not available in time.
        if (broken_ || state == "40001" || state == "40P01" || state == "55P03") throw Conflict(what);
        auto const is_class = [&](std::string_view prefix) { return state.starts_with(prefix); };
        // Connection, resources (disk full, too many connections), operator's intervention (also the statement time
        // limit), system; no state at all when the connection broke.
        if (state.empty() || is_class("08") || is_class("53") || is_class("57") || is_class("58") ||
            PQstatus(connection_.get()) != CONNECTION_OK)
            throw Unavailable(what);
        throw Error(what);
    }

    PostgresHandle connection_;
    bool const prepare_;
    bool broken_ = false;
    std::string begin_;
    std::uint64_t prepared_count_ = 0;
    StatementCache<Statement> statements_;
};

} // namespace

void ClosePostgres::operator()(pg_conn* connection) const { PQfinish(connection); }
void FreePostgresAddress::operator()(PQconninfoOption* options) const { PQconninfoFree(options); }

PostgresAddress parse_postgres(std::string const& url) {
    // libpq's own message would show the part it stumbled on, which may be the password.
    PostgresAddress address(PQconninfoParse(url.c_str(), nullptr));
    if (!address) throw Error("O endereço do banco de dados PostgreSQL não é válido.");
    return address;
}

PostgresHandle connect_postgres(std::string const& url) {
    parse_postgres(url);
    // What stands in the address wins over what comes before it here.
    constexpr std::array keywords{"connect_timeout",  "keepalives_idle",  "keepalives_interval",
                                  "keepalives_count", "tcp_user_timeout", "fallback_application_name",
                                  "dbname",           "client_encoding",  static_cast<char const*>(nullptr)};
    std::array<char const*, keywords.size()> const values{"2",      "15",        "5",    "3",    "10000",
                                                          "balcao", url.c_str(), "UTF8", nullptr};
    PostgresHandle connection(PQconnectdbParams(keywords.data(), values.data(), 1));
    if (PQstatus(connection.get()) != CONNECTION_OK) {
        std::string message = PQerrorMessage(connection.get());
        while (message.ends_with('\n')) message.pop_back();
        throw Unavailable(fmt::format("Não foi possível conectar ao PostgreSQL: {}", message));
    }
    PQsetNoticeProcessor(
        connection.get(), [](void*, char const*) {}, nullptr); // would go to standard error as plain text
    return connection;
}

std::unique_ptr<EngineConnection> open_postgres(PostgresOptions const& options) {
    return std::make_unique<PostgresConnection>(options);
}

} // namespace balcao::db
