#include "people/people.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/json.hpp"
#include "people/people_store.hpp"

namespace balcao::people {

namespace {

constexpr std::string_view unique_index = "pessoas_cpf_cnpj";
constexpr records::BulkWords bulk_words{.topic = "people",
                                        .deleted = "person_delete",
                                        .updated = "person_update",
                                        .one = "pessoa",
                                        .many = "pessoas",
                                        .deactivated = "desativadas"};
constexpr std::string_view with_article = "este cadastro";

Failure number_taken(Person const& person, StoredPerson const& holder, std::string_view advice = {}) {
    auto const sentence = fmt::format("Já existe um cadastro com este {}: {}.{}", document_name(person),
                                      holder.person.razao_social, advice);
    return {.kind = FailureKind::conflict,
            .title = fmt::format("{} já cadastrado", document_name(person)),
            .detail = sentence,
            .fields = {{"cpf_cnpj", sentence}},
            .existing_id = holder.person.id.to_string()};
}

// Asked before writing: once the index has refused a row, PostgreSQL answers nothing more in this transaction.
Result<void> check_number_is_free(db::Connection& connection, Person const& person, std::string_view advice = {}) {
    auto const holders = find_by_documents(connection, std::array{person.cpf_cnpj});
    auto const other =
        std::ranges::find_if(holders, [&](StoredPerson const& holder) { return holder.person.id != person.id; });
    if (other == holders.end()) return {};
    return fail(number_taken(person, *other, advice));
}

Result<StoredPerson> find_current(db::Connection& connection, PersonId id, std::string_view if_match) {
    auto stored = find(connection, id);
    if (!stored) return not_found();
    if (auto const current = records::check_current(connection, if_match,
                                                    {.topic = "people",
                                                     .id = id.uuid(),
                                                     .version = stored->version,
                                                     .what = with_article,
                                                     .json = to_json(person_fields(), stored->person)});
        !current)
        return fail(current.error());
    return *std::move(stored);
}

void note(auth::WriteCall& call, records::Services const& services, std::string_view action, std::string_view what,
          StoredPerson const& stored, std::string details) {
    records::note(call, services,
                  {.topic = "people",
                   .action = action,
                   .description = fmt::format("{} {}", what, stored.person.razao_social),
                   .entity = stored.person.id.uuid(),
                   .version = stored.version,
                   .details = std::move(details)});
}

void save(auth::WriteCall& call, std::span<PersonChange const> changes) {
    records::run_again_when_taken(unique_index, [&] { people::update(call.db, changes); });
}

void save(auth::WriteCall& call, StoredPerson const& before, StoredPerson const& after) {
    save(call, std::array{PersonChange{.before = before, .after = after}});
}

StoredPerson changed(StoredPerson const& before, Instant now) {
    auto after = before;
    after.person.updated_at = now;
    ++after.version;
    return after;
}

Result<StoredPerson> taken_out_of_bin(db::Connection& connection, StoredPerson const& before, Instant now) {
    if (auto const in_time = records::check_restorable(*before.person.deleted_at, now); !in_time)
        return fail(in_time.error());
    if (auto const is_free = check_number_is_free(connection, before.person, " Por isso este não pode ser restaurado.");
        !is_free)
        return fail(is_free.error());
    auto after = changed(before, now);
    after.person.deleted_at.reset();
    return after;
}

// What a bulk change makes of one of its people; the same as before when there is nothing to do.
Result<StoredPerson> changed_by(db::Connection& connection, records::BulkAction action, bool has_budgets,
                                StoredPerson const& before, Instant now) {
    auto const& person = before.person;
    auto const in_bin = person.deleted_at.has_value();
    if (action == records::BulkAction::restore) return in_bin ? taken_out_of_bin(connection, before, now) : before;
    if (in_bin) return before;
    if (action == records::BulkAction::remove && !has_budgets) {
        auto after = changed(before, now);
        after.person.deleted_at = now;
        return after;
    }
    std::string_view const ativo = action == records::BulkAction::activate ? "S" : "N";
    if (person.ativo == ativo) return before;
    auto after = changed(before, now);
    after.person.ativo = ativo;
    return after;
}

} // namespace

Result<StoredPerson> create(auth::WriteCall& call, records::Services const& services, Person typed) {
    typed.id = PersonId::make();
    if (auto const is_free = check_number_is_free(call.db, typed); !is_free) return fail(is_free.error());
    typed.created_at = typed.updated_at = services.clock.now();
    StoredPerson const stored{.person = std::move(typed), .version = 1};
    records::run_again_when_taken(unique_index, [&] { insert(call.db, std::span(&stored, 1)); });
    note(call, services, "person_create", "Cadastrou", stored, to_json(person_fields(), stored.person));
    return stored;
}

Result<StoredPerson> update(auth::WriteCall& call, records::Services const& services, PersonId id,
                            std::string_view if_match, Person typed) {
    auto const before = find_current(call.db, id, if_match);
    if (!before) return fail(before.error());
    if (before->person.deleted_at) return invalid("Este cadastro está na lixeira. Restaure-o para alterar.");
    typed.id = id;
    if (auto const is_free = check_number_is_free(call.db, typed); !is_free) return fail(is_free.error());
    typed.created_at = before->person.created_at;
    typed.updated_at = services.clock.now();
    StoredPerson const after{.person = std::move(typed), .version = before->version + 1};
    save(call, *before, after);
    note(call, services, "person_update", "Salvou o cadastro de", after,
         changes_json(person_fields(), before->person, after.person));
    return after;
}

Result<void> remove(auth::WriteCall& call, records::Services const& services, PersonId id, std::string_view if_match) {
    auto const before = find_current(call.db, id, if_match);
    if (!before) return fail(before.error());
    if (before->person.deleted_at) return {};
    if (auto const budgets = count_budgets(call.db, id); budgets > 0) {
        return invalid(fmt::format(
            "Esta pessoa tem orçamentos ou pedidos ({}) e não pode ser excluída. Desative-a: ela deixa de aparecer "
            "nas escolhas, e o que já foi feito continua como está.",
            budgets));
    }
    auto after = changed(*before, services.clock.now());
    after.person.deleted_at = after.person.updated_at;
    save(call, *before, after);
    note(call, services, "person_delete", "Excluiu o cadastro de", after, to_json(person_fields(), before->person));
    return {};
}

Result<StoredPerson> restore(auth::WriteCall& call, records::Services const& services, PersonId id) {
    auto before = find(call.db, id);
    if (!before) return not_found();
    if (!before->person.deleted_at) return *std::move(before);
    auto const after = taken_out_of_bin(call.db, *before, services.clock.now());
    if (!after) return fail(after.error());
    save(call, *before, *after);
    note(call, services, "person_update", "Restaurou o cadastro de", *after, {});
    return *after;
}

Result<records::BulkOutcome> change_many(auth::WriteCall& call, records::Services const& services,
                                         records::Bulk const& bulk) {
    auto const people = find_many(call.db, bulk.ids);
    if (people.size() != bulk.ids.size()) return not_found();
    std::set<Uuid> used;
    if (bulk.action == records::BulkAction::remove) used = with_budgets(call.db, bulk.ids);

    auto const now = services.clock.now();
    records::BulkOutcome outcome;
    std::deque<StoredPerson> saved; // what the changes view
    std::vector<PersonChange> changes;
    for (auto const& before : people) {
        auto const id = before.person.id.uuid();
        auto const after = changed_by(call.db, bulk.action, used.contains(id), before, now);
        if (!after) return fail(after.error());
        if (used.contains(id) && !before.person.deleted_at) outcome.deactivated.push_back(id);
        if (after->version == before.version) continue;
        changes.push_back({.before = before, .after = saved.emplace_back(*after)});
        outcome.changed.push_back(id);
        if (bulk.action != records::BulkAction::restore) continue;
        save(call, std::exchange(changes, {})); // at once: the next one may have the same number
    }
    save(call, changes);
    records::note_bulk(call, services, bulk.action, outcome, bulk_words);
    return outcome;
}

void empty_bin(db::Database& database, Instant now) {
    records::empty_bin(database, now, 1000, [](db::Transaction& transaction, Instant before, std::int64_t limit) {
        return people::empty_bin(transaction, before, limit);
    });
}

} // namespace balcao::people
