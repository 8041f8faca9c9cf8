#include "platform/http/problem.hpp"

#include <utility>

#include "platform/base/json.hpp"

namespace balcao::http {

namespace {

struct Kind {
    int status;
    std::string_view code;
};

Kind kind_of(FailureKind kind) {
    switch (kind) {
    case FailureKind::unreadable: return {400, "unreadable"};
    case FailureKind::unauthenticated: return {401, "unauthenticated"};
    case FailureKind::forbidden: return {403, "forbidden"};
    case FailureKind::not_found: return {404, "not_found"};
    case FailureKind::conflict: return {409, "conflict"};
    case FailureKind::stale: return {412, "stale"};
    case FailureKind::too_large: return {413, "too_large"};
    case FailureKind::unsupported_media_type: return {415, "unsupported_media_type"};
    case FailureKind::invalid: return {422, "invalid"};
    case FailureKind::missing_precondition: return {428, "missing_precondition"};
    case FailureKind::limited: return {429, "limited"};
    case FailureKind::unavailable: return {503, "unavailable"};
    case FailureKind::outcome_unknown: return {503, "outcome_unknown"};
    case FailureKind::result_unknown: return {503, "resultado_desconhecido"};
    case FailureKind::sale_issued: return {409, "venda_ja_emitida"};
    case FailureKind::sale_ended: return {409, "venda_encerrada"};
    case FailureKind::sale_changed: return {409, "venda_alterada"};
    case FailureKind::number_in_question: return {409, "numero_em_conferencia"};
    case FailureKind::action_unavailable: return {409, "acao_indisponivel"};
    case FailureKind::issuing_blocked: return {422, "emissao_bloqueada"};
    case FailureKind::till_closed: return {409, "caixa_fechado"};
    case FailureKind::approval_needed: return {422, "aprovacao_necessaria"};
    case FailureKind::person_ended: return {403, "operador_encerrado"};
    }
    std::unreachable();
}

json::ObjectWriter start(int status, std::string_view code, std::string_view title, std::string_view detail,
                         std::string_view request_id) {
    json::ObjectWriter writer;
    writer.text("type", "urn:balcao:problem:" + std::string(code));
    writer.text("title", title);
    writer.integer("status", status);
    if (!detail.empty()) writer.text("detail", detail);
    writer.text("code", code);
    writer.text("request_id", request_id);
    return writer;
}

Response finish(int status, json::ObjectWriter writer) {
    return {.status = status, .content_type = "application/problem+json", .body = writer.take()};
}

} // namespace

Response problem(Failure const& failure, std::string_view request_id, std::optional<More> const& more) {
    auto const [status, code] = kind_of(failure.kind);
    auto writer = start(status, code, failure.title, failure.detail, request_id);
    if (!failure.fields.empty()) {
        std::string errors;
        for (auto const& field : failure.fields) {
            json::ObjectWriter error;
            error.text("field", field.field);
            error.text("message", field.message);
            if (field.produto_id) error.text("produto_id", *field.produto_id);
            if (field.campo) error.text("campo", *field.campo);
            errors += errors.empty() ? '[' : ',';
            errors += error.take();
        }
        writer.raw("errors", errors + ']');
    }
    if (failure.retry_after) writer.integer("retry_after", *failure.retry_after);
    if (failure.existing_id) writer.text("existing_id", *failure.existing_id);
    if (failure.current_json)
        writer.raw(failure.kind == FailureKind::approval_needed ? "aprovacao" : "current", *failure.current_json);
    if (failure.changed_by) writer.text("changed_by", *failure.changed_by);
    if (failure.changed_at) writer.text("changed_at", *failure.changed_at);
    if (more) writer.raw(more->name, more->json);

    auto response = finish(status, std::move(writer));
    if (failure.retry_after) response.headers.emplace_back("Retry-After", std::to_string(*failure.retry_after));
    if (failure.current_etag) response.headers.emplace_back("ETag", *failure.current_etag);
    return response;
}

Response problem(int status, std::string_view code, std::string_view title, std::string_view detail,
                 std::string_view request_id) {
    return finish(status, start(status, code, title, detail, request_id));
}

Response internal_error(std::string_view request_id) {
    return problem(500, "internal", "Algo deu errado no servidor",
                   "O que você digitou não se perdeu. Tente de novo; se continuar, informe o código " +
                       std::string(request_id) + ".",
                   request_id);
}

int status_of(FailureKind kind) { return kind_of(kind).status; }

Response json(int status, std::string body) { return {.status = status, .body = std::move(body)}; }

} // namespace balcao::http
