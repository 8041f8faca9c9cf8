#include "selling/budgets/budget_completion.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "platform/reference/municipalities.hpp"
#include "selling/budgets/budgets_store.hpp"

namespace balcao::budgets {

namespace {

using Problems = std::vector<FieldProblem>;

std::string address_of(people::Person const& person) {
    std::string line;
    auto const add = [&](std::string_view part, std::string_view separator = ", ") {
        if (part.empty()) return;
        if (!line.empty()) line += separator;
        line += part;
    };
    add(person.logradouro.value_or(""));
    add(person.numero.value_or(""));
    add(person.complemento.value_or(""));
    add(person.bairro.value_or(""));
    auto const* const municipality = person.municipio ? reference::find_municipality(*person.municipio) : nullptr;
    if (municipality != nullptr) add(fmt::format("{}/{}", municipality->nome, municipality->uf));
    else add(person.uf.value_or(""));
    if (person.cep) add("CEP " + cep_text(*person.cep));
    return line;
}

void complete_client(db::Transaction& transaction, Budget& budget, Budget const* before, Problems& problems) {
    if (!budget.cliente_id) return; // told already
    auto const found = people::People{}.find(transaction, *budget.cliente_id);
    auto const is_kept = before != nullptr && before->cliente_id == budget.cliente_id;
    if (!found || (found->record.deleted_at && !is_kept)) {
        problems.push_back({"cliente_id", "Este cliente não existe mais. Escolha outro."});
        return;
    }
    if (!is_kept) people::People{}.hold(transaction, *budget.cliente_id);
    take_client(budget, found->record);
}

void complete_seller(auth::Write const& write, auth::CompanyScope const& scope, Budget& budget, Budget const* before,
                     Problems& problems) {
    if (!budget.funcionario_id) budget.funcionario_id = before != nullptr ? before->funcionario_id : write.actor.user;
    if (!budget.funcionario_id) return;
    auto const is_kept = before != nullptr && before->funcionario_id == budget.funcionario_id;
    if (is_kept && (budget.vendedor || before->vendedor)) {
        if (!budget.vendedor) budget.vendedor = before->vendedor;
        return;
    }
    auto const name = *budget.funcionario_id == write.actor.user ? std::optional(write.actor.full_name)
                                                                 : find_seller(write.db, scope, *budget.funcionario_id);
    if (!name && !is_kept)
        problems.push_back({"funcionario_id", "Esta pessoa não tem acesso a esta empresa. Escolha outro vendedor."});
    if (!budget.vendedor && name) budget.vendedor = name;
}

void complete_items(db::Transaction& transaction, auth::CompanyScope const& scope, Budget& budget, Budget const* before,
                    Problems& problems) {
    std::set<Uuid> kept;
    if (before != nullptr)
        for (auto const& item : before->itens) kept.insert(item.composicao_id.uuid());
    std::set<Uuid> asked;
    for (auto const& item : budget.itens) asked.insert(item.composicao_id.uuid());
    auto const products = find_products(transaction, scope, std::vector(asked.begin(), asked.end()));
    std::vector<Uuid> added;
    std::ranges::set_difference(asked, kept, std::back_inserter(added));
    hold_products(transaction, scope, added);

    for (std::size_t i = 0; i < budget.itens.size(); ++i) {
        auto& item = budget.itens[i];
        auto const id = item.composicao_id.uuid();
        if (id == Uuid{}) continue; // told already
        auto const found = products.find(id);
        auto const field = fmt::format("itens.{}.composicao_id", i);
        if (found == products.end() || (found->second.in_bin && !kept.contains(id))) {
            problems.push_back({field, "Este produto não existe mais. Retire o item ou escolha outro."});
            continue;
        }
        auto const& product = found->second;
        if (!product.active && !kept.contains(id)) {
            problems.push_back({field, "Este produto está inativo. Ative o produto, retire o item ou escolha outro."});
            continue;
        }
        item.id = BudgetItemId::make();
        item.prod_cProd = product.prod_cProd;
        if (item.descricao.empty()) item.descricao = product.prod_xProd;
        if (!item.unidade) item.unidade = product.prod_uCOM;
        if (!item.valor_venda) item.valor_venda = product.prod_vUnCOM.value_or(Price{});
    }
}

} // namespace

void take_client(Budget& budget, people::Person const& client) {
    budget.nome_cliente = client.razao_social;
    budget.documento_cliente = client.cpf_cnpj;
    budget.endereco_entrega_completo = budget.endereco_entrega;
    if (budget.endereco_entrega) return;
    if (auto address = address_of(client); !address.empty()) budget.endereco_entrega_completo = std::move(address);
}

Result<Budget> complete(auth::Write const& write, auth::CompanyScope const& scope, Instant now,
                        companies::Company const& company, TypedBudget typed, Budget const* before) {
    auto& [budget, problems] = typed;
    complete_client(write.db, budget, before, problems);
    complete_seller(write, scope, budget, before, problems);
    complete_items(write.db, scope, budget, before, problems);
    if (problems.empty()) compute(budget, problems);

    if (budget.tipo == order && !budget.data_venda) {
        if (before != nullptr && before->tipo == order) budget.data_venda = before->data_venda;
        if (!budget.data_venda) budget.data_venda = local_date(now, company.fuso_horario);
    }
    if (problems.empty()) settle_installments(budget, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    settle_validity(budget);
    budget.cnpj_empresa = company.cnpj;
    return std::move(budget);
}

void reset_for_copy(Budget& budget, companies::Company const& company, Instant now) {
    budget.tipo = quote;
    budget.data_orcamento = local_date(now, company.fuso_horario);
    budget.data_venda.reset();
    budget.faturado = false;
    budget.numero_nfe.reset();
    budget.deleted_at.reset();
    budget.cnpj_empresa = company.cnpj;
    for (auto& item : budget.itens) {
        item.id = BudgetItemId::make();
        item.faturada = {};
        item.entregue = {};
    }
    budget.notas.clear();
    budget.parcelas = equal_installments(budget);
    settle_validity(budget);
}

} // namespace balcao::budgets
