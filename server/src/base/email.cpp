#include "base/email.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace balcao {

std::string normalize_email(std::string_view typed) {
    auto email = trim(typed);
    std::ranges::transform(email, email.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return email;
}

std::optional<std::string> email_problem(std::string_view email) {
    constexpr auto wrong = "Digite um e-mail completo, como nome@empresa.com.br.";
    if (email.size() > 254) return "Digite no máximo 254 caracteres.";
    auto const at = email.find('@');
    if (at == 0 || at == std::string_view::npos || at > 64) return wrong;
    auto const domain = email.substr(at + 1);
    auto const is_bad = [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '@' || c == ',' || c == ';' || c == '<' || c == '>' ||
               c == '"' || c == 0x7f;
    };
    if (std::ranges::any_of(email.substr(0, at), is_bad) || std::ranges::any_of(domain, is_bad)) return wrong;
    auto const dot = domain.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || domain.size() - dot < 3 || domain.contains("..")) return wrong;
    return std::nullopt;
}

} // namespace balcao
