#include <algorithm>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/stations/slips.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/deliveries/deliveries.hpp"

namespace balcao::deliveries {

namespace {

using auth::Answer;
using Problems = std::vector<FieldProblem>;

constexpr std::string_view all = "/api/companies/{id}/budgets/{bid}/deliveries";
constexpr std::string_view one = "/api/companies/{id}/budgets/{bid}/deliveries/{entrega}";

constexpr Field head[]{
    field<&Delivery::endereco>("endereco", {.max = 300}),
    field<&Delivery::motorista>("motorista", {.max = 60}),
    field<&Delivery::placa>("placa", {.max = 10}),
    field<&Delivery::observacao>("observacao", {.max = 500}),
};
struct TypedItem {
    budgets::BudgetItemId item_id;
    budgets::Quantity quantidade;
};
constexpr Field item_fields[]{
    field<&TypedItem::item_id>("item_id", {.required = true}),
    field<&TypedItem::quantidade>("quantidade", {.required = true, .at_least = 0, .at_most = 999'999'999'999}),
};
struct Undoing {
    std::string motivo;
};
constexpr Field undoing[]{field<&Undoing::motivo>("motivo", {.required = true, .min = 3, .max = 120})};

void read_items(boost::json::value const& typed, Delivery& into, Problems& problems) {
    if (!typed.is_array() || typed.get_array().empty()) {
        problems.push_back({"itens", "Digite quanto sai de ao menos um item."});
        return;
    }
    auto const& entries = typed.get_array();
    if (entries.size() > budgets::most_items) {
        problems.push_back({"itens", fmt::format("O máximo é {}.", budgets::most_items)});
        return;
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto const at = [i](std::string_view name) { return fmt::format("itens.{}.{}", i, name); };
        if (!entries[i].is_object()) {
            problems.push_back({fmt::format("itens.{}", i), "Este valor veio em formato inesperado. Digite de novo."});
            continue;
        }
        Problems found;
        auto const item = read_entity<TypedItem>(item_fields, entries[i].get_object(), found);
        for (auto& problem : found) problems.push_back({at(problem.field), std::move(problem.message)});
        if (!found.empty()) continue;
        if (item.quantidade <= budgets::Quantity{})
            problems.push_back({at("quantidade"), "Digite uma quantidade maior que zero."});
        if (std::ranges::find(into.itens, item.item_id, &budgets::Delivered::item) != into.itens.end())
            problems.push_back({at("item_id"), "Este item já está na entrega. Some as quantidades."});
        into.itens.push_back({.item = item.item_id, .quantidade = item.quantidade});
    }
}

Result<Delivery> read_delivery(boost::json::object json) {
    Problems problems;
    boost::json::value items;
    if (auto const* const typed = json.if_contains("itens")) items = *typed;
    json.erase("itens");
    auto delivery = read_entity<Delivery>(head, json, problems);
    read_items(items, delivery, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    return delivery;
}

std::string to_json(Delivery const& delivery) {
    json::ObjectWriter writer;
    writer.text("id", delivery.id.to_string());
    writer.integer("ordem", delivery.ordem);
    writer.optional_text("endereco", delivery.endereco);
    writer.optional_text("motorista", delivery.motorista);
    writer.optional_text("placa", delivery.placa);
    writer.optional_text("observacao", delivery.observacao);
    writer.optional_text("desfeita_em", delivery.desfeita_em.transform(&Instant::to_iso));
    writer.optional_text("desfeita_motivo", delivery.desfeita_motivo);
    writer.text("usuario", delivery.usuario);
    writer.text("created_at", delivery.created_at.to_iso());
    writer.optional_text("nota_id", delivery.nota_id.transform(&NotaId::to_string));
    if (delivery.nota_id) {
        writer.integer("nota_serie", delivery.nota_serie.value());
        writer.integer("nota_numero", delivery.nota_numero.value());
    } else {
        writer.null("nota_serie");
        writer.null("nota_numero");
    }
    writer.optional_text("nota_estado", delivery.nota_estado);
    std::string list;
    for (auto const& part : delivery.itens) {
        json::ObjectWriter each;
        each.text("item_id", part.item.to_string());
        each.text("quantidade", part.quantidade.to_string());
        list += (list.empty() ? "" : ",") + each.take();
    }
    writer.raw("itens", '[' + list + ']');
    return writer.take();
}

Result<budgets::StoredBudget> named_order(db::Connection& connection, auth::CompanyScope const& scope,
                                          http::Request const& request) {
    auto const id = BALCAO_TRY(records::id_in_path<budgets::BudgetId>(request, "bid"));
    auto order = budgets::Budgets(scope).find(connection, id);
    if (!order) return not_found();
    return *std::move(order);
}

Result<Delivery> named(db::Connection& connection, auth::CompanyScope const& scope, http::Request const& request) {
    auto const order = BALCAO_TRY(records::id_in_path<budgets::BudgetId>(request, "bid"));
    auto const id = BALCAO_TRY(records::id_in_path<DeliveryId>(request, "entrega"));
    auto found = find(connection, scope, order, id);
    if (!found) return not_found();
    return *std::move(found);
}

Answer list(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const order = BALCAO_TRY(named_order(call.db, scope, call.request));
    std::string items, weights;
    for (auto const& delivery : find_of_order(call.db, scope, order.record.id))
        items += (items.empty() ? "" : ",") + to_json(delivery);
    for (auto const& [item, weight] : find_unit_weights(call.db, scope, order.record.id)) {
        json::ObjectWriter each;
        each.text("item_id", item.to_string());
        each.text("prod_pesoL", weight.to_string());
        weights += (weights.empty() ? "" : ",") + each.take();
    }
    return http::json(200, R"({"items":[)" + items + R"(],"pesos":[)" + weights + R"(],"remessas":)" +
                               (needs_remessas(call.db, scope, order.record.id) ? "true" : "false") + '}');
}

// Of an undone one the order's items may have changed since.
Result<void> check_stands(Delivery const& delivery) {
    if (delivery.desfeita_em) return invalid("Esta entrega foi desfeita, e o romaneio dela não vale mais.");
    return {};
}

Answer get_pdf(auth::ReadCall& call, auth::CompanyScope const& scope, Clock const& clock) {
    auto const order = BALCAO_TRY(named_order(call.db, scope, call.request));
    auto const delivery = BALCAO_TRY(named(call.db, scope, call.request));
    BALCAO_TRY(check_stands(delivery));
    http::Response response{.content_type = "application/pdf",
                            .body = draw_romaneio(call.db, scope, order.record, delivery, clock.now())};
    response.headers.emplace_back("Content-Disposition", fmt::format("inline; filename=\"romaneio-{}-{}.pdf\"",
                                                                     order.record.numero_pedido, delivery.ordem));
    return response;
}

Answer get_slip(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const form = BALCAO_TRY(stations::read_slip_form(call.request));
    auto const order = BALCAO_TRY(named_order(call.db, scope, call.request));
    auto const delivery = BALCAO_TRY(named(call.db, scope, call.request));
    BALCAO_TRY(check_stands(delivery));
    return stations::draw_slip(romaneio_slip(call.db, scope, order.record, delivery), form);
}

struct AskedRomaneio {
    budgets::BudgetId orcamento_id;
    DeliveryId entrega_id;
};
constexpr Field asked_fields[]{
    field<&AskedRomaneio::orcamento_id>("orcamento_id", {.required = true}),
    field<&AskedRomaneio::entrega_id>("entrega_id", {.required = true}),
};

Answer print_romaneio(http::Request const& request, auth::CompanyScope const& scope,
                      stations::Services const& services) {
    auto const body = BALCAO_TRY(json::parse_object(request.body));
    Problems problems;
    auto const asked = read_entity<AskedRomaneio>(asked_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const find_slip = [&](db::Connection& connection) -> Result<nfce::Slip> {
        auto const order = budgets::Budgets(scope).find(connection, asked.orcamento_id);
        auto const delivery = find(connection, scope, asked.orcamento_id, asked.entrega_id);
        if (!order || !delivery)
            return invalid({{"entrega_id", "Esta entrega não existe mais. Abra o pedido de novo."}});
        BALCAO_TRY(check_stands(*delivery));
        return romaneio_slip(connection, scope, order->record, *delivery);
    };
    return stations::print_slip(request, scope, services, find_slip, "O romaneio foi impresso.");
}

} // namespace

void add_deliveries_routes(auth::Gate& gate, stations::Services all_services) {
    using auth::CompanyScope;
    using auth::ReadCall;
    using auth::Who;
    using auth::WriteCall;
    auto const services = all_services.records;
    gate.route({.pattern = std::string(all), .who = Who::operador}, list);
    gate.route({.method = http::Method::post, .pattern = std::string(all), .who = Who::operador, .is_repeatable = true},
               [services](WriteCall& call, CompanyScope const& scope) -> Answer {
                   auto object = BALCAO_TRY(json::parse_object(call.request.body));
                   auto typed = BALCAO_TRY(read_delivery(std::move(object)));
                   typed.orcamento_id = BALCAO_TRY(records::id_in_path<budgets::BudgetId>(call.request, "bid"));
                   return http::json(201, to_json(BALCAO_TRY(deliver(call, scope, services, std::move(typed)))));
               });
    gate.route({.method = http::Method::post, .pattern = std::string(one) + "/undo", .who = Who::gerente},
               [services](WriteCall& call, CompanyScope const& scope) -> Answer {
                   auto const object = BALCAO_TRY(json::parse_object(call.request.body));
                   Problems problems;
                   auto typed = read_entity<Undoing>(undoing, object, problems);
                   if (!problems.empty()) return invalid(std::move(problems));
                   auto delivery = BALCAO_TRY(named(call.db, scope, call.request));
                   return http::json(200, to_json(BALCAO_TRY(undo(call, scope, services, std::move(delivery),
                                                                  std::move(typed.motivo)))));
               });
    gate.route({.pattern = std::string(one) + "/pdf", .who = Who::operador, .lane = http::Lane::slow},
               [services](ReadCall& call, CompanyScope const& scope) { return get_pdf(call, scope, services.clock); });
    gate.route({.pattern = std::string(one) + "/slip", .who = Who::operador, .lane = http::Lane::slow}, get_slip);
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/stations/{eid}/romaneios",
                .who = Who::operador,
                .lane = http::Lane::outside},
               [all_services](http::Request const& request, auth::Actor const&, CompanyScope const& scope) {
                   return print_romaneio(request, scope, all_services);
               });
}

} // namespace balcao::deliveries
