#include "platform/records/field_rules.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "platform/base/documents.hpp"
#include "platform/base/text.hpp"
#include "platform/reference/municipalities.hpp"

namespace balcao::records {

namespace {

std::string missing(std::size_t count, std::string_view one, std::string_view many, std::string_view whole) {
    return count == 1 ? fmt::format("Falta 1 {}: {}.", one, whole)
                      : fmt::format("Faltam {} {}: {}.", count, many, whole);
}

} // namespace

std::string without_punctuation(std::string_view typed) {
    std::string text;
    std::ranges::copy_if(typed, std::back_inserter(text),
                         [](char c) { return !std::string_view(" .-/()+").contains(c); });
    return text;
}

std::optional<std::string> cnpj_problem(std::string_view cnpj) {
    if (auto const typed = length(cnpj); typed < 14)
        return missing(14 - typed, "caractere", "caracteres", "o CNPJ tem 14");
    if (!is_valid_cnpj(cnpj)) return "CNPJ inválido. Confira os números digitados.";
    return std::nullopt;
}

std::optional<std::string> cpf_problem(std::string_view cpf) {
    if (is_digits(cpf) && cpf.size() < 11) return missing(11 - cpf.size(), "número", "números", "o CPF tem 11");
    if (!is_valid_cpf(cpf)) return "CPF inválido. Confira os números digitados.";
    return std::nullopt;
}

std::string normalize_inscricao_estadual(std::string_view typed) { return upper_ascii(without_punctuation(typed)); }

std::optional<std::string> inscricao_estadual_problem(std::string_view text) {
    if (text == "ISENTO" || (is_digits(text) && text.size() >= 2 && text.size() <= 14)) return std::nullopt;
    return "Digite de 2 a 14 números, ou ISENTO.";
}

std::optional<std::string> telefone_problem(std::string_view text) {
    if (is_digits(text) && text.size() >= 6 && text.size() <= 14) return std::nullopt;
    return "Digite o telefone com DDD, só números. Exemplo: (19) 3232-1010.";
}

std::optional<std::string> cep_problem(std::string_view text) {
    if (is_digits(text) && text.size() == 8) return std::nullopt;
    return "O CEP tem 8 números. Exemplo: 13010-000.";
}

std::optional<std::string> codigo_municipio_problem(std::string_view text) {
    if (reference::find_municipality(text) != nullptr) return std::nullopt;
    return "Este código não está na tabela do IBGE. Escolha o município na lista.";
}

std::optional<std::string> municipality_elsewhere(std::string_view codigo_municipio, std::string_view uf) {
    auto const* const municipality = reference::find_municipality(codigo_municipio);
    if (municipality == nullptr || uf.empty() || municipality->uf == uf) return std::nullopt;
    return fmt::format("Este código é de {}/{}. Escolha um município de {}.", municipality->nome, municipality->uf, uf);
}

} // namespace balcao::records
