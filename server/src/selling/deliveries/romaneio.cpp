#include <algorithm>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "registry/people/people.hpp"
#include "selling/budgets/budget_document.hpp"
#include "selling/deliveries/deliveries.hpp"

namespace balcao::deliveries {

std::string draw_romaneio(db::Connection& connection, auth::CompanyScope const& scope, budgets::Budget const& order,
                          Delivery const& delivery, Instant now) {
    auto const company = companies::find(connection, scope).value().company;
    auto const client = order.cliente_id ? people::People{}.find(connection, *order.cliente_id) : std::nullopt;
    auto document = budgets::make_document(order, company, client ? &client->record : nullptr, now);
    document.logo = companies::find_documents_logo(connection, company).value_or("");
    document.title = fmt::format("ROMANEIO Nº {}/{}", grouped(order.numero_pedido), delivery.ordem);
    document.dates = {{"Saída", local_date_time_text(delivery.created_at, company.fuso_horario)},
                      {"Pedido", grouped(order.numero_pedido)}};
    std::erase_if(document.delivery, [](budgets::Labelled const& pair) { return pair.label == "Entrega"; });
    auto const add = [&](std::string_view label, std::optional<std::string> const& value) {
        if (value) document.delivery.push_back({std::string(label), *value});
    };
    add("Entrega", delivery.endereco);
    add("Motorista", delivery.motorista);
    add("Placa", delivery.placa);
    document.has_amounts = false;
    document.items.clear();
    for (auto const& part : delivery.itens) {
        auto const item = std::ranges::find(order.itens, part.item, &budgets::BudgetItem::id);
        if (item == order.itens.end()) throw db::Error("deliveries: a delivered item is not in its order any more");
        document.items.push_back({.code = item->prod_cProd,
                                  .description = item->descricao,
                                  .unit = item->unidade.value_or(""),
                                  .quantity = decimal_text(part.quantidade, 0),
                                  .price = {},
                                  .discount = {},
                                  .total = {}});
    }
    document.notes = delivery.observacao.value_or("");
    document.signatures = {"Recebi a mercadoria conferida (nome, documento, data)", "Motorista"};
    return budgets::draw_pdf(document);
}

} // namespace balcao::deliveries
