#include "selling/receipts/chain/chain.hpp"

#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

std::int64_t next_number(db::Database& database, auth::CompanyScope const& scope, Nota const& nota) {
    auto const counter = database.read(
        [&](db::Connection& connection) { return numbers::find_counter(connection, scope, nota.series()); });
    if (!counter) throw db::Error("receipts: a nota of a series without a counter");
    return counter->proximo;
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
    auto const& ide = document.receipt.ide;
    auto const series = before.series();
    switch (numbers::take_number(transaction, scope, wire.marks, series, ide.nNF, now)) {
    case numbers::Take::lost: throw NumberLost{};
    case numbers::Take::behind: throw SeriesBehind{ide.nNF};
    case numbers::Take::stopped: throw SeriesStopped{};
    case numbers::Take::taken: break;
    }
    auto next = new_nota(document, after.nome, company.uf, now);
    next.venda_id = before.venda_id;
    next.ambiente = before.ambiente;
    next.substitui = before.id;
    next.operador_id = before.operador_id;
    if (next.prazo && before.prazo) next.prazo = before.prazo; // T10b: what the customer holds keeps its deadline
    after.substituida_por = next.id;
    if (!save_nota(transaction, scope, before, std::move(after)))
        throw db::Conflict("the nota changed while its successor was made");
    insert_nota(transaction, scope, next);
    insert_version(transaction, scope, next, document.version, now);
    settle_order(transaction, scope, wire.records, next.venda_id);
    return next;
}

} // namespace balcao::receipts
