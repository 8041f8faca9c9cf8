#pragma once
// Imports of products and people: a file is read and checked by one job, and what is good in it goes in by another.

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

/// Tells the queue how imports are read and applied. Before its start.
void add_import_jobs(ImportServices services);

/// Keeps the file and has it read. State `lendo`, then `pronta` or `falhou`.
Import start(auth::Write const& write, Owner const& owner, ImportServices services, std::string file_name,
             std::string_view file);
/// Has the good rows written, some hundreds at a time: state `aplicando`, then `aplicada`. Nothing happens to one that
/// is already on its way; fails when there is nothing to write.
Result<Import> apply(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id);
/// Puts what it made into the bin and gives what it changed its former values: state `desfazendo`, then `desfeita`.
/// Records that somebody has changed or used since are kept. Fails when it wrote nothing.
Result<Import> undo(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id);
/// Nothing more of it goes in; what did stays, and can be undone. Fails once all of it has.
Result<void> cancel(auth::Write const& write, Owner const& owner, ImportServices services, Uuid const& id);

/// Forgets imports older than 30 days; for a periodic task.
void clean_up(db::Database& database, Instant now);

/// /api/companies/{id}/imports… and /api/people/imports…, and the exports of both. Before the server starts.
void add_imports_routes(auth::Gate& gate, ImportServices services);

} // namespace balcao::imports
