#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include "office/reports/exports.hpp"
#include "platform/base/brazilian.hpp"

namespace balcao::reports {

namespace {

namespace js = boost::json;

enum class Kind : std::uint8_t { text, day, money, quantity, percent, number, weekday, payment };

struct Member {
    std::string_view name; // `somas.icms`
    std::string_view title;
    Kind kind = Kind::text;
    double width = 14;
};
struct Section {
    std::string_view report, name, member, title;
    std::vector<Member> columns;
};

std::vector<Member> taxes(std::vector<Member> before) {
    before.insert(before.end(), {{"itens", "Itens", Kind::number, 9},
                                 {"somas.valor", "Valor", Kind::money},
                                 {"somas.base_icms", "Base ICMS", Kind::money},
                                 {"somas.icms", "ICMS", Kind::money},
                                 {"somas.pis", "PIS", Kind::money},
                                 {"somas.cofins", "COFINS", Kind::money},
                                 {"somas.ibs", "IBS", Kind::money},
                                 {"somas.cbs", "CBS", Kind::money}});
    return before;
}

std::vector<Member> client_columns() {
    return {{"nome", "Cliente", Kind::text, 34},
            {"quantidade", "Compras", Kind::number, 9},
            {"valor", "Valor", Kind::money},
            {"parte", "Parte %", Kind::percent, 9},
            {"abc", "ABC", Kind::text, 6},
            {"ticket_medio", "Ticket médio", Kind::money},
            {"primeira", "Primeira compra", Kind::day},
            {"ultima", "Última compra", Kind::day}};
}

std::vector<Section> const& sections() {
    static std::vector<Section> const all{
        {"vendas",
         "produto",
         "por_produto",
         "Por produto",
         {{"codigo", "Código", Kind::text, 14},
          {"descricao", "Produto", Kind::text, 34},
          {"quantidade", "Quantidade", Kind::quantity},
          {"unidade", "Un.", Kind::text, 9},
          {"preco_medio", "Preço médio", Kind::money},
          {"valor", "Valor", Kind::money},
          {"parte", "Parte %", Kind::percent, 9},
          {"abc", "ABC", Kind::text, 6},
          {"devolvido", "Devolvido", Kind::money}}},
        {"vendas",
         "dia",
         "por_dia",
         "Por dia",
         {{"dia", "Dia", Kind::day},
          {"quantidade", "Notas", Kind::number, 9},
          {"valor", "Valor", Kind::money},
          {"anterior", "Período comparado", Kind::money, 18}}},
        {"vendas",
         "hora",
         "por_hora",
         "Por dia da semana e hora",
         {{"dia_semana", "Dia da semana", Kind::weekday},
          {"hora", "Hora", Kind::number, 8},
          {"quantidade", "Notas", Kind::number, 9},
          {"valor", "Valor", Kind::money}}},
        {"vendas",
         "operador",
         "por_operador",
         "Por operador",
         {{"nome", "Operador", Kind::text, 30},
          {"quantidade", "Notas", Kind::number, 9},
          {"autorizado", "Autorizado", Kind::money},
          {"devolvido", "Devolvido", Kind::money},
          {"faturado", "Faturado", Kind::money},
          {"desconto", "Desconto", Kind::money},
          {"ticket_medio", "Ticket médio", Kind::money}}},
        {"vendas",
         "cliente",
         "por_cliente",
         "Por cliente",
         {{"nome", "Cliente", Kind::text, 34},
          {"quantidade", "Compras", Kind::number, 9},
          {"valor", "Valor", Kind::money},
          {"parte", "Parte %", Kind::percent, 9},
          {"ticket_medio", "Ticket médio", Kind::money}}},
        {"vendas",
         "pagamento",
         "por_pagamento",
         "Por forma de pagamento",
         {{"tPag", "Forma", Kind::payment, 24},
          {"quantidade", "Notas", Kind::number, 9},
          {"valor", "Valor", Kind::money},
          {"parte", "Parte %", Kind::percent, 9}}},
        {"fiscal", "", "linhas", "CFOP, CST e NCM",
         taxes({{"cfop", "CFOP", Kind::text, 7},
                {"cst", "CST/CSOSN", Kind::text, 10},
                {"ncm", "NCM", Kind::text, 10},
                {"aliquota", "ICMS %", Kind::text, 8},
                {"uf", "UF", Kind::text, 5}})},
        {"fechamento",
         "",
         "series",
         "Fechamento",
         {{"modelo", "Modelo", Kind::number, 8},
          {"serie", "Série", Kind::number, 7},
          {"primeiro", "Primeiro nº", Kind::number},
          {"ultimo", "Último nº", Kind::number},
          {"autorizadas.quantidade", "Autorizadas", Kind::number},
          {"autorizadas.valor", "Valor", Kind::money},
          {"canceladas.quantidade", "Canceladas", Kind::number},
          {"entradas.quantidade", "Entradas", Kind::number},
          {"entradas.valor", "Valor das entradas", Kind::money},
          {"inutilizadas", "Inutilizadas", Kind::number},
          {"pendentes.quantidade", "Pendentes", Kind::number},
          {"faltam", "Faltam", Kind::number}}},
        {"clientes", "", "linhas", "Clientes", client_columns()},
        {"clientes", "", "parados", "Não compram há 90 dias", client_columns()},
    };
    return all;
}

constexpr auto weekdays =
    std::to_array<std::string_view>({"", "segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo"});

js::value const* find(js::object const& row, std::string_view path) {
    auto const dot = path.find('.');
    auto const* const found = row.if_contains(path.substr(0, dot));
    if (dot == std::string_view::npos || found == nullptr || !found->is_object()) return found;
    return find(found->get_object(), path.substr(dot + 1));
}

template <int Places>
spreadsheets::Cell decimal_cell(std::string_view text) {
    auto const value = Decimal<Places>::parse(text);
    if (!value) return std::string(text);
    return spreadsheets::Number{.raw = value->raw(), .places = Places};
}

spreadsheets::Cell cell_of(js::value const* value, Kind kind) {
    if (value == nullptr || value->is_null()) return std::monostate{};
    if (value->is_int64()) {
        auto const number = value->get_int64();
        if (kind == Kind::weekday) return std::string(weekdays.at(static_cast<std::size_t>(number)));
        return spreadsheets::Number{.raw = number, .places = 0};
    }
    if (!value->is_string()) return std::monostate{};
    std::string_view const text = value->get_string();
    switch (kind) {
    case Kind::money: return decimal_cell<2>(text);
    case Kind::quantity: return decimal_cell<4>(text);
    case Kind::percent: return decimal_cell<1>(text);
    case Kind::day: return date_text(text);
    case Kind::payment: return payment_name(text);
    default: return std::string(text);
    }
}

} // namespace

std::string payment_name(std::string_view tPag) {
    constexpr auto names =
        std::to_array<std::pair<std::string_view, std::string_view>>({{"01", "Dinheiro"},
                                                                      {"02", "Cheque"},
                                                                      {"03", "Cartão de crédito"},
                                                                      {"04", "Cartão de débito"},
                                                                      {"05", "Cartão da loja"},
                                                                      {"10", "Vale alimentação"},
                                                                      {"11", "Vale refeição"},
                                                                      {"12", "Vale presente"},
                                                                      {"13", "Vale combustível"},
                                                                      {"15", "Boleto"},
                                                                      {"16", "Depósito"},
                                                                      {"17", "Pix"},
                                                                      {"18", "Transferência"},
                                                                      {"19", "Programa de fidelidade"},
                                                                      {"20", "Pix estático"},
                                                                      {"21", "Crédito em loja"},
                                                                      {"90", "Sem pagamento"},
                                                                      {"99", "Outros"}});
    for (auto const& [code, name] : names)
        if (code == tPag) return std::string(name);
    return std::string(tPag);
}

std::vector<Table> tables_of(std::string_view report, js::object const& answer,
                             std::optional<std::string> const& section) {
    std::vector<Table> tables;
    for (auto const& one : sections()) {
        if (one.report != report || (section && !one.name.empty() && one.name != *section)) continue;
        auto const* const rows = answer.if_contains(one.member);
        if (rows == nullptr || !rows->is_array()) continue;
        Table table{.title = std::string(one.title)};
        for (auto const& column : one.columns) {
            bool const is_text = column.kind == Kind::text || column.kind == Kind::day ||
                                 column.kind == Kind::weekday || column.kind == Kind::payment;
            table.columns.push_back({.title = std::string(column.title), .width = column.width, .is_number = !is_text});
        }
        for (auto const& row : rows->get_array()) {
            auto& cells = table.rows.emplace_back();
            for (auto const& column : one.columns)
                cells.push_back(cell_of(find(row.get_object(), column.name), column.kind));
        }
        tables.push_back(std::move(table));
    }
    return tables;
}

} // namespace balcao::reports
