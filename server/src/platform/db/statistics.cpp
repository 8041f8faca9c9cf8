#include "platform/db/statistics.hpp"

namespace balcao::db {

namespace {

constexpr Query limit_rows{"statistics_limit", "pragma analysis_limit = 400"};
constexpr Query look{"statistics_look", "pragma optimize"};

} // namespace

void refresh_statistics(Database& database) {
    if (database.dialect() != Dialect::sqlite) return;
    database.write([](Transaction& transaction) {
        transaction.execute(limit_rows);
        transaction.execute(look);
    });
}

} // namespace balcao::db
