#include "platform/http/refusals.hpp"

#include "platform/base/result.hpp"
#include "platform/http/problem.hpp"

namespace balcao::http::refusals {

namespace {

std::string size_text(std::size_t bytes) {
    constexpr std::size_t kib = 1024;
    if (bytes >= kib * kib && bytes % (kib * kib) == 0) return std::to_string(bytes / (kib * kib)) + " MB";
    if (bytes >= kib) return std::to_string(bytes / kib) + " kB";
    return std::to_string(bytes) + " bytes";
}

} // namespace

Response unreadable(std::string_view id) {
    return problem(400, "unreadable", "Pedido ilegível",
                   "O pedido chegou incompleto ou fora do padrão HTTP. Recarregue a página e tente de novo.", id);
}

Response only_https(std::string const& location, std::string_view id) {
    auto response = problem(308, "only_https", "Use https",
                            "Este endereço só atende com conexão segura. Comece o endereço com https://.", id);
    response.headers.emplace_back("Location", location);
    return response;
}

Response header_too_large(std::string_view id) {
    return problem(431, "header_too_large", "Cabeçalho grande demais",
                   "Apague os cookies deste endereço no navegador e tente de novo.", id);
}

Response timeout(std::string_view id) {
    return problem(408, "timeout", "O envio demorou demais",
                   "A conexão está lenta ou caiu no meio do envio. Tente de novo.", id);
}

Response wrong_host(std::string_view id) {
    return problem(421, "unreadable", "Endereço errado",
                   "O Balcão não atende por este endereço. Use o endereço que o administrador informou.", id);
}

Response foreign_origin(std::string_view id) {
    return problem(
        403, "forbidden", "Pedido de outro site",
        "Por segurança, o Balcão só aceita alterações feitas nas suas próprias páginas. Abra o Balcão e tente de novo.",
        id);
}

Response not_found(std::string_view id) {
    return problem(404, "not_found", "Endereço não encontrado", "Confira o endereço ou volte à página inicial.", id);
}

Response method_not_allowed(std::string_view allow, std::string_view id) {
    auto response = problem(405, "method_not_allowed", "Operação não permitida neste endereço",
                            "Métodos aceitos: " + std::string(allow) + ".", id);
    response.headers.emplace_back("Allow", allow);
    return response;
}

Response unexpected_body(std::string_view id) {
    return problem(400, "unreadable", "Pedido ilegível", "Este endereço não recebe conteúdo.", id);
}

Response unsupported_media_type(std::vector<std::string> const& accepted, std::string_view id) {
    std::string list;
    for (auto const& type : accepted) list += (list.empty() ? "" : ", ") + type;
    return problem(415, "unsupported_media_type", "Tipo de conteúdo não aceito", "Envie como " + list + ".", id);
}

Response body_too_large(std::size_t limit, std::string_view id) {
    return problem(413, "too_large", "Conteúdo grande demais",
                   "O limite é de " + size_text(limit) + ". Reduza o arquivo e tente de novo.", id);
}

Response unknown_expectation(std::string_view id) {
    return problem(417, "unreadable", "Pedido ilegível", "O único valor aceito em Expect é 100-continue.", id);
}

Response busy(std::string_view id) {
    return problem({.kind = FailureKind::unavailable,
                    .title = "Muitos pedidos ao mesmo tempo",
                    .detail = "Nada se perdeu. Aguarde alguns segundos e tente de novo.",
                    .retry_after = 2},
                   id);
}

} // namespace balcao::http::refusals
