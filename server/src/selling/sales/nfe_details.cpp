#include "selling/sales/nfe_details.hpp"

#include <algorithm>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "nfce/tables.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/time.hpp"
#include "platform/records/field_rules.hpp"

namespace balcao::sales {

namespace {

constexpr std::size_t most_duplicatas = 120;
constexpr std::int64_t most_weight = 999'999'999'999; // 999,999,999.999 kg; pesoL has room for more

std::optional<std::string> uf_problem(std::string_view text) {
    if (nfce::tables::uf_code(text)) return std::nullopt;
    return "Esta UF não existe. Digite a sigla, como SP.";
}

std::optional<std::string> plate_problem(std::string_view text) {
    auto const is_plain = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
    if (text.size() == 7 && std::ranges::all_of(text, is_plain)) return std::nullopt;
    return "A placa tem 7 letras e números. Exemplo: ABC1D23.";
}

std::optional<std::string> document_problem(std::string_view text) {
    return text.size() < 12 ? records::cpf_problem(text) : records::cnpj_problem(text);
}

std::optional<std::string> due_problem(std::string_view text) {
    if (is_date(text)) return std::nullopt;
    return "Esta data não existe. Digite dia, mês e ano.";
}

constexpr Field details[]{
    field<&NfeDetails::mod_frete>("mod_frete", {.at_least = 0, .at_most = 9}),
    field<&NfeDetails::consumidor_final>("consumidor_final", {.one_of = "S|N"}),
    field<&NfeDetails::transportadora>("transportadora", {.min = 2, .max = 60, .nfe_text = true}),
    field<&NfeDetails::transportadora_documento>("transportadora_documento",
                                                 {.normalize = normalize_cnpj, .check = document_problem}),
    field<&NfeDetails::transportadora_ie>("transportadora_ie", {.check = records::inscricao_estadual_problem}),
    field<&NfeDetails::transportadora_endereco>("transportadora_endereco", {.max = 60, .nfe_text = true}),
    field<&NfeDetails::transportadora_municipio>("transportadora_municipio", {.max = 60, .nfe_text = true}),
    field<&NfeDetails::transportadora_uf>("transportadora_uf", {.check = uf_problem}),
    field<&NfeDetails::placa>("placa", {.normalize = normalize_cnpj, .check = plate_problem}),
    field<&NfeDetails::placa_uf>("placa_uf", {.check = uf_problem}),
    field<&NfeDetails::volumes>("volumes", {.at_least = 1, .at_most = 999'999'999}),
    field<&NfeDetails::especie>("especie", {.max = 60, .nfe_text = true}),
    field<&NfeDetails::peso_liquido>("peso_liquido", {.at_least = 0, .at_most = most_weight}),
    field<&NfeDetails::peso_bruto>("peso_bruto", {.at_least = 0, .at_most = most_weight}),
};

constexpr Field instalment[]{
    field<&budgets::Installment::vencimento>("vencimento", {.required = true, .check = due_problem}),
    field<&budgets::Installment::valor>("valor",
                                        {.required = true, .at_least = 1, .at_most = budgets::most_money.raw()}),
};

void read_instalments(boost::json::value const& value, NfeDetails& read, std::vector<FieldProblem>& problems) {
    if (value.is_null()) return;
    if (!value.is_array() || value.get_array().size() > most_duplicatas) {
        problems.push_back({"nfe.duplicatas", fmt::format("A nota tem no máximo {} duplicatas.", most_duplicatas)});
        return;
    }
    auto const& list = value.get_array();
    for (std::size_t i = 0; i < list.size(); ++i) {
        auto const path = fmt::format("nfe.duplicatas.{}", i);
        if (!list[i].is_object()) {
            problems.push_back({path, "Este valor veio em formato inesperado. Digite de novo."});
            continue;
        }
        std::vector<FieldProblem> found;
        read.duplicatas.push_back(read_entity<budgets::Installment>(instalment, list[i].get_object(), found));
        for (auto& problem : found) problems.push_back({path + '.' + problem.field, std::move(problem.message)});
    }
}

} // namespace

NfeDetails read_nfe_details(boost::json::object json, std::vector<FieldProblem>& problems) {
    boost::json::value instalments;
    if (auto* const value = json.if_contains("duplicatas")) {
        instalments = std::move(*value);
        json.erase("duplicatas");
    }
    std::vector<FieldProblem> found;
    auto read = read_entity<NfeDetails>(details, json, found);
    for (auto& problem : found) problems.push_back({"nfe." + problem.field, std::move(problem.message)});
    if (read.mod_frete && *read.mod_frete > 4 && *read.mod_frete < 9)
        problems.push_back({"nfe.mod_frete", "Escolha quem paga o frete, ou sem frete."});
    if (!read.transportadora && (read.transportadora_documento || read.transportadora_ie))
        problems.push_back({"nfe.transportadora", "Digite o nome da transportadora."});
    read_instalments(instalments, read, problems);
    return read;
}

std::string to_json(NfeDetails const& of) {
    auto out = balcao::to_json(details, of);
    out.back() = ',';
    out += R"("duplicatas":[)";
    for (std::size_t i = 0; i < of.duplicatas.size(); ++i)
        out += (i == 0 ? "" : ",") + balcao::to_json(instalment, of.duplicatas[i]);
    return out + "]}";
}

} // namespace balcao::sales
