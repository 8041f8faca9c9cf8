#include <algorithm>

#include <sodium.h>

#include "fiscal/fiscal_tables/fiscal_tables.hpp"
#include "fiscal/numbers/numbers.hpp"
#include "fiscal/sefaz_calls/situation.hpp"
#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "platform/base/text.hpp"
#include "platform/base/time_scale.hpp"
#include "platform/db/clock.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "registry/companies/companies.hpp"
#include "registry/sale_settings/sale_settings.hpp"
#include "selling/receipts/contingency/contingency.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/planning/planning.hpp"
#include "selling/receipts/signing/signing.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

namespace {

constexpr std::uint32_t lots = 2'001;

constexpr db::Query find_open_exchange{"receipts_open_exchange", R"sql(
    select seq from sefaz_troca
    where emitente_id = :emitente_id and nfce_id = :nfce_id and resultado is null order by seq limit 1)sql"};
// The newest numbers before this one: how many of them in a row another system had.
constexpr db::Query numbers_before{"receipts_numbers_before", R"sql(
    select estado, coalesce(cStat, 0) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and numero < :numero
    order by numero desc limit 5)sql"};

int outside_numbers(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota) {
    auto const outside =
        connection.all(numbers_before,
                       {{"emitente_id", scope.id()},
                        {"ambiente", nota.ambiente},
                        {"modelo", nota.modelo},
                        {"serie", nota.serie},
                        {"numero", nota.numero}},
                       [](db::Row const& row) {
                           auto const estado = estado_of(row.text(0));
                           return estado == Estado::ocupada || (estado == Estado::inutilizada && row.integer(1) == 206);
                       });
    return static_cast<int>(std::ranges::find(outside, false) - outside.begin());
}

Instant allowed_from(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                     nfce::Service service, Instant now) {
    auto const block = sefaz_calls::find_block(connection, scope, {nota.ambiente, nota.modelo}, service, now);
    return block ? block->until.value_or(now + shortened(look_again)) : Instant{};
}

std::chrono::minutes cancel_window(Nota const& nota, std::string_view uf) {
    auto const& modelo = nota.of_modelo();
    auto const minutes =
        reference::fiscal_tables()->parameter(modelo.cancel_parameter, uf, document_time(nota, nota.dhEmi).date());
    return parse_int(minutes)
        .transform([](std::int64_t value) { return std::chrono::minutes(value); })
        .value_or(modelo.cancel_window);
}

} // namespace

std::optional<Subject> find_subject(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                                    NotaId id, std::string_view execucao) {
    auto nota = find_nota(connection, scope, id);
    auto company = companies::find(connection, scope);
    if (!nota || !company) return std::nullopt;
    Subject subject{.nota = *std::move(nota), .facts = {}, .company = std::move(company->company), .open_seq = {}};
    auto const& of = subject.nota;
    auto& facts = subject.facts;
    facts = find_facts(connection, scope, of, execucao);
    facts.now = wire.now();
    subject.ahead = sefaz_settings::practice_ahead(connection, scope, of.ambiente);
    facts.fiscal_offset = wire.clocks.offset(subject.company.uf) + subject.ahead;
    facts.lot = static_cast<int>(randombytes_uniform(lots)) - static_cast<int>(lots / 2);
    facts.transmit_from = allowed_from(connection, scope, of, nfce::Service::authorisation, facts.now);
    facts.query_from = allowed_from(connection, scope, of, nfce::Service::query, facts.now);
    auto const away = sefaz_calls::find_away(connection, subject.place());
    facts.held = of.of_modelo().offline && away && away->sonda != of.id.uuid();
    auto const counter = numbers::find_counter(connection, scope, of.series());
    facts.series_stopped = counter && counter->parada_motivo.has_value();
    facts.outside_numbers = outside_numbers(connection, scope, of);
    facts.cancel_window = shortened(cancel_window(of, subject.company.uf));
    facts.offline_after =
        shortened(std::chrono::seconds(sale_settings::find_sale_settings(connection, scope).contingencia_apos_s));
    subject.open_seq =
        connection.scalar<std::int64_t>(find_open_exchange, {{"emitente_id", scope.id()}, {"nfce_id", of.id}});
    return subject;
}

std::optional<Subject> lock_subject(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                                    NotaId id, std::string_view execucao) {
    auto const sql = "select version from nfce where emitente_id = :emitente_id and id = :id" +
                     std::string(db::for_update(transaction));
    transaction.execute({"receipts_lock", sql}, {{"emitente_id", scope.id()}, {"id", id}});
    return find_subject(transaction, wire, scope, id, execucao);
}

std::string version_xml(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota, std::int64_t versao) {
    auto xml = find_version_xml(connection, scope, nota, versao);
    if (!xml) throw db::Error("receipts: a version without its bytes");
    return *std::move(xml);
}

nfce::DateTime document_time(Nota const& nota, Instant at) {
    return nfce::DateTime::from_epoch(at.microseconds() / 1'000'000, static_cast<int>(nota.fuso));
}

Heading own_heading(Nota const& nota, nfce::DateTime const& dhEmi) {
    Heading heading{.numero = nota.numero, .cNF = nota.cNF, .tpEmis = static_cast<int>(nota.tpEmis), .dhEmi = dhEmi};
    heading.dhCont = nota.dhCont.transform([&](Instant at) { return document_time(nota, at); });
    heading.xJust = nota.xJust;
    return heading;
}

Result<Signed> reissue(Wire const& wire, auth::CompanyScope const& scope, Subject const& subject,
                       Heading const& heading) {
    auto const identity = wire.caller.identity(scope, subject.destination());
    if (!identity) return blocked(identity.error());
    if (!identity->certificate)
        return blocked("Falta o certificado digital da empresa. Envie em Empresas para vender.");
    struct Source {
        std::string xml;
        Result<Issuer> issuer;
    };
    auto const& nota = subject.nota;
    auto source = wire.database.read([&](db::Connection& connection) {
        Source found{version_xml(connection, scope, nota.id, nota.versao),
                     find_issuer(connection, scope, wire.secrets, nota.ambiente, nota.modelo, wire.verProc)};
        // What it says was computed by the tables of its first version, so the same ones judge it.
        if (auto const revision = find_version_tables(connection, scope, nota.id, nota.versao);
            revision && found.issuer)
            found.issuer->tables = fiscal_tables::set_of(connection, *revision);
        return found;
    });
    auto const issuer = BALCAO_TRY(std::move(source.issuer));
    return sign_reissue(source.xml, issuer, heading, *identity->certificate, subject.facts.fiscal_now());
}

} // namespace balcao::receipts
