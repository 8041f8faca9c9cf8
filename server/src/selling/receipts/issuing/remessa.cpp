// The NF-e that goes along with a truck whose goods were invoiced for future delivery: issued once for a delivery, and
// again when the last one was cancelled or given up.

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "platform/base/brazilian.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/deliveries/deliveries.hpp"
#include "selling/receipts/issuing/once.hpp"
#include "selling/receipts/issuing/sale_request.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/sales/sales.hpp"
#include "selling/sales/shares.hpp"

namespace balcao::receipts {

namespace {

using budgets::Quantity;
using sales::VendaId;

constexpr std::int64_t own_truck = 3;
constexpr std::size_t length_of_plate = 7;

constexpr db::Query sales_for_later{"remessas_sales", R"sql(
    select v.id from venda v
    join nfce n on n.emitente_id = :emitente_id and n.venda_id = v.id and n.operacao = 'venda'
        and n.substituida_por is null and n.estado in ('autorizada', 'autorizada_sem_xml')
    where v.emitente_id = :emitente_id and v.orcamento_id = :orcamento_id and v.estado = 'emitida'
        and v.entrega_futura = 'S' and v.ambiente = :ambiente
        and not exists (select 1 from nfce_evento e where e.emitente_id = :emitente_id and e.nfce_id = n.id
            and e.tipo <> '110110' and e.estado in ('aguardando', 'enviando', 'indefinido'))
    order by n.seq)sql"};
constexpr db::Query lock_order{"remessas_lock_order", R"sql(
    update orcamento set version = version where emitente_id = :emitente_id and id = :id)sql"};

// A sale for future delivery, and what of each of its items has not left yet.
struct Invoiced {
    sales::Sale sale;
    std::vector<Quantity> left;
    std::vector<Money> worth; // of what is left
};

Invoiced invoiced(db::Connection& connection, auth::CompanyScope const& scope, VendaId id) {
    Invoiced found{.sale = sales::find(connection, scope, id).value().sale, .left = {}, .worth = {}};
    for (auto const& item : found.sale.itens) found.left.push_back(item.quantidade);
    found.worth = sales::paid_for(found.sale);
    for (auto const& sent : find_sent(connection, scope, id)) {
        auto const at = static_cast<std::size_t>(sent.venda_ordem);
        found.left.at(at) -= sent.quantidade;
        found.worth.at(at) -= sent.valor;
    }
    return found;
}

// Its part of what is left; all of it in the end, to the cent.
Money worth_of(Invoiced const& from, std::size_t item, Quantity quantity) {
    return rounded_product<2>(Rounding::half_up, from.left[item].raw(), from.worth[item],
                              Decimal<0>::from_raw(quantity.raw()));
}

// The goods of the delivery as the order's notas invoiced them, the oldest first.
Result<std::vector<RemessaItem>> plan(db::Connection& connection, auth::CompanyScope const& scope,
                                      budgets::Budget const& order, deliveries::Delivery const& delivery,
                                      std::string_view ambiente) {
    auto const ids = connection.all(sales_for_later,
                                    {{"emitente_id", scope.id()}, {"orcamento_id", order.id}, {"ambiente", ambiente}},
                                    [](db::Row const& row) { return row.get<VendaId>(0); });
    if (ids.empty()) {
        return blocked("Este pedido não tem NF-e autorizada de venda para entrega futura. Fature o pedido com a opção "
                       "Entrega futura e espere a SEFAZ autorizar.");
    }
    std::vector<Invoiced> sold;
    for (auto const& id : ids) sold.push_back(invoiced(connection, scope, id));
    std::vector<RemessaItem> items;
    std::string lacking;
    for (auto const& part : delivery.itens) {
        auto open = part.quantidade;
        for (auto& from : sold) {
            for (std::size_t i = 0; i < from.left.size() && !open.is_zero(); ++i) {
                if (from.sale.itens[i].orcamento_item_id != part.item || from.left[i].is_zero()) continue;
                auto const taken = std::min(open, from.left[i]);
                auto const worth = worth_of(from, i, taken);
                items.push_back({.venda_id = from.sale.id,
                                 .venda_ordem = static_cast<std::int64_t>(i),
                                 .quantidade = taken,
                                 .valor = worth});
                from.left[i] -= taken;
                from.worth[i] -= worth;
                open -= taken;
            }
        }
        if (open.is_zero()) continue;
        auto const item = std::ranges::find(order.itens, part.item, &budgets::BudgetItem::id);
        lacking += fmt::format(" {} de {}.", decimal_text(open, 0),
                               item == order.itens.end() ? std::string("um item") : item->descricao);
    }
    if (lacking.empty()) return items;
    return blocked("Nem tudo desta entrega foi faturado para entrega futura. Falta faturar:" + lacking);
}

// "NF-e nº 12, série 1, de 03/12/2026".
std::string named(Nota const& nota, std::string_view zone) {
    return fmt::format("{}, de {}", name_of(nota), date_text(local_date(nota.dhEmi, std::string(zone))));
}

// The goods as a sale says them, at what was invoiced for them.
void add_goods(sales::Sale& goods, sales::Sale const& from, RemessaItem const& part) {
    auto& item = goods.itens.emplace_back(from.itens.at(static_cast<std::size_t>(part.venda_ordem)));
    item.quantidade = part.quantidade;
    auto const listed = rounded_product<2>(Rounding::half_up, 1, part.quantidade, item.valor);
    item.desconto = std::max(listed - part.valor, Money{});
    item.total = listed - item.desconto;
    goods.acrescimo += std::max(part.valor - listed, Money{});
    goods.total += part.valor;
}

void set_transport(sales::Sale& goods, deliveries::Delivery const& delivery) {
    auto details = goods.nfe.value_or(sales::NfeDetails{});
    details.duplicatas.clear();
    // Of the whole sale.
    details.volumes.reset();
    details.especie.reset();
    details.peso_liquido.reset();
    details.peso_bruto.reset();
    details.mod_frete = details.mod_frete.value_or(own_truck);
    std::string plate;
    for (char const c : delivery.placa.value_or(""))
        if (c != ' ' && c != '-') plate += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    auto const is_plain = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
    if (plate.size() == length_of_plate && std::ranges::all_of(plate, is_plain)) details.placa = plate;
    goods.nfe = std::move(details);
}

Result<Remessa> remessa_of(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                           deliveries::Delivery const& delivery, budgets::Budget const& order,
                           std::vector<RemessaItem> items) {
    Remessa made{.itens = std::move(items), .issuer = {}};
    auto& goods = made.goods;
    std::string origins;
    for (auto const& part : made.itens) {
        auto const from = sales::find(connection, scope, part.venda_id).value().sale;
        auto const nota = find_nota_of(connection, scope, part.venda_id).value();
        if (goods.itens.empty()) {
            made.issuer = BALCAO_TRY(
                find_issuer(connection, scope, wire.secrets, from.ambiente, numbers::modelo_nfe, wire.verProc));
            goods = from;
            goods.itens.clear();
            goods.pagamentos.clear();
            goods.desconto = goods.acrescimo = goods.frete = goods.total = goods.troco = Money{};
        } else if (from.cliente_id != goods.cliente_id || from.cpf != goods.cpf) {
            return blocked("Esta entrega junta mercadoria de notas de clientes diferentes. Registre uma entrega para "
                           "cada cliente.");
        }
        if (std::ranges::find(made.invoiced_by, nota.chave) == made.invoiced_by.end()) {
            made.invoiced_by.push_back(nota.chave);
            origins += (origins.empty() ? "" : "; ") + named(nota, made.issuer.company.fuso_horario);
        }
        add_goods(goods, from, part);
    }
    goods.observacao = fmt::format("Remessa da entrega {} do pedido nº {}. Faturada por {}.", delivery.ordem,
                                   grouped(order.numero_pedido), origins);
    set_transport(goods, delivery);
    made.products = BALCAO_TRY(products_of(connection, scope, goods));
    if (goods.cliente_id) {
        if (auto person = people::People{}.find(connection, *goods.cliente_id)) made.client = std::move(person->record);
    }
    return made;
}

class IssueRemessa : public IssueOnce {
public:
    IssueRemessa(Acting const& acting, budgets::BudgetId order, EntregaId delivery, std::optional<NotaId> const& after)
        : IssueOnce(acting, after), order_(order), delivery_(delivery) {}

private:
    std::optional<Nota> find_last(db::Connection& connection) override {
        return find_nota_of_delivery(connection, scope_, delivery_);
    }
    Result<void> find(db::Connection& connection) override {
        auto const delivery = BALCAO_TRY(find_delivery(connection));
        auto const order = budgets::Budgets(scope_).find(connection, order_).value().record;
        auto items = BALCAO_TRY(plan_now(connection));
        remessa_ = BALCAO_TRY(remessa_of(connection, wire_, scope_, delivery, order, std::move(items)));
        return check_series(connection, scope_, issuer(), wire_.now());
    }
    Issuer const& issuer() const override { return remessa_->issuer; }
    Result<Signed> sign(Heading const& heading, Instant fiscal_now) override {
        return sign_remessa(acting_, *remessa_, heading, fiscal_now);
    }
    Result<void> lock(db::Transaction& transaction) override {
        transaction.execute(lock_order, {{"emitente_id", scope_.id()}, {"id", order_}});
        // Who cancels the nota of a sale beside this begins anew, and sees the goods that left.
        for (auto const& item : remessa_->itens) raise_nota_of_sale(transaction, scope_, item.venda_id);
        auto const items = BALCAO_TRY(plan_now(transaction));
        if (items != remessa_->itens) throw db::Conflict("what the order's notas invoiced changed meanwhile");
        return {};
    }
    std::optional<std::string> name() const override { return remessa_->goods.nome; }
    void describe(Nota& nota) const override {
        nota.operacao = Nota::of_delivery;
        nota.venda_id = remessa_->goods.id;
        nota.entrega_id = delivery_;
    }
    void note_issued(db::Transaction& transaction, Nota const& nota) override {
        insert_remessa_items(transaction, scope_, nota.id, remessa_->itens);
        wire_.records.events.publish(transaction,
                                     {.topic = "deliveries", .company = scope_.id(), .entity = delivery_.uuid()});
    }

