// The NF-e of entry of a return: issued once, and again when the last one was cancelled or given up.

#include <utility>

#include <fmt/format.h>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/foreign.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/db/clock.hpp"
#include "registry/people/people.hpp"
#include "selling/receipts/chain/chain.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query find_return{"receipts_return", R"sql(
    select nfce_id, motivo, total, nfe_chave, ambiente from devolucao where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query find_items{"receipts_return_items", R"sql(
    select ordem, quantidade, valor from devolucao_item
    where emitente_id = :emitente_id and devolucao_id = :id order by ordem)sql"};
constexpr db::Query registered{"receipts_registered_for_nfe", R"sql(
    select 1 from prontidao where emitente_id = :emitente_id and chave = 'credenciamento_nfe')sql"};

struct StoredReturn {
    NotaId nfce_id;
    std::string motivo;
    Money total;
    std::optional<std::string> nfe_chave;
    std::string ambiente;
};
std::optional<StoredReturn> return_of(db::Connection& connection, auth::CompanyScope const& scope, DevolucaoId id) {
    return connection.first(find_return, {{"emitente_id", scope.id()}, {"id", id}}, [](db::Row const& row) {
        return StoredReturn{.nfce_id = row.get<NotaId>(0),
                            .motivo = row.get<std::string>(1),
                            .total = row.get<Money>(2),
                            .nfe_chave = row.get<std::optional<std::string>>(3),
                            .ambiente = row.get<std::string>(4)};
    });
}

bool has_ended(Nota const& nota) {
    auto const estado = nota.state();
    return estado == Estado::cancelada || estado == Estado::abandonada || estado == Estado::inutilizada ||
           estado == Estado::denegada;
}

std::optional<std::string> why_not_of(db::Connection& connection, auth::CompanyScope const& scope,
                                      StoredReturn const& returned, Nota const& origin,
                                      std::optional<Nota> const& last) {
    if (last && !has_ended(*last)) return fmt::format("Esta devolução já tem a {}. Abra a nota.", name_of(*last));
    if (returned.nfe_chave) {
        return "Esta devolução já tem a chave de uma NF-e emitida fora do Balcão. Retire a chave para emitir por aqui.";
    }
    bool const is_practice = returned.ambiente == sefaz_settings::simulador;
    if (!is_practice && !connection.scalar<std::int64_t>(registered, {{"emitente_id", scope.id()}})) {
        return "A empresa ainda não está credenciada para NF-e. Um gerente marca o credenciamento para NF-e em Pronto "
               "para emitir, quando a SEFAZ aprovar.";
    }
    if (!is_authorised(origin.state()) || origin.substituida_por) {
        return fmt::format("A {} foi cancelada depois da devolução, e uma nota cancelada não tem o que devolver. Não "
                           "emita a NF-e: confira com a contabilidade.",
                           name_of(origin));
    }
    return std::nullopt;
}

// One attempt of a person to issue it.
class EntryIssuing {
public:
    EntryIssuing(Acting const& acting, DevolucaoId returned, std::optional<NotaId> const& after)
        : acting_(acting), wire_(acting.wire), scope_(acting.scope), returned_(returned), after_(after) {}

