#include "registry/people/people.hpp"

#include <deque>
#include <map>

#include <fmt/format.h>

#include "platform/base/text.hpp"
#include "platform/db/entity.hpp"
#include "platform/db/list_totals.hpp"
#include "platform/db/record_list.hpp"
#include "platform/db/value_list.hpp"

namespace balcao::people {

namespace {

constexpr std::string_view table = "pessoas";

std::string const select_sql = fmt::format("select {}, version from pessoas where", db::columns(person_fields()));
std::string const find_sql = select_sql + " pessoas.id = :id";
db::Query const find_person{"people_find", find_sql};
std::string const many_sql = select_sql + " pessoas.id in (:values)";
db::Query const find_people{"people_find_many", many_sql};
std::string const documents_sql = select_sql + " pessoas.deleted_at is null and pessoas.cpf_cnpj in (:values)";
db::Query const people_by_document{"people_by_document", documents_sql};

std::string const insert_sql = fmt::format(R"sql(
    insert into pessoas ({}, version, busca, busca_nome, busca_cidade)
    values ({}, :version, :busca, :busca_nome, :busca_cidade))sql",
                                           db::column_names(person_fields()), db::placeholders(person_fields()));
db::Query const insert_person{"people_insert", insert_sql};

std::string const update_sql = fmt::format(R"sql(
    update pessoas set {}, version = :version, busca = :busca, busca_nome = :busca_nome, busca_cidade = :busca_cidade
    where id = :id)sql",
                                           db::assignments(person_fields(), {"id", "created_at"}));
db::Query const update_person{"people_update", update_sql};

constexpr db::Query budgets_of{"people_budgets_of", "select count(*) from orcamento where cliente_id = :id"};
constexpr db::Query people_with_budgets{"people_with_budgets",
                                        "select distinct cliente_id from orcamento where cliente_id in (:values)"};

constexpr db::Query hold_person{"people_hold", "update pessoas set version = version where id = :id"};

constexpr db::Query forget_deleted{"people_empty_bin", R"sql(
    delete from pessoas where seq in (
        select p.seq from pessoas p
        where p.deleted_at < :before and not exists (select 1 from orcamento o where o.cliente_id = p.id)
        limit :limit)
    returning pessoa_tipo)sql"};

constexpr db::Query forget_people{"people_forget", "delete from pessoas where id in (:values)"};

constexpr std::string_view letters_of(Situation situation) {
    switch (situation) {
    case Situation::all: return "SN";
    case Situation::active: return "S";
    case Situation::inactive: return "N";
    case Situation::bin: return "L";
    }
    std::unreachable();
}

// Totals are kept by situation and type: `S1`, `N2`, `L1` (in the bin).
std::string counter_of(Person const& person) {
    return fmt::format("{}{}", person.deleted_at ? std::string_view("L") : std::string_view(person.ativo),
                       person.pessoa_tipo);
}

using Totals = std::map<std::string, std::int64_t>; // or what they change by

Totals totals(db::Connection& connection) { return db::list_totals(connection, Uuid{}, table); }

void change_totals(db::Transaction& transaction, Totals const& changes) {
    for (auto const& [counter, by] : changes)
        if (by != 0) db::change_list_total(transaction, Uuid{}, table, counter, static_cast<int>(by));
}

std::int64_t total_of(Totals const& totals, PersonFilter const& filter) {
    std::int64_t sum = 0;
    for (auto const& [counter, total] : totals) {
        if (!letters_of(filter.situation).contains(counter.front())) continue;
        if (!filter.pessoa_tipo || counter.substr(1) == std::to_string(*filter.pessoa_tipo)) sum += total;
    }
    return sum;
}

std::string where_of(PersonFilter const& filter) {
    std::string where =
        filter.situation == Situation::bin ? "pessoas.deleted_at is not null" : "pessoas.deleted_at is null";
    if (filter.situation == Situation::active) where += " and pessoas.ativo = 'S'";
    if (filter.situation == Situation::inactive) where += " and pessoas.ativo = 'N'";
    if (filter.pessoa_tipo) where += " and pessoas.pessoa_tipo = :pessoa_tipo";
    return where;
}

std::string order_of(std::string_view sort) {
    if (sort == "razao_social") return "pessoas.busca_nome";
    if (sort == "cidade") return "pessoas.busca_cidade";
    return fmt::format("pessoas.{}", sort);
}

db::RecordList record_list(db::Connection& connection, records::ListQuery const& query, PersonFilter const& filter) {
    auto const kept = totals(connection);
    db::RecordList found{.name = "people",
                         .table = table,
                         .columns = db::columns(person_fields()),
                         .where = where_of(filter),
                         .params = {},
                         .order = order_of(query.sort),
                         .descending = query.descending,
                         .newest = filter.situation == Situation::bin ? "pessoas.deleted_at" : "pessoas.created_at",
                         .prefix_column = "busca_nome",
                         .rows = total_of(kept, {.situation = filter.situation}),
                         .total = total_of(kept, filter),
                         .search = query.search,
                         .offset = query.offset(),
                         .limit = query.page_size};
    if (filter.pessoa_tipo) found.params.emplace_back("pessoa_tipo", *filter.pessoa_tipo);
    return found;
}

// What is searched and sorted by, beside the fields themselves.
struct Folded {
    std::string busca;
    std::string busca_nome;
    std::string busca_cidade;

