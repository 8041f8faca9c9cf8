#include "registry/products/product_checks.hpp"

#include <algorithm>

#include "platform/base/documents.hpp"
#include "platform/base/text.hpp"

namespace balcao::products {

namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

std::string missing(std::size_t count, std::string_view one, std::string_view many) {
    return count == 1 ? "Falta 1 " + std::string(one) : "Faltam " + std::to_string(count) + ' ' + std::string(many);
}

// `example`: how a code of this length is written.
Problem digits_problem(std::string_view text, std::size_t size, std::string_view example) {
    if (!is_digits(text)) return "Digite só números. Exemplo: " + std::string(example) + ".";
    if (text.size() < size)
        return missing(size - text.size(), "dígito", "dígitos") + ". Exemplo: " + std::string(example) + ".";
    if (text.size() > size) return "São " + std::to_string(size) + " dígitos. Exemplo: " + std::string(example) + ".";
    return std::nullopt;
}

} // namespace

std::string without_punctuation(std::string_view typed) {
    std::string text;
    std::ranges::copy_if(typed, std::back_inserter(text), [](char c) { return !std::string_view(" .-/").contains(c); });
    return text;
}

std::string upper_without_punctuation(std::string_view typed) { return upper_ascii(without_punctuation(typed)); }

std::string normalize_gtin(std::string_view typed) {
    auto text = upper_without_punctuation(typed);
    return text == "SEMGTIN" ? std::string(sem_gtin) : text;
}

Problem check_gtin(std::string_view text) {
    if (is_valid_cean(text)) return std::nullopt;
    if (!is_digits(text)) return "Digite os números do código de barras, ou SEM GTIN.";
    auto const size = text.size();
    if (size != 8 && size != 12 && size != 13 && size != 14)
        return "O código de barras tem 8, 12, 13 ou 14 dígitos. Sem código, escreva SEM GTIN.";
    return "O último dígito não confere. Confira o código de barras, ou escreva SEM GTIN.";
}

Problem check_ncm(std::string_view text) {
    if (auto problem = digits_problem(text, 8, "6810.91.00")) return problem;
    if (reference::find_ncm(text) == nullptr) return "Este NCM não está na tabela em vigor. Escolha um da lista.";
    return std::nullopt;
}

Problem check_cest(std::string_view text) {
    if (auto problem = digits_problem(text, 7, "10.005.00")) return problem;
    return check_code<reference::Table::cest>(text);
}

Problem check_cfop(std::string_view text) {
    if (auto problem = digits_problem(text, 4, "5102")) return problem;
    return check_code<reference::Table::cfop>(text);
}

Problem check_nve(std::string_view text) {
    if (text.size() == 6 && is_upper(text[0]) && is_upper(text[1]) && is_digits(text.substr(2))) return std::nullopt;
    return "A NVE tem 2 letras e 4 números. Exemplo: AA0001.";
}

Problem check_extipi(std::string_view text) {
    if (is_digits(text) && (text.size() == 2 || text.size() == 3)) return std::nullopt;
    return "A exceção da TIPI tem 2 ou 3 números. Exemplo: 001.";
}

Problem check_fci(std::string_view text) {
    constexpr std::string_view shape = "00000000-0000-0000-0000-000000000000";
    auto const fits = text.size() == shape.size() && std::ranges::equal(text, shape, [](char c, char wanted) {
                          return wanted == '-' ? c == '-' : (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
                      });
    if (fits) return std::nullopt;
    return "O número da FCI tem esta forma: B01F70AF-10BF-4B1F-848C-65FF57F616FE.";
}

Problem check_cbenef(std::string_view text) {
    auto const size = length(text);
    if (text == "SEM CBENEF" || ((size == 8 || size == 10) && !text.contains(' '))) return std::nullopt;
    return "O código de benefício tem 8 ou 10 caracteres, sem espaços, ou é SEM CBENEF.";
}

Problem check_cnpj(std::string_view text) {
    if (text.size() < 14) return missing(14 - text.size(), "caractere", "caracteres") + ": o CNPJ tem 14.";
    if (!is_valid_cnpj(text)) return "CNPJ inválido. Confira os números digitados.";
    return std::nullopt;
}

Problem check_icms_cst(std::string_view text) {
    return text.size() == 3 ? check_code<reference::Table::csosn>(text) : check_code<reference::Table::cst_icms>(text);
}

Problem check_cclasstrib(std::string_view text) {
    if (auto problem = digits_problem(text, 6, "000001")) return problem;
    if (reference::find_in(reference::Table::cclasstrib, text) == nullptr)
        return "Esta classificação não existe ou não vale para NFC-e. Escolha uma da lista.";
    return std::nullopt;
}

} // namespace balcao::products