    Result<IssuedEntry> run() {
        struct Seen {
            std::optional<Nota> last;
            Result<Entry> entry;
        };
        auto seen = wire_.database.read([&](db::Connection& connection) {
            auto last = find_nota_of_return(connection, scope_, returned_);
            if (is_known(last)) return Seen{.last = std::move(last), .entry = not_found()};
            return Seen{.last = std::move(last), .entry = find(connection)};
        });
        if (is_known(seen.last)) return IssuedEntry{.nota = *std::move(seen.last)};
        auto const entry = BALCAO_TRY(std::move(seen.entry));
        Nota first;
        first.ambiente = entry.issuer.ambiente;
        first.modelo = entry.issuer.modelo;
        first.serie = entry.issuer.serie;
        first.operador_id = acting_.actor.user;
        try {
            return with_next_number(wire_, scope_, first, [&](std::int64_t numero) -> Result<IssuedEntry> {
                auto const document = BALCAO_TRY(sign(entry, numero));
                return wire_.database.write(
                    [&](db::Transaction& transaction) { return write(transaction, entry, document); });
            });
        } catch (SeriesStopped const&) {
            return fail(wire_.database.read(
                [&](db::Connection& connection) { return why_stopped(connection, scope_, entry.issuer.series()); }));
        } catch (db::UniqueViolation const& error) {
            if (error.constraint() != "nfce_devolucao" && error.constraint() != "nfce_substitui") throw;
        }
        // Somebody else issued it at the same time.
        auto nota = wire_.database.read(
            [&](db::Connection& connection) { return find_nota_of_return(connection, scope_, returned_); });
        return IssuedEntry{.nota = std::move(nota).value()};
    }

private:
    // It was issued since the caller looked.
    bool is_known(std::optional<Nota> const& last) const { return last && last->id != after_; }

    Result<Entry> find(db::Connection& connection) {
        if (auto why = BALCAO_TRY(why_no_entry(connection, scope_, returned_))) return blocked(*std::move(why));
        auto entry = BALCAO_TRY(find_entry(connection, wire_, scope_, returned_));
        std::string hindrances;
        for (auto const& one : series_hindrances(connection, scope_, entry.issuer.series(), wire_.now()))
            hindrances += (hindrances.empty() ? "" : " ") + one;
        if (!hindrances.empty()) return blocked(std::move(hindrances));
        return entry;
    }

    Result<Signed> sign(Entry const& entry, std::int64_t numero) {
        auto const& company = entry.issuer.company;
        auto const now = wire_.now() + wire_.clocks.offset(company.uf) + entry.issuer.ahead;
        return sign_entry(acting_, entry,
                          {.numero = numero, .cNF = draw_cNF(numero), .tpEmis = 1, .dhEmi = local_time(company, now)},
                          now);
    }

    Result<IssuedEntry> write(db::Transaction& transaction, Entry const& entry, Signed const& document) {
        BALCAO_TRY(acting_.ask_again(transaction));
        auto const lock = "select id from devolucao where emitente_id = :emitente_id and id = :id" +
                          std::string(db::for_update(transaction));
        transaction.execute({"receipts_lock_return", lock}, {{"emitente_id", scope_.id()}, {"id", returned_}});
        auto const last = find_nota_of_return(transaction, scope_, returned_);
        if (is_known(last)) return IssuedEntry{.nota = *last};
        if (auto why = BALCAO_TRY(why_no_entry(transaction, scope_, returned_))) return blocked(*std::move(why));
        auto const nota = last ? put_successor(transaction, wire_, scope_, *last, *last, document, entry.issuer.company)
                               : put_first(transaction, entry, document);
        ensure_job(transaction, wire_, scope_, nota);
        wire_.records.events.publish(transaction,
                                     {.topic = "returns", .company = scope_.id(), .entity = returned_.uuid()});
        wire_.records.events.publish(transaction, {.topic = "numbers", .company = scope_.id()});
        note_action(transaction, acting_, nota, "nfce_issue", "Emitiu", {});
        return IssuedEntry{.nota = nota, .is_new = true};
    }

    Nota put_first(db::Transaction& transaction, Entry const& entry, Signed const& document) {
        auto const now = wire_.now();
        take_number(transaction, wire_, scope_, entry.issuer.series(), document.receipt.ide.nNF);
        auto nota = new_nota(document, entry.origin.nome, entry.issuer.company.uf, now);
        nota.venda_id = entry.origin.venda_id;
        nota.devolucao_id = returned_;
        nota.ambiente = entry.origin.ambiente;
        nota.operador_id = acting_.actor.user;
        insert_nota(transaction, scope_, nota);
        insert_version(transaction, scope_, nota, document.version, now);
        return nota;
    }

