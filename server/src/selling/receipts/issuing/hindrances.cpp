#include "selling/receipts/issuing/issuing.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "fiscal/certificates/opened_certificates.hpp"
#include "fiscal/numbers/numbers.hpp"
#include "fiscal/sefaz_calls/situation.hpp"
#include "nfce/composition.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "registry/companies/companies.hpp"
#include "registry/products/products.hpp"
#include "selling/receipts/signing/signing.hpp"

namespace balcao::receipts {

using numbers::Series;

std::string used_up(Series const& series) {
    return fmt::format(
        "Todos os números da série {} de {} já foram usados. Um gerente precisa escolher outra série nas "
        "configurações da SEFAZ.",
        series.serie, modelo_of(series.modelo).nome);
}

Failure why_stopped(db::Connection& connection, auth::CompanyScope const& scope, Series const& series) {
    auto const counter = numbers::find_counter(connection, scope, series);
    auto const motivo = counter ? counter->parada_motivo : std::nullopt;
    return blocked(motivo.value_or(used_up(series))).error();
}

std::vector<std::string> series_hindrances(db::Connection& connection, auth::CompanyScope const& scope,
                                           Series const& series, Instant now) {
    std::vector<std::string> found;
    // Nobody has to have sold in a series before: its first number is 1.
    if (auto const counter = numbers::find_counter(connection, scope, series)) {
        if (counter->parada_motivo) found.push_back(*counter->parada_motivo);
        else if (counter->proximo > numbers::highest_number) found.push_back(used_up(series));
    }
    // What SEFAZ refuses the company until somebody puts it right would be refused to the next sale, too; what ends by
    // itself (656) is waited for by the receipt.
    auto const block =
        sefaz_calls::find_block(connection, scope, {series.ambiente, series.modelo}, nfce::Service::authorisation, now);
    if (block && !block->until) found.push_back(block->motivo);
    return found;
}

std::vector<std::string> find_hindrances(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                                         std::string_view ambiente) {
    auto const issuer = find_issuer(connection, scope, wire.secrets, ambiente, numbers::modelo_nfce, wire.verProc);
    if (!issuer) return {issuer.error().detail};
    auto found = series_hindrances(connection, scope, issuer->series(), wire.now());
    if (ambiente == sefaz_calls::simulador) return found; // whose certificates are made for it
    auto const& company = issuer->company;
    if (auto why = certificates::why_unusable(company.certificado_valido_ate, wire.now(), company.fuso_horario))
        found.push_back(*std::move(why));
    return found;
}

std::optional<std::string> overuse_notice(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                                          std::string_view ambiente) {
    // Of cancelling and voiding no sale waits for an answer.
    std::optional<Instant> until;
    for (auto const service : {nfce::Service::authorisation, nfce::Service::query}) {
        auto const block = sefaz_calls::find_block(connection, scope, {ambiente}, service, wire.now());
        if (block && block->until) until = std::max(until, block->until);
    }
    if (!until) return std::nullopt;
    auto const company = companies::find(connection, scope);
    if (!company) return std::nullopt;
    return fmt::format("A SEFAZ bloqueou novas consultas até {}. Continue vendendo em contingência.",
                       local_date_time_text(*until, company->company.fuso_horario).substr(11));
}

std::vector<std::string> find_reminders(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope) {
    auto const company = companies::find(connection, scope);
    if (!scope.is_gerente() || !company) return {};
    std::vector<std::string> found;
    auto const tables = reference::fiscal_tables();
    auto const& [uf, crt] = std::tie(company->company.uf, company->company.crt);
    auto const today = local_date(wire.now(), company->company.fuso_horario);
    if (auto const last = nfce::rules_known_until(*tables); today > last) {
        found.push_back(
            fmt::format("As regras fiscais são conhecidas até {}. As vendas continuam; instale a versão nova "
                        "do Balcão ou carregue as tabelas fiscais novas.",
                        date_text(last)));
    }
    constexpr int in_producao = 1; // tpAmb
    auto const demand = nfce::ibscbs_demand(*tables, uf, static_cast<int>(crt), today, in_producao);
    if (!demand.by_law || demand.by_sefaz) return found;
    if (auto const lacking = products::readiness_of(connection, scope).with_warning; lacking > 0) {
        found.push_back(fmt::format("{} sem a classificação de IBS e CBS, que a lei pede desde {}. Veja em Pronto para "
                                    "emitir.",
                                    lacking == 1 ? "1 produto está" : grouped(lacking) + " produtos estão",
                                    date_text(demand.by_law_since)));
    }
    return found;
}

} // namespace balcao::receipts
