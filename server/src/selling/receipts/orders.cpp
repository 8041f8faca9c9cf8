#include "selling/receipts/orders.hpp"

#include <map>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fiscal/sefaz_calls/situation.hpp"
#include "nfce/text.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "platform/secrets/secrets.hpp"
#include "registry/people/people.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/budgets/invoicing.hpp"
#include "selling/cash/cash.hpp"
#include "selling/receipts/issue.hpp"
#include "selling/receipts/receipts_store.hpp"
#include "selling/sales/sales.hpp"
#include "selling/store_credits/store_credits.hpp"

namespace balcao::receipts {

namespace {

using auth::Answer;
using budgets::Budget;
using budgets::BudgetId;
using sales::VendaId;

constexpr std::size_t longest_note = 2000; // infCpl, as far as a sale's observacao goes

// Nullopt: a sale that leaves orders alone.
std::optional<BudgetId> order_of(sales::Sale const& sale) {
    return sale.ambiente == sefaz_calls::simulador ? std::nullopt : sale.orcamento_id;
}

std::vector<budgets::Invoiced> invoiced_by(sales::Sale const& sale) {
    std::vector<budgets::Invoiced> parts;
    for (std::size_t i = 0; i < sale.itens.size(); ++i) {
        auto const& item = sale.itens[i];
        if (item.orcamento_item_id)
            parts.push_back({.item = *item.orcamento_item_id, .quantidade = item.quantidade, .line = i});
    }
    return parts;
}

// Who bought, unless the record is gone: then nobody is identified.
std::optional<PersonId> client_of(db::Connection& connection, Budget const& order) {
    if (!order.cliente_id) return std::nullopt;
    auto const client = people::People{}.find(connection, *order.cliente_id);
    return client && !client->record.deleted_at ? order.cliente_id : std::nullopt;
}

Result<sales::TypedSale> draft_of(db::Connection& connection, Budget const& order, VendaId id) {
    BALCAO_TRY(budgets::check_invoiceable(order));
    sales::TypedSale typed;
    auto& sale = typed.sale;
    sale.id = id;
    sale.orcamento_id = order.id;
    sale.cliente_id = client_of(connection, order);
    auto note = fmt::format("Pedido nº {}", grouped(order.numero_pedido));
    if (order.endereco_entrega) note += ". Entrega: " + *order.endereco_entrega;
    sale.observacao = nfce::normalise_text(note, longest_note).text;
    for (auto const& item : order.itens) {
        auto const left = budgets::remainder_of(item);
        if (left.quantidade.is_zero()) continue;
        auto& sold = sale.itens.emplace_back();
        sold.produto_id = item.composicao_id;
        sold.orcamento_item_id = item.id;
        sold.quantidade = left.quantidade;
        sold.valor = sold.preco_lido = left.valor;
        sold.desconto = left.desconto;
        typed.total_visto += rounded_product<2>(Rounding::half_up, 1, left.quantidade, left.valor) - left.desconto;
    }
    if (sale.itens.empty()) return invalid("Este pedido já foi todo faturado.");
    return typed;
}

struct Asked {
    VendaId id;
};
constexpr Field asked_fields[]{field<&Asked::id>("id", {.required = true})};

Answer begin_sale(auth::WriteCall& call, auth::CompanyScope const& scope, SaleRules const& rules,
                  records::Services const& services) {
    auto const order_id = BALCAO_TRY(records::id_in_path<BudgetId>(call.request, "bid"));
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    auto const asked = read_entity<Asked>(asked_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const order = budgets::Budgets(scope).find(call.db, order_id);
    if (!order) return not_found();
    if (auto known = sales::find(call.db, scope, asked.id)) {
        if (known->sale.orcamento_id != order_id) return fail(sales::changed_meanwhile(call.db, known->sale));
        IssuedSale const now{.sale = std::move(known->sale), .nota = find_nota_of(call.db, scope, asked.id)};
        return records::answer(200, to_json(now), now.sale.version);
    }
    auto typed = BALCAO_TRY(draft_of(call.db, order->record, asked.id));
    auto ready = BALCAO_TRY(judge_sale(call.db, scope, call.actor, std::move(typed), rules, services.clock.now()));
    auto const sha256 = secrets::sha256(std::as_bytes(std::span(call.request.body)));
    try {
        sales::insert(call.db, scope, ready.sale, sha256);
    } catch (db::UniqueViolation const& error) {
        if (error.constraint() != "venda_pkey") throw;
        throw db::Conflict("the same sale was begun twice at once");
    }
    services.events.publish(call.db, {.topic = "sales",
                                      .company = scope.id(),
                                      .entity = ready.sale.id.uuid(),
                                      .version = ready.sale.version,
                                      .made_by = call.actor.user});
    IssuedSale const begun{.sale = std::move(ready.sale)};
    return records::answer(201, to_json(begun), begun.sale.version);
}

} // namespace

Result<void> take_from_order(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale) {
    auto const order = order_of(sale);
    if (!order) return {};
    return budgets::take(transaction, scope, *order, invoiced_by(sale));
}

void settle_order(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                  VendaId sale) {
    auto const order = sales::order_of(transaction, scope, sale);
    if (order) budgets::settle_invoicing(transaction, scope, services, *order);
}

void undo_sale(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
               VendaId id) {
    if (!sales::undo(transaction, scope, id, services.clock.now())) return;
    services.events.publish(transaction, {.topic = "sales", .company = scope.id(), .entity = id.uuid()});
    auto const sale = sales::find(transaction, scope, id).value().sale;
    auto const order = order_of(sale);
    if (order) budgets::give_back(transaction, scope, *order, invoiced_by(sale));
    store_credits::give_back(transaction, scope, services, id);
    cash::give_back(transaction, scope, sale, services.clock.now());
    if (sale.sessao_id) services.events.publish(transaction, {.topic = "cash", .company = scope.id()});
    if (!order) return;
    auto const nota = find_nota_of(transaction, scope, id);
    budgets::settle_invoicing(transaction, scope, services, *order,
                              nota.transform([](Nota const& one) { return one.numero; }));
}

void add_order_sale_route(auth::Gate& gate, SaleRules const& rules, records::Services services) {
    gate.route(
        {.method = http::Method::post, .pattern = "/api/companies/{id}/budgets/{bid}/sale", .who = auth::Who::operador},
        [&rules, services](auth::WriteCall& call, auth::CompanyScope const& scope) {
            return begin_sale(call, scope, rules, services);
        });
}

} // namespace balcao::receipts