    Acting const& acting_;
    Wire const& wire_;
    auth::CompanyScope const& scope_;
    DevolucaoId const returned_;
    std::optional<NotaId> const after_;
};

} // namespace

Result<std::optional<std::string>> why_no_entry(db::Connection& connection, auth::CompanyScope const& scope,
                                                DevolucaoId returned) {
    auto const stored = return_of(connection, scope, returned);
    auto const origin = stored ? find_nota(connection, scope, stored->nfce_id) : std::nullopt;
    if (!origin) return not_found();
    return why_not_of(connection, scope, *stored, *origin, find_nota_of_return(connection, scope, returned));
}

std::optional<Nota> standing_entry(db::Connection& connection, auth::CompanyScope const& scope, DevolucaoId returned) {
    auto last = find_nota_of_return(connection, scope, returned);
    return last && !has_ended(*last) ? last : std::nullopt;
}

Result<Entry> find_entry(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                         DevolucaoId returned) {
    auto const stored = return_of(connection, scope, returned);
    auto const origin = stored ? find_nota(connection, scope, stored->nfce_id) : std::nullopt;
    auto sale = origin ? sales::find(connection, scope, origin->venda_id) : std::nullopt;
    if (!sale) return not_found();
    auto const xml = origin->state() == Estado::autorizada
                         ? find_version_xml(connection, scope, origin->id, origin->versao)
                         : std::nullopt;
    if (!xml) {
        return unavailable(*origin, fmt::format("O XML autorizado da {} não está aqui. Envie o XML dela na página da "
                                                "nota e emita de novo.",
                                                name_of(*origin)));
    }
    auto receipt = nfce::read_receipt(*xml);
    if (!receipt) throw db::Error("receipts: a stored document cannot be read: " + receipt.error().front().message);
    auto issuer =
        BALCAO_TRY(find_issuer(connection, scope, wire.secrets, stored->ambiente, numbers::modelo_nfe, wire.verProc));
    auto items = connection.all(find_items, {{"emitente_id", scope.id()}, {"id", returned}}, [](db::Row const& row) {
        return nfce::EntryItem{.index = static_cast<std::size_t>(row.integer(0)),
                               .quantity = row.get<sales::Quantity>(1),
                               .amount = row.get<Money>(2)};
    });
    Entry entry{.origin = *origin,
                .goods = {.origin = std::move(receipt->nfce),
                          .itens = std::move(items),
                          .motivo = stored->motivo,
                          .total = stored->total,
                          .sale = std::move(sale->sale)},
                .issuer = std::move(issuer)};
    if (auto const client = entry.goods.sale.cliente_id) {
        if (auto person = people::People{}.find(connection, *client)) entry.goods.client = std::move(person->record);
    }
    return entry;
}

Result<Signed> sign_entry(Acting const& acting, Entry const& entry, Heading const& heading, Instant fiscal_now) {
    auto const& company = entry.issuer.company;
    auto const identity = acting.wire.caller.identity(acting.scope, {.ambiente = entry.issuer.ambiente,
                                                                     .modelo = entry.issuer.modelo,
                                                                     .uf = company.uf,
                                                                     .cnpj = company.cnpj,
                                                                     .nome = company.razao_social});
    if (!identity) return blocked(identity.error());
    if (!identity->certificate)
        return blocked("Falta o certificado digital da empresa. Envie em Empresas para emitir.");
    auto const built = BALCAO_TRY(build_entry(entry.issuer, entry.goods, heading));
    return sign_entry(built, entry.issuer, *identity->certificate, fiscal_now);
}

Result<IssuedEntry> issue_entry(Acting const& acting, DevolucaoId returned, std::optional<NotaId> const& after) {
    return EntryIssuing(acting, returned, after).run();
}

} // namespace balcao::receipts
