#include "platform/db/clock.hpp"

namespace balcao::db {

namespace {

// unixepoch('subsec') is younger than Debian 12's SQLite.
constexpr Query sqlite_time{"database_time",
                            "select cast(round((julianday('now') - 2440587.5) * 86400000) as integer) * 1000"};
constexpr Query postgres_time{"database_time", "select (extract(epoch from clock_timestamp()) * 1000)::bigint * 1000"};

} // namespace

Instant database_time(Connection& connection) {
    auto const& query = connection.dialect() == Dialect::sqlite ? sqlite_time : postgres_time;
    return connection.first(query, {}, [](Row const& row) { return row.get<Instant>(0); }).value();
}

std::string_view for_update(Connection const& connection) {
    return connection.dialect() == Dialect::sqlite ? "" : " for update";
}

std::string_view for_update_skip_locked(Connection const& connection) {
    return connection.dialect() == Dialect::sqlite ? "" : " for update skip locked";
}

} // namespace balcao::db
