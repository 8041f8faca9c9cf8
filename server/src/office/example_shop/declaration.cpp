#include "office/example_shop/declaration.hpp"

#include <stdexcept>

#include "platform/base/embedded.hpp"
#include "platform/base/json.hpp"

BALCAO_EMBEDDED(example_shop_declaration)

namespace balcao::example_shop {

namespace {

boost::json::object const& declaration() {
    static auto const all = json::parse_object(example_shop_declaration()).value();
    return all;
}

} // namespace

boost::json::object const& company_declaration() { return declaration().at("empresa").as_object(); }

boost::json::object const& csc_declaration() { return declaration().at("csc").as_object(); }

boost::json::array const& declared(std::string_view member) { return declaration().at(member).as_array(); }

std::string text_of(boost::json::object const& object, std::string_view name) {
    return std::string(std::string_view(object.at(name).as_string()));
}

std::size_t place_of(boost::json::array const& all, std::string_view name, std::string_view text) {
    for (std::size_t i = 0; i < all.size(); ++i)
        if (text_of(all[i].as_object(), name) == text) return i;
    throw std::logic_error("the made-up shop has no " + std::string(text));
}

std::int64_t all_steps() {
    std::size_t steps = 1;
    for (auto const* const member : {"estacoes", "perfis", "produtos", "pessoas", "pedidos", "vendas"})
        steps += declared(member).size();
    return static_cast<std::int64_t>(steps);
}

} // namespace balcao::example_shop
