#include <algorithm>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "registry/people/people.hpp"
#include "selling/budgets/budget_document.hpp"
#include "selling/deliveries/deliveries.hpp"

namespace balcao::deliveries {

namespace {

constexpr std::string_view received = "Recebi a mercadoria conferida (nome, documento, data)";

// What is on the truck.
struct Load {
    struct Line {
        budgets::BudgetItem const& item;
        budgets::Quantity quantidade;
        std::optional<products::Weight> peso;
    };
    std::vector<Line> lines;
    products::Weight peso; // of those that have one
    std::size_t weighed = 0;
};

Load load_of(db::Connection& connection, auth::CompanyScope const& scope, budgets::Budget const& order,
             Delivery const& delivery) {
    auto const weights = find_unit_weights(connection, scope, order.id);
    Load load;
    for (auto const& part : delivery.itens) {
        auto const item = std::ranges::find(order.itens, part.item, &budgets::BudgetItem::id);
        if (item == order.itens.end()) throw db::Error("deliveries: a delivered item is not in its order any more");
        auto const one = weights.find(item->id);
        auto const peso = one == weights.end() ? std::nullopt : products::weight_of(part.quantidade, one->second);
        if (peso) {
            load.peso += *peso;
            ++load.weighed;
        }
        load.lines.push_back({.item = *item, .quantidade = part.quantidade, .peso = peso});
    }
    return load;
}

std::string weight_text(products::Weight weight) { return decimal_text(weight, 0) + " kg"; }

// Nothing when no product has a weight.
std::optional<std::string> weight_text(Load const& load) {
    if (load.weighed == 0) return std::nullopt;
    auto text = weight_text(load.peso);
    auto const unknown = load.lines.size() - load.weighed;
    if (unknown != 0) text += fmt::format(", sem contar {} {} sem peso", unknown, unknown == 1 ? "item" : "itens");
    return text;
}

std::string title_of(budgets::Budget const& order, Delivery const& delivery) {
    return fmt::format("ROMANEIO Nº {}/{}", grouped(order.numero_pedido), delivery.ordem);
}

} // namespace

std::string draw_romaneio(db::Connection& connection, auth::CompanyScope const& scope, budgets::Budget const& order,
                          Delivery const& delivery, Instant now) {
    auto const company = companies::find(connection, scope).value().company;
    auto const client = order.cliente_id ? people::People{}.find(connection, *order.cliente_id) : std::nullopt;
    auto const load = load_of(connection, scope, order, delivery);
    auto document = budgets::make_document(order, company, client ? &client->record : nullptr, now);
    document.logo = companies::find_documents_logo(connection, company).value_or("");
    document.title = title_of(order, delivery);
    document.dates = {{"Saída", local_date_time_text(delivery.created_at, company.fuso_horario)},
                      {"Pedido", grouped(order.numero_pedido)}};
    std::erase_if(document.delivery, [](budgets::Labelled const& pair) { return pair.label == "Entrega"; });
    auto const add = [&](std::string_view label, std::optional<std::string> const& value) {
        if (value) document.delivery.push_back({std::string(label), *value});
    };
    add("Entrega", delivery.endereco);
    add("Motorista", delivery.motorista);
    add("Placa", delivery.placa);
    add("Peso", weight_text(load));
    document.has_amounts = false;
    document.has_weights = load.weighed != 0;
    document.items.clear();
    for (auto const& line : load.lines) {
        document.items.push_back({.code = line.item.prod_cProd,
                                  .description = line.item.descricao,
                                  .unit = line.item.unidade.value_or(""),
                                  .quantity = decimal_text(line.quantidade, 0),
                                  .weight = line.peso ? decimal_text(*line.peso, 0) : std::string{},
                                  .price = {},
                                  .discount = {},
                                  .total = {}});
    }
    document.notes = delivery.observacao.value_or("");
    document.signatures = {std::string(received), "Motorista"};
    return budgets::draw_pdf(document);
}

nfce::Slip romaneio_slip(db::Connection& connection, auth::CompanyScope const& scope, budgets::Budget const& order,
                         Delivery const& delivery) {
    auto const company = companies::find(connection, scope).value().company;
    auto const load = load_of(connection, scope, order, delivery);
    nfce::Slip slip{.title = title_of(order, delivery),
                    .amount = {},
                    .details = fmt::format("{} · {}", company.nome_fantasia.value_or(company.razao_social),
                                           local_date_time_text(delivery.created_at, company.fuso_horario)),
                    .lines = {},
                    .signatures = {std::string(received)}};
    auto const add = [&](std::string_view label, std::optional<std::string> const& value) {
        if (value && !value->empty()) slip.lines.push_back({.left = fmt::format("{}: {}", label, *value), .right = {}});
    };
    add("Cliente", order.nome_cliente);
    add("Obra", order.obra);
    add("Entrega", delivery.endereco);
    if (order.telefone) add("Telefone", phone_text(*order.telefone));
    add("Motorista", delivery.motorista);
    add("Placa", delivery.placa);
    add("Observação", delivery.observacao);
    for (auto const& line : load.lines) {
        auto quantity = decimal_text(line.quantidade, 0);
        if (line.item.unidade) quantity += ' ' + *line.item.unidade;
        slip.lines.push_back({.left = line.item.descricao, .right = std::move(quantity)});
    }
    if (auto weight = weight_text(load)) slip.lines.push_back({.left = "Peso", .right = *std::move(weight)});
    return slip;
}

} // namespace balcao::deliveries
