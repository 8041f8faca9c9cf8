// Jobs that take notas further, as they are made.

#include <stdexcept>

#include <fmt/format.h>

#include "platform/base/json.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

std::string resolve_key(NotaId nota) { return "nfce:" + nota.to_string(); }

jobs::NewJob new_resolve_job(auth::CompanyScope const& scope, NotaId nota) {
    return {.tipo = resolve_job,
            .dados = fmt::format(R"({{"nfce":"{}"}})", nota.to_string()),
            .chave = resolve_key(nota),
            .company = scope};
}

std::string transmission_key(CompanyId company, std::string_view ambiente) {
    return fmt::format("transmitir:{}:{}", company.to_string(), ambiente);
}

jobs::NewJob new_transmission_job(auth::CompanyScope const& scope, std::string_view ambiente) {
    return {.tipo = transmission_job,
            .dados = fmt::format(R"({{"ambiente":"{}"}})", ambiente),
            .chave = transmission_key(scope.id(), ambiente),
            .company = scope};
}

void ensure(db::Transaction& transaction, jobs::Queue& queue, jobs::NewJob const& job) {
    if (!queue.wake(transaction, job.chave.value())) queue.enqueue(transaction, job);
}

void ensure_job(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota) {
    bool const is_offline = nota.state() == Estado::contingencia && !nota.substituida_por;
    ensure(transaction, wire.queue,
           is_offline ? new_transmission_job(scope, nota.ambiente) : new_resolve_job(scope, nota.id));
}

std::string text_of(jobs::Job const& job, std::string_view member) {
    auto const data = json::parse_object(job.dados);
    if (!data) throw std::logic_error("a job's data: " + job.dados);
    return std::string(data->at(member).as_string());
}

} // namespace balcao::receipts
