#include "registry/products/prices.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "platform/base/entity.hpp"

namespace balcao::products {

namespace {

struct TypedPrice {
    std::string tipo;
    Decimal<4> valor;
};
constexpr Field price_fields[]{
    field<&TypedPrice::tipo>("tipo", {.required = true, .one_of = "percentual|valor|final"}),
    field<&TypedPrice::valor>("valor"),
};

constexpr std::int64_t cent = Price::scale / 100;
constexpr std::int64_t most = 999'999'999'999'999; // as product.cpp: eleven digits before the comma

constexpr Decimal<4> percent(std::int64_t hundredths) { return Decimal<4>::from_raw(hundredths * 100); }

PriceRule::Kind kind_named(std::string_view tipo) {
    if (tipo == "percentual") return PriceRule::Kind::percentual;
    return tipo == "valor" ? PriceRule::Kind::valor : PriceRule::Kind::final;
}

void check(PriceRule const& rule, std::vector<FieldProblem>& problems) {
    auto const is_within = [&](Decimal<4> least, Decimal<4> most) { return least <= rule.valor && rule.valor <= most; };
    auto const is_cents = rule.valor.raw() % cent == 0;
    switch (rule.kind) {
    case PriceRule::Kind::percentual:
        if (!is_within(percent(-99'99), percent(1'000'00)))
            problems.push_back({"regra.valor", "Digite de -99,99 a 1.000 %."});
        return;
    case PriceRule::Kind::valor:
        if (!is_cents || !is_within(Price::from_units(-1'000'000), Price::from_units(1'000'000)))
            problems.push_back({"regra.valor", "Digite de -1.000.000,00 a 1.000.000,00, com até 2 casas."});
        return;
    case PriceRule::Kind::final:
        if (!is_cents || !is_within(Price{}, Price::from_raw(99 * cent)))
            problems.push_back({"regra.valor", "Digite os centavos, de ,00 a ,99."});
        return;
    }
}

Price nearest_ending(Price old, Decimal<4> cents) {
    auto const at = old.raw() - old.raw() % Price::scale + cents.raw(); // in the same real
    auto const half = Price::scale / 2;
    if (at - old.raw() > half && at >= Price::scale) return Price::from_raw(at - Price::scale);
    if (old.raw() - at >= half) return Price::from_raw(at + Price::scale);
    return Price::from_raw(at);
}

} // namespace

PriceRule read_price_rule(boost::json::object const& body, std::vector<FieldProblem>& problems) {
    PriceRule rule;
    auto const* const value = body.if_contains("regra");
    if (value == nullptr || !value->is_object()) {
        problems.push_back({"regra", "Diga como os preços mudam."});
        return rule;
    }
    std::vector<FieldProblem> found;
    auto const typed = read_entity<TypedPrice>(price_fields, value->get_object(), found);
    if (!value->get_object().contains("valor")) found.push_back({"valor", "Digite o valor."});
    for (auto& problem : found) problems.push_back({"regra." + problem.field, std::move(problem.message)});
    if (!found.empty()) return rule;
    rule = {.kind = kind_named(typed.tipo), .valor = typed.valor};
    check(rule, problems);
    return rule;
}

std::optional<Price> new_price(PriceRule const& rule, Price old) {
    auto const is_cents = old.raw() % cent == 0;
    auto const in_places_of_old = [&](Price price) {
        return is_cents ? Price::from_raw(round_to<2>(price, Rounding::half_up).raw() * cent) : price;
    };
    try {
        Price price;
        switch (rule.kind) {
        case PriceRule::Kind::percentual:
            price = in_places_of_old(
                rounded_product<4>(Rounding::half_up, 100, old, Decimal<4>::from_units(100) + rule.valor));
            break;
        case PriceRule::Kind::valor: price = old + rule.valor; break;
        case PriceRule::Kind::final: price = nearest_ending(old, rule.valor); break;
        }
        if (price.raw() < 0 || price.raw() > most) return std::nullopt;
        return price;
    } catch (std::overflow_error const&) {
        return std::nullopt;
    }
}

} // namespace balcao::products
