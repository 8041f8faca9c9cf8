// Sales of orders (Faturar): a draft of what an order still has to be invoiced.

#include <span>
#include <utility>

#include <fmt/format.h>

#include "nfce/text.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "platform/secrets/secrets.hpp"
#include "registry/companies/companies.hpp"
#include "registry/people/people.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/budgets/invoicing.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

using auth::Answer;
using budgets::Budget;
using budgets::BudgetId;
using sales::VendaId;

constexpr std::size_t longest_note = 2000; // infCpl, as far as a sale's observacao goes

// Who bought, unless the record is gone: then nobody is identified.
std::optional<PersonId> client_of(db::Connection& connection, Budget const& order) {
    if (!order.cliente_id) return std::nullopt;
    auto const client = people::People{}.find(connection, *order.cliente_id);
    return client && !client->record.deleted_at ? order.cliente_id : std::nullopt;
}

// The order's instalments that are still to come, when all of it is invoiced at once.
sales::NfeDetails bill_of(Budget const& order, std::string_view today) {
    sales::NfeDetails details;
    if (budgets::is_invoiced(order)) return details;
    for (auto const& due : order.parcelas)
        if (due.vencimento > today) details.duplicatas.push_back(due);
    return details;
}

Result<sales::TypedSale> draft_of(db::Connection& connection, Budget const& order, VendaId id, std::string_view today) {
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
    sale.nfe = bill_of(order, today);
    return typed;
}

struct AskedSale {
    VendaId id;
};
constexpr Field asked_sale_fields[]{field<&AskedSale::id>("id", {.required = true})};

Answer begin_sale(auth::WriteCall& call, auth::CompanyScope const& scope, SaleRules const& rules,
                  records::Services const& services) {
    auto const order_id = BALCAO_TRY(records::id_in_path<BudgetId>(call.request, "bid"));
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    auto const asked = read_entity<AskedSale>(asked_sale_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const order = budgets::Budgets(scope).find(call.db, order_id);
    if (!order) return not_found();
    if (auto known = sales::find(call.db, scope, asked.id)) {
        if (known->sale.orcamento_id != order_id) return fail(sales::changed_meanwhile(call.db, known->sale));
        IssuedSale const now{.sale = std::move(known->sale), .nota = find_nota_of(call.db, scope, asked.id)};
        return records::answer(200, to_json(now), now.sale.version);
    }
    auto const company = companies::find(call.db, scope);
    if (!company) return not_found();
    auto const today = local_date(services.clock.now(), company->company.fuso_horario);
    auto typed = BALCAO_TRY(draft_of(call.db, order->record, asked.id, today));
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

void add_order_sale_route(auth::Gate& gate, SaleRules const& rules, records::Services services) {
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/budgets/{bid}/sale",
                .who = auth::Who::operador,
                .at_counter = true},
               [&rules, services](auth::WriteCall& call, auth::CompanyScope const& scope) {
                   return begin_sale(call, scope, rules, services);
               });
}

} // namespace balcao::receipts
