#include "app/update_commands.hpp"

#include <ostream>

#include "app/health.hpp"
#include "app/migrated_database.hpp"
#include "app/receipts_commands.hpp"
#include "office/backups/backups.hpp"
#include "platform/base/time.hpp"
#include "platform/db/migrations.hpp"

namespace balcao::app {

bool has_data(Config const& config) {
    if (auto const file = sqlite_file(config); file && !std::filesystem::exists(*file))
        return false; // to open would make it
    return db::was_migrated(*db::Database::open(config.database));
}

bool verify_update(Config const& config, bool faults_known, std::ostream& out) {
    {
        auto const database = open_migrated(config);
        SystemClock const clock;
        Health const health(*database, clock, config.data_folder);
        if (auto const report = health.report(); report.overall() == Health::State::failing) {
            out << "O servidor não poderia trabalhar: " << to_json(report) << '\n';
            return false;
        }
    }
    return check_receipts(config, out) || faults_known;
}

void undo_update(Config const& config, std::filesystem::path const& backup) {
    prepare_data_folder(config);
    backups::undo_update(backup_settings(config), backup);
}

} // namespace balcao::app
