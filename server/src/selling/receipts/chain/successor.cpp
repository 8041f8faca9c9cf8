#include "selling/receipts/chain/chain.hpp"

#include "platform/base/log.hpp"
#include "selling/receipts/nota/remessa_items.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

std::int64_t next_number(db::Database& database, auth::CompanyScope const& scope, numbers::Series const& series,
                         UserId const& user, Instant now) {
    auto const stored = [&] {
        return database.read(
            [&](db::Connection& connection) { return numbers::find_counter(connection, scope, series); });
    };
    if (auto const counter = stored()) return counter->proximo;
    try {
        database.write([&](db::Transaction& transaction) {
            return numbers::set_next_number(transaction, scope, series, 1, user, now);
        });
    } catch (db::UniqueViolation const&) {
        log::info("series_begun_by_another_sale", {{"serie", std::to_string(series.serie)}});
    }
    return stored().value().proximo;
}

void take_number(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                 numbers::Series const& series, std::int64_t numero) {
    switch (numbers::take_number(transaction, scope, wire.marks, series, numero, wire.now())) {
    case numbers::Take::lost: throw NumberLost{};
    case numbers::Take::behind: throw SeriesBehind{numero};
    case numbers::Take::stopped: throw SeriesStopped{};
    case numbers::Take::taken: break;
    }
}

void stop(Wire const& wire, auth::CompanyScope const& scope, Nota const& nota, std::string_view motivo) {
    wire.database.write([&](db::Transaction& transaction) {
        numbers::stop_noted(transaction, scope, wire.records, nota.series(), motivo, std::nullopt);
    });
    throw SeriesStopped{};
}

Nota put_successor(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& before,
                   Nota after, Signed const& document, companies::Company const& company) {
    auto const now = wire.now();
    take_number(transaction, wire, scope, before.series(), document.receipt.ide.nNF);
    auto next = new_nota(document, after.nome, company.uf, now);
    next.venda_id = before.venda_id;
    next.operacao = before.operacao;
    next.devolucao_id = before.devolucao_id;
    next.entrega_id = before.entrega_id;
    next.ambiente = before.ambiente;
    next.substitui = before.id;
    next.operador_id = before.operador_id;
    if (next.prazo && before.prazo) next.prazo = before.prazo; // T10b: what the customer holds keeps its deadline
    after.substituida_por = next.id;
    if (!save_nota(transaction, scope, before, std::move(after)))
        throw db::Conflict("the nota changed while its successor was made");
    insert_nota(transaction, scope, next);
    if (before.operacao == Nota::of_delivery) hand_on_remessa(transaction, scope, before.id, next.id);
    insert_version(transaction, scope, next, document.version, now);
    settle_order(transaction, scope, wire.records, next.venda_id);
    return next;
}

} // namespace balcao::receipts
