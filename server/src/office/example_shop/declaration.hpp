#pragma once
// What the made-up shop has (reference-data/example-shop.json). For example_shop/ alone.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace balcao::example_shop {

/// The company as it is typed.
boost::json::object const& company_declaration();
/// CSC and its id.
boost::json::object const& csc_declaration();
/// One of: estacoes, perfis, produtos, pessoas, pedidos, vendas.
boost::json::array const& declared(std::string_view member);

/// A text that is declared to be there.
std::string text_of(boost::json::object const& object, std::string_view name);

/// Of the array's objects, the one whose member `name` is this text; it is declared to be there.
std::size_t place_of(boost::json::array const& all, std::string_view name, std::string_view text);

/// Steps of the progress: each record, each receipt, and the company's certificate with its settings.
std::int64_t all_steps();

} // namespace balcao::example_shop
