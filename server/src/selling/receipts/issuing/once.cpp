#include "selling/receipts/issuing/once.hpp"

#include <utility>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "selling/receipts/chain/chain.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query registered{"receipts_registered_for_nfe", R"sql(
    select 1 from prontidao where emitente_id = :emitente_id and chave = 'credenciamento_nfe')sql"};

} // namespace

bool has_ended(Nota const& nota) {
    auto const estado = nota.state();
    return estado == Estado::cancelada || estado == Estado::abandonada || estado == Estado::inutilizada ||
           estado == Estado::denegada;
}

std::optional<std::string> why_not_registered(db::Connection& connection, auth::CompanyScope const& scope,
                                              std::string_view ambiente) {
    if (ambiente == sefaz_settings::simulador) return std::nullopt; // practice
    if (connection.scalar<std::int64_t>(registered, {{"emitente_id", scope.id()}})) return std::nullopt;
    return "A empresa ainda não está credenciada para NF-e. Um gerente marca o credenciamento para NF-e em Pronto para "
           "emitir, quando a SEFAZ aprovar.";
}

Result<void> check_series(db::Connection& connection, auth::CompanyScope const& scope, Issuer const& issuer,
                          Instant now) {
    std::string hindrances;
    for (auto const& one : series_hindrances(connection, scope, issuer.series(), now))
        hindrances += (hindrances.empty() ? "" : " ") + one;
    if (!hindrances.empty()) return blocked(std::move(hindrances));
    return {};
}

Result<nfce::Certificate> find_certificate(Acting const& acting, Issuer const& issuer) {
    auto const& company = issuer.company;
    auto identity = acting.wire.caller.identity(acting.scope, {.ambiente = issuer.ambiente,
                                                               .modelo = issuer.modelo,
                                                               .uf = company.uf,
                                                               .cnpj = company.cnpj,
                                                               .nome = company.razao_social});
    if (!identity) return blocked(identity.error());
    if (!identity->certificate)
        return blocked("Falta o certificado digital da empresa. Envie em Empresas para emitir.");
    return *std::move(identity->certificate);
}

Result<IssuedNota> IssueOnce::run() {
    struct Seen {
        std::optional<Nota> last;
        Result<void> found;
    };
    auto seen = wire_.database.read([&](db::Connection& connection) {
        auto last = find_last(connection);
        if (is_known(last)) return Seen{.last = std::move(last), .found = {}};
        return Seen{.last = std::move(last), .found = find(connection)};
    });
    if (is_known(seen.last)) return IssuedNota{.nota = *std::move(seen.last)};
    BALCAO_TRY(std::move(seen.found));
    Nota first;
    first.ambiente = issuer().ambiente;
    first.modelo = issuer().modelo;
    first.serie = issuer().serie;
    first.operador_id = acting_.actor.user;
    try {
        return with_next_number(wire_, scope_, first, [&](std::int64_t numero) -> Result<IssuedNota> {
            auto const& company = issuer().company;
            auto const now = wire_.now() + wire_.clocks.offset(company.uf) + issuer().ahead;
            auto const document = BALCAO_TRY(
                sign({.numero = numero, .cNF = draw_cNF(numero), .tpEmis = 1, .dhEmi = local_time(company, now)}, now));
            return wire_.database.write([&](db::Transaction& transaction) { return write(transaction, document); });
        });
    } catch (SeriesStopped const&) {
        return fail(wire_.database.read(
            [&](db::Connection& connection) { return why_stopped(connection, scope_, issuer().series()); }));
    } catch (db::UniqueViolation const& error) {
        if (error.constraint() != "nfce_devolucao" && error.constraint() != "nfce_entrega" &&
            error.constraint() != "nfce_substitui")
            throw;
    }
    // Somebody else issued it at the same time.
    auto nota = wire_.database.read([&](db::Connection& connection) { return find_last(connection); });
    return IssuedNota{.nota = std::move(nota).value()};
}

Result<IssuedNota> IssueOnce::write(db::Transaction& transaction, Signed const& document) {
    BALCAO_TRY(acting_.ask_again(transaction));
    auto may = lock(transaction);
    auto const last = find_last(transaction);
    if (is_known(last)) return IssuedNota{.nota = *last};
    BALCAO_TRY(std::move(may));
    auto const nota = last ? put_successor(transaction, wire_, scope_, *last, *last, document, issuer().company)
                           : put_first(transaction, document);
    ensure_job(transaction, wire_, scope_, nota);
    wire_.records.events.publish(transaction, {.topic = "numbers", .company = scope_.id()});
    note_issued(transaction, nota);
    note_action(transaction, acting_, nota, "nfce_issue", "Emitiu", {});
    return IssuedNota{.nota = nota, .is_new = true};
}

Nota IssueOnce::put_first(db::Transaction& transaction, Signed const& document) {
    auto const now = wire_.now();
    take_number(transaction, wire_, scope_, issuer().series(), document.receipt.ide.nNF);
    auto nota = new_nota(document, name(), issuer().company.uf, now);
    describe(nota);
    nota.ambiente = issuer().ambiente;
    nota.operador_id = acting_.actor.user;
    insert_nota(transaction, scope_, nota);
    insert_version(transaction, scope_, nota, document.version, now);
    return nota;
}

} // namespace balcao::receipts
