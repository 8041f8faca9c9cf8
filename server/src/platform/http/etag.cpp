#include "platform/http/etag.hpp"

namespace balcao::http {

std::string etag(std::int64_t version) { return '"' + std::to_string(version) + '"'; }

Result<std::string_view> if_match(Request const& request) {
    if (auto const header = request.header("if-match")) return *header;
    return fail({.kind = FailureKind::missing_precondition,
                 .title = "Falta a versão do registro",
                 .detail = "Atualize a página para trabalhar com a versão mais nova e tente de novo."});
}

bool etag_matches(std::string_view if_match, std::int64_t version) {
    return if_match == "*" || if_match == etag(version);
}

} // namespace balcao::http
