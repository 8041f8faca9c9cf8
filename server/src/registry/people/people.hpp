#pragma once
// Customers and suppliers, shared by the companies of an installation.

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/db/record_list.hpp"
#include "platform/records/list_query.hpp"
#include "platform/records/records.hpp"
#include "registry/people/person.hpp"

namespace balcao::auth {
class Gate;
}
namespace balcao::http {
struct Request;
}

namespace balcao::people {

/// `all`: active and inactive, without the bin.
enum class Situation { all, active, inactive, bin };
struct PersonFilter {
    Situation situation = Situation::all;
    std::optional<std::int64_t> pessoa_tipo{};
};

/// All people, as a records::RecordKind (platform/records/life.hpp). Somebody with budgets or orders cannot be deleted;
/// a bulk deletion deactivates them.
class People {
public:
    using Record = Person;
    using Id = PersonId;
    using Typed = Person;

    static constexpr records::RecordWords words{
        .topic = "people",
        .created_code = "person_create",
        .updated_code = "person_update",
        .deleted_code = "person_delete",
        .created = "Cadastrou",
        .updated = "Salvou o cadastro de",
        .deleted = "Excluiu o cadastro de",
        .restored = "Restaurou o cadastro de",
        .in_bin = "Este cadastro está na lixeira. Restaure-o para alterar.",
        .one = "pessoa",
        .many = "pessoas",
        .many_deactivated = "desativadas",
    };
    static constexpr std::string_view unique_index = "pessoas_cpf_cnpj";

    std::optional<CompanyId> company() const { return std::nullopt; }
    std::string name_of(Person const& person) const { return person.razao_social; }
    std::string with_article(Person const&) const { return "este cadastro"; }
    std::string json_of(Person const& person) const { return to_json(person_fields(), person); }
    std::string changes_of(Person const& before, Person const& after) const {
        return changes_json(person_fields(), before, after);
    }
    static std::string& ativo_of(Person& person) { return person.ativo; }

    /// Conflict at `cpf_cnpj`, with the other record's id, if somebody outside the bin has it.
    Result<Person> complete(auth::Write const& write, Instant now, Person typed, Person const* before) const;
    /// The same conflict.
    Result<void> check_restorable(db::Connection& connection, Person const& person) const;
    /// Never: people with budgets or orders are refused instead.
    Result<bool> is_kept(db::Connection& connection, Person const& person) const;
    /// Those with budgets or orders in any company, also in the bin.
    std::set<Uuid> used(db::Connection& connection, std::span<Uuid const> ids) const;

    /// Makes a concurrent deletion of the person conflict with this transaction. On PostgreSQL a read, even a locking
    /// one, does not stop a transaction with an older snapshot; a write does.
    void hold(db::Transaction& transaction, PersonId id) const;

    /// Also from the bin.
    std::optional<StoredPerson> find(db::Connection& connection, PersonId id) const;
    /// Existing ones, also from the bin, in any order.
    std::vector<StoredPerson> find_many(db::Connection& connection, std::span<Uuid const> ids) const;
    /// Those outside the bin with one of these numbers (as stored, without punctuation), in any order.
    std::vector<StoredPerson> find_by_documents(db::Connection& connection,
                                                std::span<std::string const> documents) const;

    /// Sorts: razao_social, cpf_cnpj, cidade, created_at.
    records::ListPage list(db::Connection& connection, records::ListQuery const& query,
                           PersonFilter const& filter) const;
    /// The exact number of rows `list` finds.
    std::int64_t count(db::Connection& connection, records::ListQuery const& query, PersonFilter const& filter) const;
    db::ListTotal count_to_most(db::Connection& connection, records::ListQuery const& query,
                                PersonFilter const& filter) const;
    /// Every row `list` finds, in its order, whatever the page.
    void each(db::Connection& connection, records::ListQuery const& query, PersonFilter const& filter,
              std::function<void(Person const&)> const& row) const;

    /// Both throw db::UniqueViolation `pessoas_cpf_cnpj` if somebody outside the bin has the number, and update the
    /// totals.
    void insert(db::Transaction& transaction, std::span<StoredPerson const> people) const;
    void update(db::Transaction& transaction, std::span<PersonRevision const> revisions) const;

    /// Deletes people for good, also from the bin. Nothing may refer to them.
    void forget(db::Transaction& transaction, std::span<Uuid const> ids) const;

private:
    std::int64_t count_budgets(db::Connection& connection, PersonId id) const;
};

/// Deletes expired people without budgets from the bin. Periodic.
void empty_bin(db::Database& database, Instant now);

/// /api/people…, for administrators and members of a company; without imports and export.
void add_people_routes(auth::Gate& gate, records::Services services);

/// Parameters of the list, for other answers with the same rows. `more`: further parameters.
Result<records::ListRequest<PersonFilter>> read_people_query(http::Request const& request,
                                                             std::span<std::string_view const> more = {});

} // namespace balcao::people
