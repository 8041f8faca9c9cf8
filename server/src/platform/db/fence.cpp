#include "platform/db/fence.hpp"

#include <system_error>

#include <fmt/format.h>

#include "platform/db/engine.hpp"
#include "platform/db/standing.hpp"

namespace balcao::db {

namespace {

constexpr Query raise_counter{"health_write", "update sonda_escrita set em = :em, marca = marca + 1 where id = 1"};
constexpr Query start_generation{"accept_database", R"sql(
    update sonda_escrita set marca = marca + 1, geracao = case when geracao < :em then :em else geracao + 1 end
    where id = 1)sql"};

} // namespace

void touch(Database& database, Instant now) {
    auto const standing = database.write([&](Transaction& transaction) -> std::optional<Standing> {
        transaction.execute(raise_counter, {{"em", now}});
        if (transaction.dialect() != Dialect::postgres) return std::nullopt;
        return transaction.first(standing_query, {}, standing_of);
    });
    if (standing) database.raise_mark(*standing);
}

void accept(Options const& options, Instant now) {
    if (dialect_of(options.url) != Dialect::postgres)
        throw Error("Este comando serve a bancos de dados PostgreSQL; o de SQLite é um arquivo só.");
    auto free = options;
    free.mark_file.clear();
    {
        auto const database = Database::open(free);
        if (auto const refusal = database->refusal()) throw Away(*refusal);
        database->write([&](Transaction& transaction) { transaction.execute(start_generation, {{"em", now}}); });
    }
    try {
        Fence(options.mark_file).mark();
    } catch (Away const&) { // it is damaged
        forget_mark(options);
    }
    // The mark is there even if no server is started for a while.
    if (auto const refusal = Database::open(options)->refusal()) throw Away(*refusal);
}

void forget_mark(Options const& options) {
    if (options.mark_file.empty()) return;
    std::error_code error;
    std::filesystem::remove(options.mark_file, error);
    if (error) throw Error(fmt::format("Não foi possível tirar {}: {}", options.mark_file.string(), error.message()));
}

} // namespace balcao::db
