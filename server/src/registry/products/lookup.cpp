#include "registry/products/lookup.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "platform/base/documents.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "registry/products/scale_label.hpp"

namespace balcao::products {

namespace {

constexpr std::size_t longest_code = 60;
constexpr std::int64_t most_suggestions = 5;
constexpr std::int64_t most_units = 999'999'999;

std::unexpected<Failure> wrong(std::string message) {
    return invalid(std::vector<FieldProblem>{{"code", std::move(message)}});
}

struct TypedCode {
    Quantity quantity = Quantity::from_units(1);
    std::string code;
};

// `10*code`; decimals with comma or dot.
Result<TypedCode> read_typed(std::string_view text) {
    auto code = trim(text);
    TypedCode typed;
    if (auto const star = code.find('*'); star != std::string_view::npos) {
        std::string number(trim(code.substr(0, star)));
        std::ranges::replace(number, ',', '.');
        auto const quantity = Quantity::parse(number);
        if (!quantity || quantity->raw() <= 0 || *quantity > Quantity::from_units(most_units))
            return wrong("Antes do * digite a quantidade, com até 4 casas: 10*código.");
        typed.quantity = *quantity;
        code = trim(code.substr(star + 1));
    }
    if (code.empty()) return wrong("Digite ou leia o código do produto.");
    if (length(code) > longest_code) return wrong("Digite no máximo 60 caracteres.");
    typed.code = code;
    return typed;
}

// As printed, and as the same number is written with one digit less or more (UPC-A in EAN-13).
std::vector<std::string> gtins_of(std::string const& code) {
    if (!is_valid_gtin(code)) return {};
    std::vector<std::string> all{code};
    if (code.size() == 13 && code.front() == '0') all.push_back(code.substr(1));
    if (code.size() == 12) all.push_back("0" + code);
    return all;
}

// The smallest quantity whose price is not below the label's, and what it is above it.
std::pair<Quantity, Money> priced_at(Money price, Decimal<4> unit) {
    auto quantity = divide<4>(price, unit, Rounding::truncate);
    auto const total = [&] { return rounded_product<2>(Rounding::half_up, 1, quantity, unit); };
    while (total() < price) quantity += Quantity::from_raw(1);
    return {quantity, total() - price};
}

class Search {
public:
    Search(db::Connection& connection, auth::CompanyScope const& scope) : connection_(connection), products_(scope) {}

    // Active ones; what is inactive is remembered for the answer.
    std::vector<Product> by_codes(std::span<std::string const> codes) {
        return sold(products_.find_by_codes(connection_, codes));
    }
    std::vector<Product> by_gtins(std::span<std::string const> gtins) {
        return sold(products_.find_by_gtins(connection_, gtins));
    }

    NothingFound nothing(std::string_view code) {
        if (!inactive_.empty()) {
            return {.detail = fmt::format("O produto {} está inativo. Ative-o no cadastro para vender.",
                                          inactive_.front().prod_xProd)};
        }
        return {.detail = fmt::format("Nenhum produto tem o código {}. Confira o código ou escolha um parecido.", code),
                .sugestoes = products_.similar(connection_, code, most_suggestions)};
    }

private:
    std::vector<Product> sold(std::vector<StoredProduct> stored) {
        std::vector<Product> active;
        for (auto& [product, version] : stored)
            (product.prod_ativo == "S" ? active : inactive_).push_back(std::move(product));
        return active;
    }

    db::Connection& connection_;
    Products const products_;
    std::vector<Product> inactive_;
};

Lookup found(Product product, Quantity quantity, Origem origem) {
    auto const valor = product.prod_vUnCOM;
    return Found{
        .produto = std::move(product), .quantidade = quantity, .valor = valor, .desconto = Money{}, .origem = origem};
}

Lookup of_label(ScaleLabel const& label, Product product, Quantity times) {
    if (label.kg) {
        if (product.prod_uCOM != "KG") {
            return NothingFound{.detail = fmt::format("A etiqueta traz o peso, mas {} é vendido por {}. Mude a unidade "
                                                      "para KG no cadastro ou digite a quantidade.",
                                                      product.prod_xProd, product.prod_uCOM.value_or("unidade")),
                                .sugestoes = {std::move(product)}};
        }
        return found(std::move(product), rounded_product<4>(Rounding::half_up, 1, *label.kg, times),
                     Origem::etiqueta_peso);
    }
    auto const valor = product.prod_vUnCOM;
    if (!valor || valor->raw() <= 0) {
        return NothingFound{.detail = fmt::format("{} não tem preço, e sem ele a etiqueta não diz quanto se leva. "
                                                  "Digite o preço no cadastro.",
                                                  product.prod_xProd),
                            .sugestoes = {std::move(product)}};
    }
    auto const price = rounded_product<2>(Rounding::half_up, 1, *label.price, times);
    auto const [quantity, desconto] = priced_at(price, *valor);
    return Found{.produto = std::move(product),
                 .quantidade = quantity,
                 .valor = valor,
                 .desconto = desconto,
                 .origem = Origem::etiqueta_valor};
}

std::string_view name_of(Origem origem) {
    switch (origem) {
    case Origem::codigo: return "codigo";
    case Origem::gtin: return "gtin";
    case Origem::etiqueta_peso: return "etiqueta_peso";
    case Origem::etiqueta_valor: return "etiqueta_valor";
    }
    std::unreachable();
}

} // namespace

Result<Lookup> look_up(db::Connection& connection, auth::CompanyScope const& scope,
                       std::span<std::string const> patterns, std::string_view text) {
    auto const typed = BALCAO_TRY(read_typed(text));
    Search search(connection, scope);
    if (auto coded = search.by_codes(std::span(&typed.code, 1)); !coded.empty())
        return found(std::move(coded.front()), typed.quantity, Origem::codigo);

    auto products = search.by_gtins(gtins_of(typed.code));
    if (products.size() == 1) return found(std::move(products.front()), typed.quantity, Origem::gtin);
    if (products.size() > 1) {
        products.resize(std::min<std::size_t>(products.size(), most_suggestions));
        return NothingFound{.detail = "Mais de um produto tem este código de barras. Escolha qual.",
                            .sugestoes = std::move(products)};
    }
    for (auto const& pattern : patterns) {
        auto const label = read_scale_label(pattern, typed.code);
        if (!label) continue;
        if (auto labelled = search.by_codes(label->codes); !labelled.empty())
            return of_label(*label, std::move(labelled.front()), typed.quantity);
    }
    return search.nothing(typed.code);
}

std::string to_json(Found const& found) {
    json::ObjectWriter writer;
    writer.raw("produto", to_json(found.produto));
    writer.text("quantidade", found.quantidade.to_string());
    writer.optional_text("valor", found.valor.transform([](auto const& valor) { return valor.to_string(); }));
    writer.text("desconto", found.desconto.to_string());
    writer.text("origem", name_of(found.origem));
    return writer.take();
}

} // namespace balcao::products
