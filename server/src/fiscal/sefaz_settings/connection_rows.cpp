#include "fiscal/sefaz_settings/connection_rows.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "nfce/answers.hpp"
#include "nfce/return_codes.hpp"

namespace balcao::sefaz_settings {

namespace {

constexpr std::string_view online = "online";
constexpr std::string_view down = "fora_do_ar";
constexpr std::string_view refused = "recusado";
constexpr std::string_view missing = "nao_oferecido";

// Codes of reference g1.
constexpr int up = 107;
constexpr int no_such_batch = 106;
bool is_paused(int cStat) { return cStat == 108 || cStat == 109; }
constexpr int internal_error = 999;
bool is_about_certificate(int cStat) { return cStat >= 280 && cStat <= 299; }

std::string of_registry(std::string_view body, int cStat) {
    auto const answer = nfce::read_answer(body);
    if (auto const* const found = std::get_if<nfce::Registrations>(&answer)) {
        if (std::ranges::any_of(found->found, &nfce::Registration::enabled))
            return "Serviço online: a empresa está habilitada no cadastro da SEFAZ.";
        return "O serviço está online, mas a empresa não consta como habilitada no cadastro da SEFAZ. Fale com o "
               "contador antes de emitir.";
    }
    return fmt::format("O serviço está online e respondeu com o código {}. {}", cStat, nfce::explain(cStat).sentence);
}

std::string meaning(nfce::Service service, std::string_view body, int cStat) {
    if (is_about_certificate(cStat)) return nfce::explain(cStat).sentence;
    if (is_paused(cStat)) return "A SEFAZ informa que o serviço está parado. Espere alguns minutos e teste de novo.";
    if (cStat == overuse || cStat == internal_error) return nfce::explain(cStat).sentence;
    if (cStat == up) return "Serviço online: a SEFAZ está atendendo.";
    // The test asks for a batch that cannot exist, since it must issue nothing.
    if (cStat == no_such_batch && service == nfce::Service::authorisation_result)
        return "Serviço online: a autorização de NFC-e está atendendo.";
    if (service == nfce::Service::registry) return of_registry(body, cStat);
    return fmt::format("O serviço está online e respondeu com o código {}. {}", cStat, nfce::explain(cStat).sentence);
}

std::string_view situacao_of(int cStat) {
    if (is_about_certificate(cStat) || cStat == overuse) return refused;
    if (is_paused(cStat) || cStat == internal_error) return down;
    return online;
}

} // namespace

std::string_view row_name(nfce::Service service) {
    switch (service) {
    case nfce::Service::status: return "status";
    case nfce::Service::authorisation_result: return "autorizacao";
    case nfce::Service::registry: return "cadastro";
    case nfce::Service::authorisation:
    case nfce::Service::query:
    case nfce::Service::voiding:
    case nfce::Service::event: break;
    }
    throw std::logic_error("no service of the connection test");
}

ServiceRow row_of(nfce::Service service, sefaz::Outcome const& outcome) {
    if (!outcome.body) {
        auto const& fault = outcome.body.error();
        auto const situacao = fault.kind == sefaz::FaultKind::certificate_refused ? refused : down;
        return {.servico = row_name(service), .situacao = situacao, .mensagem = fault.sentence};
    }
    auto head = nfce::read_answer_head(*outcome.body);
    if (!head) return not_called(service, head.error());
    auto const cStat = head->cStat;
    return {.servico = row_name(service),
            .situacao = situacao_of(cStat),
            .codigo = cStat,
            .resposta = std::move(head->xMotivo),
            .mensagem = meaning(service, *outcome.body, cStat),
            .ms = outcome.took.count()};
}

ServiceRow not_offered(nfce::Service service, std::string_view uf) {
    return {.servico = row_name(service),
            .situacao = missing,
            .mensagem = fmt::format("A SEFAZ de {} não oferece este serviço. Não é preciso fazer nada.", uf)};
}

ServiceRow not_called(nfce::Service service, std::string sentence) {
    return {.servico = row_name(service), .situacao = down, .mensagem = std::move(sentence)};
}

ServiceRow simulated(nfce::Service service) {
    return {.servico = row_name(service), .situacao = online, .mensagem = "Simulação: o serviço não foi chamado."};
}

bool is_good(ServiceRow const& row) { return row.situacao == online || row.situacao == missing; }

} // namespace balcao::sefaz_settings
