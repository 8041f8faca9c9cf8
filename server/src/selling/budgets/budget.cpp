#include "selling/budgets/budget.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/reference/tables.hpp"
#include "selling/budgets/invoicing.hpp"

namespace balcao::budgets {

namespace {

constexpr std::int64_t most_quantity = 999'999'999'999'999; // 11 digits and 4 places, as qCom of the NF-e layout
constexpr std::int64_t most_days = 3650;

std::string without_punctuation(std::string_view typed) {
    std::string text;
    std::ranges::copy_if(typed, std::back_inserter(text),
                         [](char c) { return !std::string_view(" .-/()+").contains(c); });
    return text;
}

std::optional<std::string> date_problem(std::string_view text) {
    if (is_date(text)) return std::nullopt;
    return "Esta data não existe. Digite dia, mês e ano.";
}

std::optional<std::string> telefone_problem(std::string_view text) {
    if (is_digits(text) && text.size() >= 6 && text.size() <= 14) return std::nullopt;
    return "Digite o telefone com DDD, só números. Exemplo: (19) 3232-1010.";
}

std::optional<std::string> cfop_problem(std::string_view text) {
    if (reference::find_cfop(text) != nullptr) return std::nullopt;
    return "Este CFOP não existe. Escolha um da lista.";
}

constexpr Field head[]{
    field<&Budget::id>("id", {.read_only = true}),
    field<&Budget::numero_pedido>("numero_pedido", {.read_only = true}),
    field<&Budget::data_orcamento>("data_orcamento", {.required = true, .check = date_problem}),
    field<&Budget::data_venda>("data_venda", {.check = date_problem}),
    field<&Budget::cliente_id>("cliente_id", {.required = true}),
    field<&Budget::nome_cliente>("nome_cliente", {.read_only = true}),
    field<&Budget::funcionario_id>("funcionario_id"),
    field<&Budget::vendedor>("vendedor", {.max = 120}),
    field<&Budget::tipo>("tipo", {.one_of = "Orçamento|Pedido"}),
    field<&Budget::forma_pagamento>("forma_pagamento", {.max = 60}),
    field<&Budget::condicao_pagamento>("condicao_pagamento", {.max = 120}),
    field<&Budget::numero_parcelas>("numero_parcelas", {.at_least = 1, .at_most = most_installments}),
    field<&Budget::prazo_entrega>("prazo_entrega", {.at_least = 0, .at_most = most_days}),
    field<&Budget::validade>("validade", {.at_least = 0, .at_most = most_days}),
    field<&Budget::valido_ate>("valido_ate", {.read_only = true}),
    field<&Budget::solicitante>("solicitante", {.max = 60}),
    field<&Budget::telefone>("telefone", {.normalize = without_punctuation, .check = telefone_problem}),
    field<&Budget::obra>("obra", {.max = 120}),
    field<&Budget::debito_credito>("debito_credito", {.one_of = "D|C"}),
    field<&Budget::faturado>("faturado"),
    field<&Budget::numero_nfe>("numero_nfe", {.max = 20}),
    field<&Budget::total_venda>("total_venda", {.at_least = 0, .at_most = most_money.raw()}),
    field<&Budget::total_fatura>("total_fatura", {.read_only = true}),
    field<&Budget::desconto>("desconto", {.at_least = 0, .at_most = most_money.raw()}),
    field<&Budget::acrescimo>("acrescimo", {.at_least = 0, .at_most = most_money.raw()}),
    field<&Budget::cfop>("cfop", {.normalize = without_punctuation, .check = cfop_problem}),
    field<&Budget::natureza>("natureza", {.max = 60}),
    field<&Budget::codigo_antigo>("codigo_antigo", {.max = 60}),
    field<&Budget::endereco_entrega>("endereco_entrega", {.max = 200}),
    field<&Budget::endereco_entrega_completo>("endereco_entrega_completo", {.read_only = true}),
    field<&Budget::historico>("historico", {.max = 5000, .multiline = true}),
    field<&Budget::observacao>("observacao", {.max = 5000, .multiline = true}),
    field<&Budget::cnpj_empresa>("cnpj_empresa", {.read_only = true}),
    field<&Budget::created_at>("created_at", {.read_only = true}),
    field<&Budget::updated_at>("updated_at", {.read_only = true}),
    field<&Budget::deleted_at>("deleted_at", {.read_only = true}),
};

// The columns first: item_columns() is this table's beginning.
constexpr Field item[]{
    field<&BudgetItem::id>("id", {.read_only = true}),
    field<&BudgetItem::composicao_id>("composicao_id", {.required = true}),
    field<&BudgetItem::descricao>("descricao", {.max = 120}),
    field<&BudgetItem::unidade>("unidade", {.max = 6}),
    field<&BudgetItem::quantidade>("quantidade", {.required = true, .at_least = 1, .at_most = most_quantity}),
    field<&BudgetItem::valor_venda>("valor_venda", {.at_least = 0, .at_most = most_quantity}),
    field<&BudgetItem::desconto>("desconto", {.at_least = 0, .at_most = most_money.raw()}),
    field<&BudgetItem::total>("total", {.read_only = true}),
    field<&BudgetItem::rateio_desconto>("rateio_desconto", {.read_only = true}),
    field<&BudgetItem::rateio_acrescimo>("rateio_acrescimo", {.read_only = true}),
    field<&BudgetItem::faturada>("faturada", {.read_only = true}),
    field<&BudgetItem::entregue>("entregue", {.read_only = true}),
    field<&BudgetItem::prod_cProd>("prod_cProd", {.read_only = true}),
};
constexpr std::size_t typed_item_column_count = 7; // the id included
constexpr std::size_t item_column_count = 12;

constexpr Field installment[]{
    field<&Installment::vencimento>("vencimento", {.required = true, .check = date_problem}),
    field<&Installment::valor>("valor", {.required = true, .at_least = 0, .at_most = most_money.raw()}),
};

constexpr Field summary[]{
    field<&BudgetSummary::id>("id"),
    field<&BudgetSummary::numero_pedido>("numero_pedido"),
    field<&BudgetSummary::data_orcamento>("data_orcamento"),
    field<&BudgetSummary::data_venda>("data_venda"),
    field<&BudgetSummary::cliente_id>("cliente_id"),
    field<&BudgetSummary::nome_cliente>("nome_cliente"),
    field<&BudgetSummary::vendedor>("vendedor"),
    field<&BudgetSummary::tipo>("tipo"),
    field<&BudgetSummary::faturado>("faturado"),
    field<&BudgetSummary::numero_nfe>("numero_nfe"),
    field<&BudgetSummary::obra>("obra"),
    field<&BudgetSummary::total_fatura>("total_fatura"),
    field<&BudgetSummary::valido_ate>("valido_ate"),
    field<&BudgetSummary::updated_at>("updated_at"),
    field<&BudgetSummary::deleted_at>("deleted_at"),
};

template <class Part>
std::vector<Part> read_parts(boost::json::object& json, std::string_view name, Fields fields, std::size_t most,
                             std::vector<FieldProblem>& problems) {
    std::vector<Part> parts;
    auto const* const value = json.if_contains(name);
    if (value == nullptr || value->is_null()) return parts;
    if (!value->is_array()) {
        problems.push_back({std::string(name), "Este valor veio em formato inesperado. Digite de novo."});
        return parts;
    }
    if (value->get_array().size() > most) {
        problems.push_back({std::string(name), fmt::format("O máximo é {}.", most)});
        return parts;
    }
    for (std::size_t i = 0; i < value->get_array().size(); ++i) {
        auto const& entry = value->get_array()[i];
        auto const path = fmt::format("{}.{}", name, i);
        if (!entry.is_object()) {
            problems.push_back({path, "Este valor veio em formato inesperado. Digite de novo."});
            continue;
        }
        std::vector<FieldProblem> found;
        parts.push_back(read_entity<Part>(fields, entry.get_object(), found));
        for (auto& problem : found) problems.push_back({path + '.' + problem.field, std::move(problem.message)});
    }
    return parts;
}

template <class Part>
std::string parts_json(Fields fields, std::vector<Part> const& parts) {
    std::string out = "[";
    for (auto const& part : parts) {
        if (out.size() > 1) out += ',';
        append_json(out, fields, part);
    }
    return out += ']';
}

std::string items_json(Budget const& budget) { return parts_json(item, budget.itens); }
std::string invoicing_json(Budget const& budget) {
    std::string receipts;
    for (auto const& receipt : budget.notas) {
        json::ObjectWriter writer;
        writer.text("nfce_id", receipt.nfce_id.to_string());
        writer.integer("serie", receipt.serie);
        writer.integer("numero", receipt.numero);
        receipts += (receipts.empty() ? "" : ",") + writer.take();
    }
    json::ObjectWriter writer;
    writer.text("percentual", invoiced_percent(budget).to_string());
    writer.raw("notas", "[" + receipts + "]");
    return writer.take();
}

std::string installments_json(Budget const& budget) { return parts_json(installment, budget.parcelas); }

// What an item says about the order, without the ids that every save gives anew and what is computed.
std::string items_text(Budget const& budget) {
    return parts_json(item_columns().first(typed_item_column_count).subspan(1), budget.itens);
}

void append_member(std::string& object, std::string_view name, std::string_view json) {
    object.pop_back();
    if (object.size() > 1) object += ',';
    json::append_string(object, name);
    object.append(1, ':').append(json).append(1, '}');
}

} // namespace

Fields budget_fields() { return head; }
Fields item_fields() { return item; }
Fields item_columns() { return Fields(item).first(item_column_count); }
Fields summary_fields() { return summary; }

Budget read_budget(boost::json::object json, std::vector<FieldProblem>& problems) {
    auto items = read_parts<BudgetItem>(json, "itens", item, most_items, problems);
    auto installments = read_parts<Installment>(json, "parcelas", installment, most_installments, problems);
    json.erase("itens");
    json.erase("parcelas");
    json.erase("faturamento"); // read-only
    auto budget = read_entity<Budget>(head, json, problems);
    budget.itens = std::move(items);
    budget.parcelas = std::move(installments);

    auto const* const count = json.if_contains("numero_parcelas");
    auto const is_counted = count != nullptr && !count->is_null();
    auto const listed = static_cast<std::int64_t>(budget.parcelas.size());
    if (listed > 0 && is_counted && listed != budget.numero_parcelas) {
        problems.push_back(
            {"numero_parcelas", fmt::format("A lista tem {}. Ajuste o número de parcelas ou a lista.", listed)});
    }
    if (listed > 0) budget.numero_parcelas = listed;
    return budget;
}

std::string to_json(Budget const& budget) {
    auto out = balcao::to_json(head, budget);
    append_member(out, "itens", items_json(budget));
    append_member(out, "parcelas", installments_json(budget));
    append_member(out, "faturamento", invoicing_json(budget));
    return out;
}

std::string changes_json(Budget const& before, Budget const& after) {
    auto out = balcao::changes_json(head, before, after);
    if (items_text(before) != items_text(after))
        append_member(out, "itens", fmt::format("[{},{}]", items_text(before), items_text(after)));
    auto const was = installments_json(before);
    auto const is = installments_json(after);
    if (was != is) append_member(out, "parcelas", fmt::format("[{},{}]", was, is));
    return out;
}

void compute(Budget& budget, std::vector<FieldProblem>& problems) {
    auto const problems_before = problems.size();
    std::vector<ItemAmounts> amounts;
    for (auto const& entry : budget.itens) {
        amounts.push_back({.quantidade = entry.quantidade,
                           .valor_venda = entry.valor_venda.value_or(Price{}),
                           .desconto = entry.desconto});
    }
    auto const totals = compute_totals(
        amounts, {.total_venda = budget.total_venda, .desconto = budget.desconto, .acrescimo = budget.acrescimo},
        problems);
    if (problems.size() > problems_before) return;

    budget.total_venda = totals.total_venda;
    budget.total_fatura = totals.total_fatura;
    for (std::size_t i = 0; i < budget.itens.size(); ++i) {
        auto& entry = budget.itens[i];
        entry.total = totals.items[i].total;
        entry.rateio_desconto = totals.items[i].rateio_desconto;
        entry.rateio_acrescimo = totals.items[i].rateio_acrescimo;
    }
}

void settle_validity(Budget& budget) {
    budget.valido_ate.reset();
    if (budget.tipo == quote && budget.validade) budget.valido_ate = add_days(budget.data_orcamento, *budget.validade);
}

void settle_installments(Budget& budget, std::vector<FieldProblem>& problems) {
    if (budget.parcelas.empty()) budget.parcelas = equal_installments(budget);
    else check_installments(budget.parcelas, budget.total_fatura, problems);
}

std::vector<Installment> equal_installments(Budget const& budget) {
    return make_installments(budget.total_fatura, budget.numero_parcelas,
                             budget.data_venda.value_or(budget.data_orcamento));
}

bool has_same_items(Budget const& before, Budget const& after) {
    auto const typed = [](BudgetItem const& item) {
        return std::tie(item.composicao_id, item.descricao, item.unidade, item.quantidade, item.valor_venda,
                        item.desconto);
    };
    return std::ranges::equal(before.itens, after.itens, {}, typed, typed);
}

bool has_same_installments(Budget const& before, Budget const& after) {
    auto const due = [](Installment const& installment) { return std::tie(installment.vencimento, installment.valor); };
    return std::ranges::equal(before.parcelas, after.parcelas, {}, due, due);
}

} // namespace balcao::budgets
