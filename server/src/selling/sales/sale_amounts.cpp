#include "selling/sales/sale_amounts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"

namespace balcao::sales {

namespace {

std::string at(std::string_view list, std::size_t index, std::string_view field) {
    return fmt::format("{}.{}.{}", list, index, field);
}

std::string price_text(Price price) { return "R$\u00a0" + decimal_text(price, 2); }

void check_items(SaleAmounts const& amounts, std::vector<FieldProblem>& problems) {
    if (amounts.itens.empty()) problems.push_back({"itens", "Inclua ao menos um produto na venda."});
    if (amounts.itens.size() > most_items) {
        problems.push_back(
            {"itens", fmt::format("Uma nota leva até {} itens; esta venda tem {}. Divida em duas vendas.", most_items,
                                  amounts.itens.size())});
    }
    for (std::size_t i = 0; i < amounts.itens.size(); ++i) {
        auto const& item = amounts.itens[i];
        if (item.quantidade <= Quantity{})
            problems.push_back({at("itens", i, "quantidade"), "Digite uma quantidade maior que zero."});
        if (item.preco_lido == item.preco) continue;
        problems.push_back(
            {at("itens", i, "valor"),
             fmt::format("O preço de {} mudou de {} para {} depois que entrou na venda. Confira e cobre o "
                         "novo valor.",
                         item.descricao, price_text(item.preco_lido), price_text(item.preco))});
    }
}

bool gives_change(Payment const& payment) { return payment.tPag == "01" || payment.tPag == "02"; }

Money check_payments(SaleAmounts const& amounts, Money total, std::vector<FieldProblem>& problems) {
    Money paid, changeable;
    for (std::size_t i = 0; i < amounts.pagamentos.size(); ++i) {
        auto const& payment = amounts.pagamentos[i];
        if (payment.tPag == "14" || payment.tPag == "90") {
            problems.push_back(
                {at("pagamentos", i, "tPag"), "Esta forma de pagamento não vale para NFC-e. Escolha outra."});
        }
        if (payment.valor <= Money{})
            problems.push_back({at("pagamentos", i, "valor"), "Digite um valor maior que zero."});
        paid += payment.valor;
        if (gives_change(payment)) changeable += payment.valor;
    }
    if (paid < total) {
        problems.push_back({"pagamentos", fmt::format("Faltam {} para fechar a venda.", brl(total - paid))});
        return {};
    }
    auto const change = paid - total;
    if (change > changeable) {
        problems.push_back(
            {"pagamentos", fmt::format("O troco de {} é maior que o dinheiro recebido. Só dinheiro e cheque dão "
                                       "troco: corrija o valor do cartão, do Pix ou dos outros.",
                                       brl(change))});
    }
    return change;
}

// What the items come to at the products' prices (`listed`) against what is charged for them.
Money amount_left(SaleAmounts const& amounts, budgets::Totals const& listed, budgets::Totals const& charged) {
    Money discounts = amounts.desconto, surcharges = amounts.acrescimo;
    for (std::size_t i = 0; i < amounts.itens.size(); ++i) {
        auto const difference = listed.items[i].total - charged.items[i].total;
        if (difference > Money{}) discounts += difference;
        else surcharges -= difference;
    }
    return std::max(discounts, surcharges);
}

Decimal<2> share_left(Money left, budgets::Totals const& listed) {
    if (left.is_zero()) return {};
    // What costs nothing cannot be reduced by a share.
    if (listed.total_venda.is_zero()) return Decimal<2>::from_units(100);
    auto const percent = divide<2>(left * Decimal<0>::from_units(100), listed.total_venda, Rounding::truncate);
    // Up, so that nothing above a limit passes by rounding.
    bool const exact = percent * listed.total_venda == left * Decimal<2>::from_units(100);
    return exact ? percent : percent + Decimal<2>::from_raw(1);
}

} // namespace

SaleTotals compute_sale(SaleAmounts const& amounts, bool must_be_paid, std::vector<FieldProblem>& problems) {
    auto const before = problems.size();
    check_items(amounts, problems);
    std::vector<budgets::ItemAmounts> at_prices, as_charged;
    for (auto const& item : amounts.itens) {
        at_prices.push_back({.quantidade = item.quantidade, .valor_venda = item.preco, .desconto = {}});
        as_charged.push_back({.quantidade = item.quantidade, .valor_venda = item.valor, .desconto = item.desconto});
    }
    auto const listed = budgets::compute_totals(at_prices, {}, problems);
    if (problems.size() != before) return {};
    auto const totals = budgets::compute_totals(
        as_charged, {.total_venda = {}, .desconto = amounts.desconto, .acrescimo = amounts.acrescimo}, problems);
    if (problems.size() != before) return {};

    auto const left = amount_left(amounts, listed, totals);
    SaleTotals sale{.itens = totals.items,
                    .total = totals.total_fatura + amounts.frete,
                    .troco = {},
                    .desconto_valor = left,
                    .desconto_percentual = share_left(left, listed)};
    if (must_be_paid && sale.total <= Money{})
        problems.push_back({"itens", "O total da venda precisa ser maior que zero."});
    if (sale.total != amounts.total_visto) {
        problems.push_back(
            {"total_visto", fmt::format("O total da venda é {}, e na tela estava {}. Confira os itens e cobre o "
                                        "total certo.",
                                        brl(sale.total), brl(amounts.total_visto))});
    }
    if (must_be_paid) sale.troco = check_payments(amounts, sale.total, problems);
    return sale;
}

} // namespace balcao::sales
