#pragma once
// The SQL of `pessoas`.

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "db/database.hpp"
#include "http/list_query.hpp"
#include "people/person.hpp"

namespace balcao::people {

/// Also from the bin.
std::optional<StoredPerson> find(db::Connection& connection, PersonId id);
/// Those of them that exist, also from the bin, in no particular order.
std::vector<StoredPerson> find_many(db::Connection& connection, std::span<Uuid const> ids);
/// Those outside the bin that have one of these numbers (as stored, without punctuation), in no particular order.
std::vector<StoredPerson> find_by_documents(db::Connection& connection, std::span<std::string const> documents);

/// `all`: active and inactive, without the bin.
enum class Situation { all, active, inactive, bin };
struct PersonFilter {
    Situation situation = Situation::all;
    std::optional<std::int64_t> pessoa_tipo{};
};
/// Sorts: razao_social, cidade, created_at.
http::ListPage list(db::Connection& connection, http::ListQuery const& query, PersonFilter const& filter);
/// The exact number of rows `list` finds.
std::int64_t count(db::Connection& connection, http::ListQuery const& query, PersonFilter const& filter);
/// Every row `list` finds, in its order, whatever the page.
void each(db::Connection& connection, http::ListQuery const& query, PersonFilter const& filter,
          std::function<void(Person const&)> const& row);

/// The same person before and after; views both.
struct PersonChange {
    StoredPerson const& before;
    StoredPerson const& after;
};
/// Both throw db::UniqueViolation `pessoas_cpf_cnpj` when somebody outside the bin has the number. They keep the totals
/// too.
void insert(db::Transaction& transaction, std::span<StoredPerson const> people);
void update(db::Transaction& transaction, std::span<PersonChange const> changes);

/// Budgets and orders of somebody, in all companies and also in their bins.
std::int64_t count_budgets(db::Connection& connection, PersonId id);
/// Which of these people have any.
std::set<Uuid> with_budgets(db::Connection& connection, std::span<Uuid const> ids);

/// Removes for good at most `limit` of those that were put into the bin before `before` and that nothing refers to;
/// returns how many.
std::int64_t empty_bin(db::Transaction& transaction, Instant before, std::int64_t limit);

} // namespace balcao::people