    explicit Folded(Person const& person) : busca_nome(fold(person.razao_social)) {
        busca = fmt::format("{}\n{}\n{}", busca_nome, fold(person.nome_fantasia.value_or("")), fold(person.cpf_cnpj));
        for (auto const& field : person_fields()) {
            if (field.name == "municipio_nome") {
                if (auto const name = field.get(&person); std::holds_alternative<std::string_view>(name))
                    busca_cidade = fold(fmt::format("{} {}", std::get<std::string_view>(name), person.uf.value_or("")));
            }
        }
    }
};

db::Params row_params(StoredPerson const& stored, Folded const& folded) {
    auto params = db::params(person_fields(), stored.record);
    params.emplace_back("version", stored.version);
    params.emplace_back("busca", folded.busca);
    params.emplace_back("busca_nome", folded.busca_nome);
    params.emplace_back("busca_cidade", folded.busca_cidade);
    return params;
}

StoredPerson read_stored(db::Row const& row) {
    auto const fields = person_fields();
    return {.record = db::read_row<Person>(fields, row),
            .version = row.get<std::int64_t>(static_cast<int>(fields.size()))};
}

} // namespace

std::optional<StoredPerson> People::find(db::Connection& connection, PersonId id) const {
    return connection.first(find_person, {{"id", id}}, read_stored);
}

std::vector<StoredPerson> People::find_many(db::Connection& connection, std::span<Uuid const> ids) const {
    std::vector<StoredPerson> found;
    db::run_for_values(connection, find_people, {}, ids,
                       [&](db::Row const& row) { found.push_back(read_stored(row)); });
    return found;
}

std::vector<StoredPerson> People::find_by_documents(db::Connection& connection,
                                                    std::span<std::string const> documents) const {
    std::vector<StoredPerson> found;
    db::run_for_values(connection, people_by_document, {}, documents,
                       [&](db::Row const& row) { found.push_back(read_stored(row)); });
    return found;
}

records::ListPage People::list(db::Connection& connection, records::ListQuery const& query,
                               PersonFilter const& filter) const {
    return records::read_page(connection, record_list(connection, query, filter), [](db::Row const& row) {
        return to_json(person_fields(), db::read_row<Person>(person_fields(), row));
    });
}

std::int64_t People::count(db::Connection& connection, records::ListQuery const& query,
                           PersonFilter const& filter) const {
    auto const all = record_list(connection, query, filter);
    if (db::search_words(query.search).empty()) return *all.total;
    std::int64_t total = 0;
    db::read_totals(connection, all, "count(*)", [&](db::Row const& row) { total = row.integer(0); });
    return total;
}

db::ListTotal People::count_to_most(db::Connection& connection, records::ListQuery const& query,
                                    PersonFilter const& filter) const {
    return db::count_to_most(connection, record_list(connection, query, filter));
}

void People::each(db::Connection& connection, records::ListQuery const& query, PersonFilter const& filter,
                  std::function<void(Person const&)> const& row) const {
    db::read_all(connection, record_list(connection, query, filter),
                 [&](db::Row const& found) { row(db::read_row<Person>(person_fields(), found)); });
}

void People::insert(db::Transaction& transaction, std::span<StoredPerson const> people) const {
    std::deque<Folded> folded; // the parameters view them
    std::vector<db::Params> rows;
    Totals changes;
    for (auto const& stored : people) {
        rows.push_back(row_params(stored, folded.emplace_back(stored.record)));
        ++changes[counter_of(stored.record)];
    }
    transaction.execute_each(insert_person, rows);
    change_totals(transaction, changes);
}

void People::update(db::Transaction& transaction, std::span<PersonRevision const> revisions) const {
    std::deque<Folded> folded;
    std::vector<db::Params> rows;
    Totals changes;
    for (auto const& [before, after] : revisions) {
        rows.push_back(row_params(after, folded.emplace_back(after.record)));
        --changes[counter_of(before.record)];
        ++changes[counter_of(after.record)];
    }
    transaction.execute_each(update_person, rows);
    change_totals(transaction, changes);
}

void People::forget(db::Transaction& transaction, std::span<Uuid const> ids) const {
    Totals changes;
    for (auto const& stored : find_many(transaction, ids)) --changes[counter_of(stored.record)];
    db::run_for_values(transaction, forget_people, {}, ids, {});
    change_totals(transaction, changes);
}

std::int64_t People::count_budgets(db::Connection& connection, PersonId id) const {
    return connection.scalar<std::int64_t>(budgets_of, {{"id", id}}).value_or(0);
}

void People::hold(db::Transaction& transaction, PersonId id) const {
    if (transaction.dialect() == db::Dialect::postgres) transaction.execute(hold_person, {{"id", id}});
}

std::set<Uuid> People::used(db::Connection& connection, std::span<Uuid const> ids) const {
    std::set<Uuid> found;
    db::run_for_values(connection, people_with_budgets, {}, ids,
                       [&](db::Row const& row) { found.insert(row.uuid(0)); });
    return found;
}

void empty_bin(db::Database& database, Instant now) {
    records::empty_bin(database, now, 1000, [](db::Transaction& transaction, Instant before, std::int64_t limit) {
        std::map<std::int64_t, int> removed; // by type
        std::int64_t count = 0;
        transaction.run(forget_deleted, {{"before", before}, {"limit", limit}}, [&](db::Row const& row) {
            ++removed[row.integer(0)];
            ++count;
        });
        for (auto const& [type, number] : removed)
            db::change_list_total(transaction, Uuid{}, table, fmt::format("L{}", type), -number);
        return count;
    });
}

} // namespace balcao::people
