#pragma once
// Imports of products and people: a file is read and checked by one job, and what is good in it goes in by another.

#include <string>
#include <string_view>

#include "auth/gate.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "db/database.hpp"
#include "imports/imports_store.hpp"
#include "jobs/jobs.hpp"
#include "records/records.hpp"

namespace balcao::imports {

struct ImportServices {
    jobs::Queue& queue;
    records::Services records;
};

/// Tells the queue how imports are read and applied. Before its start.
void add_import_jobs(ImportServices services);

/// Keeps the file and has it read. State `lendo`, then `pronta` or `falhou`.
Import start(auth::WriteCall& call, Owner const& owner, ImportServices services, std::string file_name);
/// Has the good rows written, all in one transaction: state `aplicando`, then `aplicada`. Nothing happens to one that
/// is already on its way; fails when there is nothing to write.
Result<Import> apply(auth::WriteCall& call, Owner const& owner, ImportServices services, Uuid const& id);
/// Nothing of it goes in. Fails once it has.
Result<void> cancel(auth::WriteCall& call, Owner const& owner, ImportServices services, Uuid const& id);

/// Forgets imports older than 30 days; for a periodic task.
void clean_up(db::Database& database, Instant now);

} // namespace balcao::imports
