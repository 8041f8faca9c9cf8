#include "platform/base/result.hpp"

namespace balcao {

std::unexpected<Failure> invalid(std::vector<FieldProblem> fields) {
    auto const count = fields.size();
    return fail(
        {.kind = FailureKind::invalid,
         .title = count == 1 ? "1 campo precisa de atenção." : std::to_string(count) + " campos precisam de atenção.",
         .detail = "Corrija o que está indicado e salve de novo.",
         .fields = std::move(fields)});
}

std::unexpected<Failure> invalid(std::string detail) {
    return fail({.kind = FailureKind::invalid, .title = "Não foi possível salvar", .detail = std::move(detail)});
}

std::unexpected<Failure> not_found() {
    return fail({.kind = FailureKind::not_found,
                 .title = "Registro não encontrado",
                 .detail = "Ele pode ter sido excluído, ou você não tem acesso a ele."});
}

std::unexpected<Failure> forbidden() {
    return fail({.kind = FailureKind::forbidden,
                 .title = "Acesso Negado",
                 .detail = "Você não tem permissão para fazer isto. Peça a um administrador."});
}

} // namespace balcao
