#pragma once
// Imports of products and people: one job reads and checks a file, another applies its good rows.

#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/jobs/jobs.hpp"
#include "platform/records/records.hpp"
#include "registry/imports/imports_store.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::imports {

struct ImportServices {
    jobs::Queue& queue;
    records::Services records;
};

/// Adds the job handlers. Before the queue starts.
void add_import_jobs(ImportServices services);

/// Stores the file and starts reading. State `lendo`, then `pronta` or `falhou`.
Import start(auth::Write const& write, Owner const& owner, ImportServices services, std::string file_name,
             std::string_view file);
/// Applies the good rows, some hundreds per transaction: state `aplicando`, then `aplicada`. Does nothing if already
/// applying; fails without good rows.
Result<Import> apply(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id);
/// Undoes it: state `desfazendo`, then `desfeita`. New records go to the bin, changed ones get their former values,
/// except records changed or used since. Fails if it wrote nothing.
Result<Import> undo(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id);
/// Cancels it: rows already applied stay, and can be undone. Fails once all are applied.
Result<void> cancel(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id);

/// Deletes imports older than 30 days. Periodic.
void clean_up(db::Database& database, Instant now);

/// /api/companies/{id}/imports… and /api/people/imports…, with both exports. Before the server starts.
void add_imports_routes(auth::Gate& gate, ImportServices services);

} // namespace balcao::imports