    Result<deliveries::Delivery> find_delivery(db::Connection& connection) {
        auto found = deliveries::find(connection, scope_, order_, deliveries::DeliveryId{delivery_.uuid()});
        if (!found) return not_found();
        return *std::move(found);
    }
    Result<std::vector<RemessaItem>> plan_now(db::Connection& connection) {
        auto const delivery = BALCAO_TRY(find_delivery(connection));
        if (delivery.desfeita_em)
            return blocked("Esta entrega foi desfeita: a mercadoria não sai com ela. Registre outra entrega.");
        if (auto const last = find_last(connection); last && !has_ended(*last))
            return blocked(fmt::format("Esta entrega já tem a {}. Abra a nota.", name_of(*last)));
        std::string const ambiente{sefaz_settings::find_settings(connection, scope_).ambiente_das_notas()};
        if (auto why = why_not_registered(connection, scope_, ambiente)) return blocked(*std::move(why));
        auto const order = budgets::Budgets(scope_).find(connection, order_);
        if (!order) return not_found();
        return plan(connection, scope_, order->record, delivery, ambiente);
    }

    budgets::BudgetId const order_;
    EntregaId const delivery_;
    std::optional<Remessa> remessa_;
};

} // namespace

Result<Remessa> find_remessa(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                             Nota const& nota) {
    auto items = find_remessa_items(connection, scope, nota.id);
    if (items.empty() || !nota.entrega_id) return not_found();
    auto const sale = sales::find(connection, scope, items.front().venda_id);
    if (!sale || !sale->sale.orcamento_id) return not_found();
    auto const order = budgets::Budgets(scope).find(connection, *sale->sale.orcamento_id);
    auto const delivery =
        deliveries::find(connection, scope, *sale->sale.orcamento_id, deliveries::DeliveryId{nota.entrega_id->uuid()});
    if (!order || !delivery) return not_found();
    return remessa_of(connection, wire, scope, *delivery, order->record, std::move(items));
}

Result<Signed> sign_remessa(Acting const& acting, Remessa const& remessa, Heading const& heading, Instant fiscal_now) {
    auto const certificate = BALCAO_TRY(find_certificate(acting, remessa.issuer));
    std::vector<FieldProblem> problems;
    std::vector<std::optional<nfce::ApproximateTaxes>> const no_taxes(remessa.goods.itens.size());
    auto const facts = build(remessa.issuer, remessa.goods, remessa.products, no_taxes, heading, problems,
                             remessa.client ? &*remessa.client : nullptr, remessa.invoiced_by);
    if (!problems.empty()) return invalid(std::move(problems));
    return sign_sale(facts, remessa.goods, certificate, fiscal_now);
}

Result<IssuedNota> issue_remessa(Acting const& acting, budgets::BudgetId order, EntregaId delivery,
                                 std::optional<NotaId> const& after) {
    return IssueRemessa(acting, order, delivery, after).run();
}

} // namespace balcao::receipts
