#include "app/migrated_database.hpp"

#include "platform/db/migrations.hpp"

namespace balcao::app {

std::unique_ptr<db::Database> open_migrated(Config const& config) {
    prepare_data_folder(config);
    auto database = db::Database::open(config.database);
    db::migrate(*database, config.database);
    return database;
}

} // namespace balcao::app
