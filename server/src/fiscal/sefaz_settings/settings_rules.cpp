#include "fiscal/sefaz_settings/settings_rules.hpp"

#include <algorithm>
#include <vector>

#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "fiscal/numbers/numbers.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/text.hpp"

namespace balcao::sefaz_settings {

namespace {

using numbers::highest_number;

// As typed; the CSC beside it is a secret and does not stay in an entity.
struct Form {
    std::string ambiente;
    std::string destino = std::string(sefaz);
    std::optional<std::int64_t> serie;
    std::optional<std::int64_t> numero_inicial;
    std::optional<std::int64_t> proximo_lido;
    std::optional<std::int64_t> serie_nfe, numero_inicial_nfe, proximo_lido_nfe;
    std::string csc_id;
};

std::optional<std::string> csc_id_problem(std::string_view text) {
    if (!is_digits(text) || text.empty() || text.size() > 6)
        return "Digite de 1 a 6 números, como a SEFAZ informou. Exemplo: 000001.";
    if (text.find_first_not_of('0') == std::string_view::npos)
        return "O identificador do CSC começa em 1. Exemplo: 000001.";
    return std::nullopt;
}

constexpr Field fields[]{
    field<&Form::ambiente>("ambiente", {.required = true, .one_of = "homologacao|producao"}),
    field<&Form::destino>("destino", {.one_of = "sefaz|simulador"}),
    field<&Form::serie>("serie", {.required = true, .at_least = 0, .at_most = highest_serie}),
    field<&Form::numero_inicial>("numero_inicial", {.required = true, .at_least = 1, .at_most = highest_number}),
    field<&Form::proximo_lido>("proximo_lido", {.at_least = 1, .at_most = highest_number}),
    field<&Form::serie_nfe>("serie_nfe", {.at_least = 0, .at_most = highest_serie}),
    field<&Form::numero_inicial_nfe>("numero_inicial_nfe", {.at_least = 1, .at_most = highest_number}),
    field<&Form::proximo_lido_nfe>("proximo_lido_nfe", {.at_least = 1, .at_most = highest_number}),
    field<&Form::csc_id>("csc_id", {.required = true, .check = csc_id_problem}),
};

// Takes a secret text out of the object, so that nothing else reads it.
std::optional<Secret> take_secret(boost::json::object& json, std::string_view name,
                                  std::vector<FieldProblem>& problems) {
    auto* const value = json.if_contains(name);
    if (value == nullptr) return std::nullopt;
    std::optional<Secret> secret;
    if (value->is_string()) secret = Secret{std::string(value->get_string())};
    else if (!value->is_null())
        problems.push_back({std::string(name), "Este valor veio em formato inesperado. Digite de novo."});
    json.erase(name);
    return secret;
}

} // namespace

std::optional<std::string> code_problem(std::string_view name, std::string_view code) {
    if (std::ranges::any_of(code, [](char c) { return std::string_view(" \t\r\n").contains(c); }))
        return fmt::format("Retire os espaços do meio do {}.", name);
    auto const is_plain = std::ranges::all_of(code, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-';
    });
    if (!is_plain) return fmt::format("O {} tem só letras, números e hífens. Copie-o do portal da SEFAZ.", name);
    if (code.size() < 16 || code.size() > 36) {
        return fmt::format("O {} tem de 16 a 36 caracteres; este tem {}. Copie-o do portal da SEFAZ.", name,
                           code.size());
    }
    return std::nullopt;
}

std::string masked(std::string_view code) {
    constexpr std::size_t shown = 4;
    return "••••••••" + std::string(code.substr(code.size() - std::min(shown, code.size())));
}

Result<SettingsInput> read_settings(boost::json::object const& json,
                                    std::function<bool(std::string_view ambiente)> const& has_csc) {
    std::vector<FieldProblem> problems;
    auto rest = json;
    auto const csc = take_secret(rest, "csc", problems);
    auto const form = read_entity<Form>(fields, rest, problems);
    SettingsInput input{.ambiente = form.ambiente,
                        .destino = form.destino,
                        .nfce = {.serie = form.serie.value_or(0),
                                 .numero_inicial = form.numero_inicial.value_or(0),
                                 .proximo_lido = form.proximo_lido},
                        .nfe = {},
                        .csc_id = form.csc_id.empty() ? "" : fmt::format("{:0>6}", form.csc_id)};
    if (form.serie_nfe || form.numero_inicial_nfe) {
        if (!form.serie_nfe) problems.push_back({"serie_nfe", "Preencha este campo."});
        if (!form.numero_inicial_nfe) problems.push_back({"numero_inicial_nfe", "Preencha este campo."});
        input.nfe = SeriesInput{.serie = form.serie_nfe.value_or(0),
                                .numero_inicial = form.numero_inicial_nfe.value_or(0),
                                .proximo_lido = form.proximo_lido_nfe};
    }
    if (csc) {
        // Empty: the field was left as it was.
        if (auto code = Secret{trim(csc->reveal())}; !code.reveal().empty()) {
            if (auto problem = code_problem("CSC", code.reveal())) problems.push_back({"csc", *std::move(problem)});
            input.csc = std::move(code);
        }
    }
    auto const is_told =
        std::ranges::any_of(problems, [](FieldProblem const& problem) { return problem.field == "csc"; });
    if (!input.csc && !is_told && !has_csc(input.ambiente)) problems.push_back({"csc", "Preencha este campo."});
    // As on the form: the CSC before its id.
    std::ranges::stable_sort(problems, {}, [](FieldProblem const& problem) { return problem.field == "csc_id"; });
    if (input.destino == simulador && input.ambiente == producao)
        problems.push_back({"destino", "O simulador é só para homologação. Em produção escolha SEFAZ."});
    if (!problems.empty()) return invalid(std::move(problems));
    return input;
}

Result<RevealInput> read_reveal(boost::json::object const& json) {
    std::vector<FieldProblem> problems;
    RevealInput input;
    auto rest = json;
    if (auto password = take_secret(rest, "password", problems)) input.password = *std::move(password);
    if (input.password.reveal().size() > 1024)
        problems.push_back({"password", "A senha não confere. Digite a senha com que você entra."});
    struct Choice {
        std::string ambiente;
    };
    static constexpr Field choice[]{
        field<&Choice::ambiente>("ambiente", {.required = true, .one_of = "homologacao|producao"})};
    input.ambiente = read_entity<Choice>(choice, rest, problems).ambiente;
    if (!problems.empty()) return invalid(std::move(problems));
    return input;
}

} // namespace balcao::sefaz_settings
