#pragma once
// What can be done with people, each with its audit row and event in the caller's transaction.

#include <cstdint>
#include <string_view>
#include <vector>

#include "auth/gate.hpp"
#include "base/result.hpp"
#include "people/person.hpp"
#include "records/records.hpp"

namespace balcao::people {

/// Conflict at `cpf_cnpj`, with the other record's id, when somebody outside the bin has the number.
Result<StoredPerson> create(auth::WriteCall& call, records::Services const& services, Person typed);

/// `if_match`: the header. Fails when stale, on a taken number and for somebody in the bin.
Result<StoredPerson> update(auth::WriteCall& call, records::Services const& services, PersonId id,
                            std::string_view if_match, Person typed);

/// Into the bin. Fails when stale and for somebody with budgets or orders.
Result<void> remove(auth::WriteCall& call, records::Services const& services, PersonId id, std::string_view if_match);

/// Out of the bin; nothing happens to somebody who is not in it. Conflict when the number was given again meanwhile.
Result<StoredPerson> restore(auth::WriteCall& call, records::Services const& services, PersonId id);

/// All or none, one audit row. Fails when one of them does not exist.
Result<records::BulkOutcome> change_many(auth::WriteCall& call, records::Services const& services,
                                         records::Bulk const& bulk);

/// Removes for good whoever was too long in the bin and has no budgets; for a periodic task.
void empty_bin(db::Database& database, Instant now);

} // namespace balcao::people
