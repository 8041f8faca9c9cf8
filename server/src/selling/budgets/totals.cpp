#include "selling/budgets/totals.hpp"

#include <optional>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "platform/base/time.hpp"

namespace balcao::budgets {

namespace {

std::string item_field(std::size_t index, std::string_view name) { return fmt::format("itens.{}.{}", index, name); }

std::optional<Money> product_of(ItemAmounts const& item) {
    // 128 bits hold any product of two 64-bit numbers; only the rounded one may not fit.
    try {
        auto const product = rounded_product<2>(Rounding::half_up, 1, item.quantidade, item.valor_venda);
        return product <= most_money ? std::optional(product) : std::nullopt;
    } catch (std::overflow_error const&) {
        return std::nullopt; // larger still
    }
}

bool all_zero(std::vector<Money> const& amounts) {
    for (auto const amount : amounts)
        if (!amount.is_zero()) return false;
    return true;
}

std::vector<Money> share(Money amount, std::vector<Money> const& weights) {
    return apportion(amount, std::span<Money const>(weights));
}

void share_whole(Totals& totals, Money sum, WholeAmounts const& whole) {
    std::vector<Money> weights;
    for (auto const& item : totals.items) weights.push_back(item.total);
    auto const equal = std::vector(weights.size(), Money::from_raw(1));
    auto const surcharges = share(whole.acrescimo, all_zero(weights) ? equal : weights);
    if (whole.desconto > sum)
        for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += surcharges[i];
    auto const discounts = share(whole.desconto, all_zero(weights) ? equal : weights);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        totals.items[i].rateio_desconto = discounts[i];
        totals.items[i].rateio_acrescimo = surcharges[i];
    }
}

} // namespace

Totals compute_totals(std::vector<ItemAmounts> const& items, WholeAmounts const& whole,
                      std::vector<FieldProblem>& problems) {
    auto const too_much = fmt::format("O valor passa de {}. Confira os números digitados.", brl(most_money));
    auto const before = problems.size();
    Totals totals;
    Money sum = items.empty() ? whole.total_venda : Money{};
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto const product = product_of(items[i]);
        if (!product) {
            problems.push_back({item_field(i, "quantidade"), too_much});
            continue;
        }
        if (items[i].desconto > *product) {
            problems.push_back(
                {item_field(i, "desconto"), fmt::format("O desconto é maior que o valor do item, {}.", brl(*product))});
            continue;
        }
        totals.items.push_back({.total = *product - items[i].desconto});
        sum += totals.items.back().total;
    }
    if (problems.size() > before) return totals;

    // No overflow: each part is at most most_money, and 990 of them are far from 64 bits.
    auto const gross = sum + whole.acrescimo;
    if (sum > most_money || gross > most_money) {
        problems.push_back({"total_venda", too_much});
        return totals;
    }
    if (whole.desconto > gross) {
        problems.push_back({"desconto", fmt::format("O desconto é maior que o total, {}.", brl(gross))});
        return totals;
    }
    totals.total_venda = sum;
    totals.total_fatura = gross - whole.desconto;
    if (!totals.items.empty()) share_whole(totals, sum, whole);
    return totals;
}

std::vector<Installment> make_installments(Money total, std::int64_t count, std::string const& from) {
    constexpr int days_apart = 30;
    std::vector<Installment> installments;
    if (total.is_zero()) return installments;
    auto const part = Money::from_raw(total.raw() / count);
    auto const rest = Money::from_raw(total.raw() % count);
    for (std::int64_t i = 0; i < count; ++i) {
        auto const days = count == 1 ? 0 : (i + 1) * days_apart;
        installments.push_back({.vencimento = add_days(from, days), .valor = i == 0 ? part + rest : part});
    }
    return installments;
}

void check_installments(std::vector<Installment> const& installments, Money total,
                        std::vector<FieldProblem>& problems) {
    auto const before = problems.size();
    Money sum;
    for (std::size_t i = 0; i < installments.size(); ++i) {
        auto const& installment = installments[i];
        if (installment.valor > most_money) {
            problems.push_back(
                {fmt::format("parcelas.{}.valor", i), fmt::format("O valor passa de {}.", brl(most_money))});
        } else {
            sum += installment.valor;
        }
        if (i > 0 && installment.vencimento < installments[i - 1].vencimento) {
            problems.push_back(
                {fmt::format("parcelas.{}.vencimento", i), "Esta parcela vence antes da anterior. Confira as datas."});
        }
    }
    if (problems.size() > before || sum == total) return;
    auto const difference = sum < total ? "Faltam " + brl(total - sum) : "Sobram " + brl(sum - total);
    problems.push_back({fmt::format("parcelas.{}.valor", installments.size() - 1),
                        fmt::format("As parcelas somam {} e o total é {}. {}.", brl(sum), brl(total), difference)});
}

} // namespace balcao::budgets
