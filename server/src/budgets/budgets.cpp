#include "budgets/budgets.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/json.hpp"
#include "budgets/brazilian.hpp"
#include "budgets/budget_completion.hpp"
#include "budgets/budgets_store.hpp"
#include "companies/companies_store.hpp"
#include "people/people_store.hpp"

namespace balcao::budgets {

namespace {

constexpr records::BulkWords bulk_words{.topic = "budgets",
                                        .deleted = "budget_delete",
                                        .updated = "budget_update",
                                        .one = "orçamento ou pedido",
                                        .many = "orçamentos e pedidos"};

std::string name_of(Budget const& budget) {
    return fmt::format("{} nº {}", budget.tipo == order ? "o pedido" : "o orçamento", grouped(budget.numero_pedido));
}

Result<StoredBudget> find_current(db::Connection& connection, auth::CompanyScope const& scope, BudgetId id,
                                  std::string_view if_match) {
    auto stored = find(connection, scope, id);
    if (!stored) return not_found();
    auto const what = stored->budget.tipo == order ? "este pedido" : "este orçamento";
    if (auto const current = records::check_current(connection, if_match,
                                                    {.topic = "budgets",
                                                     .id = id.uuid(),
                                                     .version = stored->version,
                                                     .what = what,
                                                     .json = to_json(stored->budget)});
        !current)
        return fail(current.error());
    return *std::move(stored);
}

void note(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
          std::string_view action, std::string_view what, StoredBudget const& stored, std::string details) {
    records::note(call, services,
                  {.topic = "budgets",
                   .action = action,
                   .description = fmt::format("{} {}", what, name_of(stored.budget)),
                   .company = scope.id(),
                   .entity = stored.budget.id.uuid(),
                   .version = stored.version,
                   .details = std::move(details)});
}

StoredBudget insert_new(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                        Budget budget, std::string_view client_document, std::string_view what) {
    budget.id = BudgetId::make();
    budget.created_at = budget.updated_at = services.clock.now();
    budget.numero_pedido = take_number(call.db, scope);
    StoredBudget stored{.budget = std::move(budget), .version = 1};
    insert(call.db, scope, stored, client_document);
    note(call, scope, services, "budget_create", what, stored, to_json(stored.budget));
    return stored;
}

// The items keep their ids when nothing about them changed.
bool same_items(Budget const& before, Budget const& after) {
    auto const same = [](BudgetItem const& a, BudgetItem const& b) {
        auto const own = [](BudgetItem const& item) {
            return std::tie(item.composicao_id, item.descricao, item.unidade, item.quantidade, item.valor_venda,
                            item.desconto);
        };
        return own(a) == own(b);
    };
    return std::ranges::equal(before.itens, after.itens, same);
}

bool same_installments(Budget const& before, Budget const& after) {
    return std::ranges::equal(before.parcelas, after.parcelas, [](Installment const& a, Installment const& b) {
        return a.vencimento == b.vencimento && a.valor == b.valor;
    });
}

BinRow bin_row(Budget const& budget) {
    return {.id = budget.id,
            .numero_pedido = budget.numero_pedido,
            .deleted_at = budget.deleted_at,
            .counted = counted(budget)};
}

} // namespace

Result<StoredBudget> create(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                            TypedBudget typed) {
    auto const company = companies::find(call.db, scope);
    if (!company) return not_found();
    auto completed = complete(call, scope, services.clock.now(), company->company, std::move(typed), nullptr);
    if (!completed) return fail(completed.error());
    return insert_new(call, scope, services, std::move(completed->budget), completed->client_document, "Criou");
}

Result<StoredBudget> update(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                            BudgetId id, std::string_view if_match, TypedBudget typed) {
    auto const company = companies::find(call.db, scope);
    if (!company) return not_found();
    auto const before = find_current(call.db, scope, id, if_match);
    if (!before) return fail(before.error());
    auto const& old = before->budget;
    if (old.deleted_at) return invalid("Este registro está na lixeira. Restaure-o para alterar.");
    auto const now = services.clock.now();
    auto completed = complete(call, scope, now, company->company, std::move(typed), &old);
    if (!completed) return fail(completed.error());

    StoredBudget after{.budget = std::move(completed->budget), .version = before->version + 1};
    after.budget.id = id;
    after.budget.numero_pedido = old.numero_pedido;
    after.budget.created_at = old.created_at;
    after.budget.updated_at = now;
    auto const keeps_parts = same_items(old, after.budget) && same_installments(old, after.budget);
    if (keeps_parts)
        for (std::size_t i = 0; i < old.itens.size(); ++i) after.budget.itens[i].id = old.itens[i].id;
    update(call.db, scope, *before, after, completed->client_document, !keeps_parts);
    note(call, scope, services, "budget_update", "Salvou", after, changes_json(old, after.budget));
    return after;
}

Result<void> remove(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                    BudgetId id, std::string_view if_match) {
    auto before = find_current(call.db, scope, id, if_match);
    if (!before) return fail(before.error());
    if (before->budget.deleted_at) return {};
    move(call.db, scope, std::vector{bin_row(before->budget)}, services.clock.now(), true);
    ++before->version;
    note(call, scope, services, "budget_delete", "Excluiu", *before, to_json(before->budget));
    return {};
}

Result<StoredBudget> restore(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                             BudgetId id) {
    auto stored = find(call.db, scope, id);
    if (!stored) return not_found();
    auto& budget = stored->budget;
    if (!budget.deleted_at) return *std::move(stored);
    auto const now = services.clock.now();
    if (auto const in_time = records::check_restorable(*budget.deleted_at, now); !in_time) return fail(in_time.error());
    move(call.db, scope, std::vector{bin_row(budget)}, now, false);
    budget.deleted_at.reset();
    budget.updated_at = now;
    ++stored->version;
    note(call, scope, services, "budget_update", "Restaurou", *stored, {});
    return *std::move(stored);
}

Result<StoredBudget> duplicate(auth::WriteCall& call, auth::CompanyScope const& scope,
                               records::Services const& services, BudgetId id) {
    auto const company = companies::find(call.db, scope);
    auto source = find(call.db, scope, id);
    if (!company || !source) return not_found();
    auto budget = std::move(source->budget);
    auto const what = fmt::format("Duplicou {} como", name_of(budget));
    budget.tipo = quote;
    budget.data_orcamento = local_date(services.clock.now(), company->company.fuso_horario);
    budget.data_venda.reset();
    budget.faturado = false;
    budget.numero_nfe.reset();
    budget.deleted_at.reset();
    budget.cnpj_empresa = company->company.cnpj;
    for (auto& item : budget.itens) item.id = BudgetItemId::make();
    budget.parcelas = equal_installments(budget);
    auto const client = budget.cliente_id ? people::find(call.db, *budget.cliente_id) : std::nullopt;
    if (client) take_client(budget, client->person);
    return insert_new(call, scope, services, std::move(budget), client ? client->person.cpf_cnpj : std::string{}, what);
}

Result<records::BulkOutcome> change_many(auth::WriteCall& call, auth::CompanyScope const& scope,
                                         records::Services const& services, records::Bulk const& bulk) {
    auto const into_bin = bulk.action == records::BulkAction::remove;
    auto rows = find_for_bin(call.db, scope, bulk.ids);
    if (rows.size() != bulk.ids.size()) return not_found();
    auto const now = services.clock.now();
    std::erase_if(rows, [&](BinRow const& row) { return row.deleted_at.has_value() == into_bin; });
    if (!into_bin) {
        for (auto const& row : rows) {
            if (auto const in_time = records::check_restorable(*row.deleted_at, now); !in_time)
                return fail(in_time.error());
        }
    }
    records::BulkOutcome outcome;
    for (auto const& row : rows) outcome.changed.push_back(row.id.uuid());
    if (rows.empty()) return outcome;
    move(call.db, scope, rows, now, into_bin);
    records::note_bulk(call, services, bulk.action, outcome, bulk_words, scope.id());
    return outcome;
}

void empty_bin(db::Database& database, Instant now) {
    // Few at once: each may have 990 items.
    records::empty_bin(database, now, 200, [](db::Transaction& transaction, Instant before, std::int64_t limit) {
        return budgets::empty_bin(transaction, before, limit);
    });
}

} // namespace balcao::budgets
