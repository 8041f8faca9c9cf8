// Headings and cells: what columns may be called, and what people write in them.

#include "platform/spreadsheets/columns.hpp"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "platform/spreadsheets/spreadsheet.hpp"
#include "registry/imports/columns.hpp"
#include "registry/people/person.hpp"
#include "registry/products/product.hpp"

namespace balcao::spreadsheets {
namespace {

using imports::person_columns;
using imports::product_columns;
using testing::HasSubstr;

std::string field_of(std::string_view title, std::span<Column const> columns, std::string_view key) {
    std::vector<std::string_view> const heading{
        columns.front().field == key ? std::string_view("prod_cProd") : std::string_view("cpf_cnpj"), title};
    auto const found = recognize(heading, columns, key);
    if (!found) return found.error().detail;
    return (*found)[1].known == nullptr ? "" : std::string((*found)[1].known->field);
}
std::string product_field(std::string_view title) { return field_of(title, product_columns(), "prod_cProd"); }
std::string person_field(std::string_view title) { return field_of(title, person_columns(), "cpf_cnpj"); }

TEST(ColumnsTest, AreKnownByManyNames) {
    struct Case {
        char const* title;
        char const* field;
    };
    constexpr Case products[]{
        {"descrição", "prod_xProd"},
        {"DESCRICAO", "prod_xProd"},
        {" Descrição * ", "prod_xProd"},
        {"prod_xProd", "prod_xProd"},
        {"preço", "prod_vUnCOM"},
        {"Preço (R$)", "prod_vUnCOM"},
        {"Valor unitário", "prod_vUnCOM"},
        {"unidade", "prod_uCOM"},
        {"Un.", "prod_uCOM"},
        {"ncm", "prod_NCM"},
        {"EAN", "prod_cEAN"},
        {"Código de barras (EAN)", "prod_cEAN"},
        {"CSOSN", "icms_CST"},
        {"Fornecedor preferido", ""},
        {"", ""},
        {"Motivo", ""},
    };
    for (auto const& [title, field] : products) EXPECT_EQ(product_field(title), field) << title;
    constexpr Case people[]{
        {"nome", "razao_social"},
        {"Razão Social", "razao_social"},
        {"cidade", "municipio_nome"},
        {"Município", "municipio_nome"},
        {"UF", "uf"},
        {"CEP", "cep"},
        {"Telefone", "telefone"},
        {"e-mail", "email"},
        {"Endereço", "logradouro"},
        {"Código IBGE", "municipio"},
    };
    for (auto const& [title, field] : people) EXPECT_EQ(person_field(title), field) << title;
}

// Otherwise an exported file could not be imported again.
TEST(ColumnsTest, EachTitleAndFieldNameIsItsOwnColumn) {
    auto const check = [](std::span<Column const> columns, Fields fields, std::string_view key) {
        std::vector<std::string_view> titles;
        for (auto const& column : columns) {
            titles.push_back(column.title);
            EXPECT_NE(std::ranges::find(fields, column.field, &Field::name), fields.end()) << column.field;
        }
        auto const found = recognize(titles, columns, key);
        ASSERT_TRUE(found.has_value()) << found.error().detail;
        for (std::size_t i = 0; i < columns.size(); ++i) EXPECT_EQ((*found)[i].known, &columns[i]) << columns[i].title;
    };
    check(product_columns(), products::product_fields(), "prod_cProd");
    check(person_columns(), people::person_fields(), "cpf_cnpj");
}

TEST(ColumnsTest, EveryFieldThatMayBeTypedHasOne) {
    auto const check = [](Fields fields, std::span<Column const> columns) {
        for (auto const& field : fields) {
            auto const is_known = std::ranges::find(columns, field.name, &Column::field) != columns.end();
            EXPECT_TRUE(is_known || field.rules.read_only) << field.name;
        }
    };
    check(products::product_fields(), product_columns());
    check(people::person_fields(), person_columns());
}

TEST(ColumnsTest, AFileWithoutTheKeyOrWithDoublesIsRefused) {
    std::vector<std::string_view> const no_key{"Descrição", "Preço"};
    EXPECT_THAT(recognize(no_key, product_columns(), "prod_cProd").error().detail,
                HasSubstr("Falta a coluna \"Código\""));
    std::vector<std::string_view> const twice{"Código", "Preço", "Valor unitário"};
    EXPECT_THAT(recognize(twice, product_columns(), "prod_cProd").error().detail,
                HasSubstr("\"Preço\" e \"Valor unitário\""));
}

TEST(NumbersTest, AsTypedInBrazilOrByMachines) {
    struct Case {
        char const* typed;
        char const* plain; // null: no number
    };
    constexpr Case cases[]{
        {"1.234,50", "1234.5"},
        {"1234.5", "1234.5"},
        {"1234,5", "1234.5"},
        {"1,234.56", "1234.56"},
        {"R$ 1.234,50", "1234.5"},
        {"1.234", "1234"},
        {"0.500", "0.5"},
        {"1,234", "1.234"},
        {"1.234.567", "1234567"},
        {"1,234,567", "1234567"},
        {"12", "12"},
        {"0", "0"},
        {"000", "0"},
        {"-1,5", "-1.5"},
        {"-0", "0"},
        {"18%", "18"},
        {",5", "0.5"},
        {"5,", "5"},
        {"1.5", "1.5"},
        {"12.3456", "12.3456"},
        {"1 234,5", "1234.5"},
        {"R$\u00A074,50", "74.5"},
        {"\u22121", "-1"},
        {"", nullptr},
        {"abc", nullptr},
        {"1e400", nullptr},
        {"1.23.4", nullptr},
        {"1,2,3", nullptr},
        {"1.2,3.4", nullptr},
        {"--1", nullptr},
        {".", nullptr},
        {"12.34,5", nullptr},
        {"0x10", nullptr},
    };
    for (auto const& [typed, plain] : cases)
        EXPECT_EQ(plain_number(typed), plain == nullptr ? std::nullopt : std::optional<std::string>(plain)) << typed;
}

RC_GTEST_PROP(NumbersTest, WhatExportsShowIsTheSameNumber, (std::int64_t raw)) {
    auto const value = Decimal<4>::from_raw(raw);
    Field const field{.name = "x",
                      .kind = FieldKind::decimal,
                      .optional = false,
                      .places = 4,
                      .rules = {},
                      .get = nullptr,
                      .set = nullptr};
    auto const shown = shown_value({.field = "x", .title = "X"}, field, Scalar{raw});
    auto const plain = plain_number(shown);
    RC_ASSERT(plain.has_value());
    RC_ASSERT(Decimal<4>::parse(*plain).value() == value);
}

Column const& column_named(std::span<Column const> columns, std::string_view name) {
    return *std::ranges::find(columns, name, &Column::field);
}
std::string product_cell(std::string_view name, std::string_view text) {
    auto const fields = products::product_fields();
    auto const value =
        cell_value(column_named(product_columns(), name), *std::ranges::find(fields, name, &Field::name), text);
    if (!value) return "! " + value.error();
    return value->is_string() ? std::string(value->get_string()) : std::to_string(value->get_int64());
}

TEST(CellsTest, SayWhatTheFieldUnderstands) {
    struct Case {
        char const* field;
        char const* text;
        char const* value;
    };
    constexpr Case cases[]{
        {"prod_ativo", "Sim", "S"},
        {"prod_ativo", "inativo", "N"},
        {"prod_ativo", "0", "N"},
        {"prod_ativo", "talvez", "! Escreva Sim ou Não."},
        {"icms_orig", "0 - Nacional", "0"},
        {"icms_orig", "nacional", "! Escreva só o número do código."},
        {"prod_vUnCOM", "R$ 74,50", "74.5"},
        {"prod_vUnCOM", "caro", "! Isto não é um número. Exemplo: 1234,50."},
        {"prod_NCM", "1012100", "01012100"}, // a spreadsheet took it for a number
        {"prod_NCM", "6810.91.00", "6810.91.00"},
        {"pis_CST", "1", "01"},
        {"ibscbs_CST", "0", "000"},
        {"icms_CST", "102", "102"},
        {"prod_xProd", "'=cmd()", "=cmd()"}, // the guard of an export
        {"prod_xProd", "'Laje'", "'Laje'"},
    };
    for (auto const& [field, text, value] : cases) EXPECT_EQ(product_cell(field, text), value) << field << " " << text;

    auto const fields = people::person_fields();
    auto const& type = column_named(person_columns(), "pessoa_tipo");
    auto const& type_field = *std::ranges::find(fields, "pessoa_tipo", &Field::name);
    for (auto const* const text : {"Jurídica", "pessoa juridica", "PJ", "2"})
        EXPECT_EQ(cell_value(type, type_field, text), boost::json::value(2)) << text;
    EXPECT_EQ(shown_value(type, type_field, Scalar{std::int64_t{1}}), "Física");
    EXPECT_EQ(shown_value(type, type_field, Scalar{std::int64_t{3}}), "3");
}

TEST(SpreadsheetTest, CsvIsWhatExcelInBrazilOpens) {
    std::vector<Heading> const headings{{"Código"}, {"Descrição"}, {"Preço"}, {"Vazio"}};
    auto const file = new_spreadsheet(Format::csv, "Produtos", headings);
    file->row(std::vector<Cell>{std::string("1;2"), std::string("diz \"oi\"\nlinha"), Number{12345000, 4}, Cell{}});
    file->row(
        std::vector<Cell>{std::string("=cmd|' /C calc'!A0"), std::string("+1"), Number{-150, 2}, std::string("@a")});
    file->row(std::vector<Cell>{std::string("-1"), std::string("\tx"), Number{7, 0}, std::string("\rx")});
    EXPECT_EQ(file->take(), "\xEF\xBB\xBF"
                            "Código;Descrição;Preço;Vazio\r\n"
                            "\"1;2\";\"diz \"\"oi\"\"\nlinha\";1234,5000;\r\n"
                            "'=cmd|' /C calc'!A0;'+1;-1,50;'@a\r\n"
                            "'-1;\"'\tx\";7;\"'\rx\"\r\n");
}

} // namespace
} // namespace balcao::spreadsheets
