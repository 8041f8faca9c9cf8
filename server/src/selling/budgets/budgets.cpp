#include "selling/budgets/budgets.hpp"

#include <utility>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "platform/records/life.hpp"
#include "registry/companies/companies.hpp"
#include "registry/people/people.hpp"
#include "selling/budgets/budget_completion.hpp"
#include "selling/budgets/delivering.hpp"
#include "selling/budgets/invoicing.hpp"

namespace balcao::budgets {

static_assert(records::RecordKind<Budgets>);

namespace {

// Of which receipts were made, or goods were delivered.
bool is_fixed(Budget const& budget) { return is_invoiced(budget) || is_delivered(budget); }

// What receipts and deliveries were made of stays as it is; what follows from receipts is theirs to say.
Result<void> keep_fixed(Budget const& before, Budget& budget) {
    constexpr std::string_view invoiced =
        "Este pedido já tem notas, e isto não muda mais. Cancele as notas, ou faça outro pedido com o que falta.";
    constexpr std::string_view delivered =
        "Este pedido já tem entregas, e isto não muda mais. Desfaça as entregas, ou faça outro pedido com o que falta.";
    auto const fixed = is_invoiced(before) ? invoiced : delivered;
    std::vector<FieldProblem> problems;
    if (!has_same_items(before, budget)) problems.push_back({"itens", std::string(fixed)});
    if (before.desconto != budget.desconto) problems.push_back({"desconto", std::string(fixed)});
    if (before.acrescimo != budget.acrescimo) problems.push_back({"acrescimo", std::string(fixed)});
    if (before.tipo != budget.tipo) problems.push_back({"tipo", std::string(fixed)});
    if (!problems.empty()) return invalid(std::move(problems));
    if (!is_invoiced(before)) return {};
    budget.faturado = before.faturado;
    budget.numero_nfe = before.numero_nfe;
    return {};
}

} // namespace

std::string Budgets::name_of(Budget const& budget) const {
    return fmt::format("{} nº {}", budget.tipo == order ? "o pedido" : "o orçamento", grouped(budget.numero_pedido));
}

std::string Budgets::with_article(Budget const& budget) const {
    return budget.tipo == order ? "este pedido" : "este orçamento";
}

Result<Budget> Budgets::complete(auth::Write const& write, Instant now, TypedBudget typed, Budget const* before) const {
    auto const company = companies::find(write.db, scope_);
    if (!company) return not_found();
    auto budget = BALCAO_TRY(budgets::complete(write, scope_, now, company->company, std::move(typed), before));
    budget.numero_pedido = before != nullptr ? before->numero_pedido : take_number(write.db);
    if (before == nullptr) return budget;
    if (is_fixed(*before)) BALCAO_TRY(keep_fixed(*before, budget));
    if (has_same_items(*before, budget)) {
        for (std::size_t i = 0; i < budget.itens.size(); ++i) {
            budget.itens[i].id = before->itens[i].id;
            budget.itens[i].faturada = before->itens[i].faturada;
            budget.itens[i].entregue = before->itens[i].entregue;
        }
    }
    budget.notas = before->notas;
    return budget;
}

Result<StoredBudget> duplicate(Budgets const& budgets, auth::Write const& write, records::Services const& services,
                               BudgetId id) {
    auto const company = companies::find(write.db, budgets.scope());
    auto source = budgets.find(write.db, id);
    if (!company || !source) return not_found();
    auto budget = std::move(source->record);
    auto const what = fmt::format("Duplicou {} como", budgets.name_of(budget));
    reset_for_copy(budget, company->company, services.clock.now());
    auto const client = budget.cliente_id ? people::People{}.find(write.db, *budget.cliente_id) : std::nullopt;
    if (client) take_client(budget, client->record);
    budget.numero_pedido = budgets.take_number(write.db);
    return records::insert_new(budgets, write, services, std::move(budget), what);
}

} // namespace balcao::budgets
