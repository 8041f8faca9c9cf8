#include "app/outage_answers.hpp"

#include <fmt/format.h>

#include "platform/base/log.hpp"
#include "platform/db/database.hpp"
#include "platform/db/full_disk.hpp"
#include "platform/http/problem.hpp"
#include "platform/secrets/secrets.hpp"

namespace balcao::app {

namespace {

http::Response unavailable(http::Request const& request) {
    return http::problem({.kind = FailureKind::unavailable,
                          .title = "Sistema ocupado",
                          .detail = "Não foi possível concluir agora. Nada foi salvo; tente de novo em instantes.",
                          .retry_after = 2},
                         request.id);
}

http::Response outcome_unknown(http::Request const& request) {
    return http::problem(
        {.kind = FailureKind::outcome_unknown,
         .title = "Não sabemos se foi salvo",
         .detail = "O banco de dados saiu do ar enquanto salvava. Não sabemos se foi salvo. Confira antes de "
                   "repetir."},
        request.id);
}

http::Response restart_needed(http::Request const& request) {
    return http::problem(
        {.kind = FailureKind::unavailable,
         .title = "Reinício necessário",
         .detail = "A chave que protege certificados e códigos secretos foi trocada. Nada foi salvo; peça a quem cuida "
                   "do servidor para reiniciar o Balcão."},
        request.id);
}

} // namespace

http::Response disk_full(http::Request const& request) {
    return http::problem(503, "disk_full", "Disco cheio",
                         "O disco do servidor está cheio. Nada foi salvo; avise quem cuida do servidor para liberar "
                         "espaço, e tente de novo depois.",
                         request.id);
}

http::Response away(http::Request const& request) {
    return http::problem({.kind = FailureKind::unavailable,
                          .title = "Banco de dados fora do ar",
                          .detail =
                              "Não foi possível acessar os dados agora. Nada foi salvo; tente de novo em instantes. Se "
                              "continuar, avise quem cuida do servidor.",
                          .retry_after = 2},
                         request.id);
}

http::Response refused(http::Request const& request, std::string_view why) {
    return http::problem({.kind = FailureKind::unavailable,
                          .title = "Este banco de dados não é o atual",
                          .detail = fmt::format("Nada foi salvo. Avise quem cuida do servidor: {}", why)},
                         request.id);
}

std::optional<http::Response> answer_to(std::exception const& error, http::Request const& request) {
    if (dynamic_cast<secrets::KeyChanged const*>(&error) != nullptr) {
        log::error("secret_key_changed", {{"request_id", request.id}, {"error", error.what()}});
        return restart_needed(request);
    }
    if (dynamic_cast<db::Unavailable const*>(&error) == nullptr) return std::nullopt;
    log::warning("database_unavailable", {{"request_id", request.id}, {"error", error.what()}});
    if (dynamic_cast<db::OutcomeUnknown const*>(&error) != nullptr) return outcome_unknown(request);
    if (dynamic_cast<db::Refused const*>(&error) != nullptr) return refused(request, error.what());
    if (dynamic_cast<db::FullDisk const*>(&error) != nullptr) return disk_full(request);
    return dynamic_cast<db::Away const*>(&error) != nullptr ? away(request) : unavailable(request);
}

} // namespace balcao::app
