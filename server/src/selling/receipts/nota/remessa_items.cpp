#include "selling/receipts/nota/remessa_items.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query items_of_nota{"remessas_items", R"sql(
    select venda_id, venda_ordem, quantidade, valor from remessa_item
    where emitente_id = :emitente_id and nfce_id = :nfce_id order by ordem)sql"};
constexpr db::Query sent_of_sale{"remessas_sent", R"sql(
    select venda_id, venda_ordem, cast(sum(quantidade) as bigint), cast(sum(valor) as bigint) from remessa_item
    where emitente_id = :emitente_id and venda_id = :venda_id group by venda_id, venda_ordem order by venda_ordem)sql"};
constexpr db::Query arrived_of_sale{"remessas_arrived", R"sql(
    select r.venda_id, r.venda_ordem, cast(sum(r.quantidade) as bigint), cast(sum(r.valor) as bigint) from remessa_item r
    join nfce n on n.emitente_id = :emitente_id and n.id = r.nfce_id and n.estado in ('autorizada', 'autorizada_sem_xml')
    where r.emitente_id = :emitente_id and r.venda_id = :venda_id
        and not exists (select 1 from nfce_evento e where e.emitente_id = :emitente_id and e.nfce_id = r.nfce_id
            and e.tipo <> '110110' and e.estado in ('aguardando', 'enviando', 'indefinido'))
    group by r.venda_id, r.venda_ordem order by r.venda_ordem)sql"};
constexpr db::Query insert_item{"remessas_insert_item", R"sql(
    insert into remessa_item (emitente_id, nfce_id, ordem, venda_id, venda_ordem, quantidade, valor)
    values (:emitente_id, :nfce_id, :ordem, :venda_id, :venda_ordem, :quantidade, :valor))sql"};
constexpr db::Query hand_on{"remessas_hand_on", R"sql(
    update remessa_item set nfce_id = :to where emitente_id = :emitente_id and nfce_id = :from)sql"};
constexpr db::Query release{"remessas_release", R"sql(
    delete from remessa_item where emitente_id = :emitente_id and nfce_id = :nfce_id)sql"};

RemessaItem read_item(db::Row const& row) {
    return {.venda_id = row.get<VendaId>(0),
            .venda_ordem = row.integer(1),
            .quantidade = row.get<sales::Quantity>(2),
            .valor = row.get<Money>(3)};
}

} // namespace

std::vector<RemessaItem> find_remessa_items(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota) {
    return connection.all(items_of_nota, {{"emitente_id", scope.id()}, {"nfce_id", nota}}, read_item);
}

std::vector<RemessaItem> find_sent(db::Connection& connection, auth::CompanyScope const& scope, VendaId sale) {
    return connection.all(sent_of_sale, {{"emitente_id", scope.id()}, {"venda_id", sale}}, read_item);
}

std::vector<RemessaItem> find_arrived(db::Connection& connection, auth::CompanyScope const& scope, VendaId sale) {
    return connection.all(arrived_of_sale, {{"emitente_id", scope.id()}, {"venda_id", sale}}, read_item);
}

void insert_remessa_items(db::Transaction& transaction, auth::CompanyScope const& scope, NotaId nota,
                          std::span<RemessaItem const> items) {
    std::vector<db::Params> rows;
    for (auto const& item : items) {
        rows.push_back({{"emitente_id", scope.id()},
                        {"nfce_id", nota},
                        {"ordem", rows.size()},
                        {"venda_id", item.venda_id},
                        {"venda_ordem", item.venda_ordem},
                        {"quantidade", item.quantidade},
                        {"valor", item.valor}});
    }
    transaction.execute_each(insert_item, rows);
}

void hand_on_remessa(db::Transaction& transaction, auth::CompanyScope const& scope, NotaId from, NotaId to) {
    transaction.execute(hand_on, {{"emitente_id", scope.id()}, {"from", from}, {"to", to}});
}

void release_remessa(db::Transaction& transaction, auth::CompanyScope const& scope, NotaId nota) {
    transaction.execute(release, {{"emitente_id", scope.id()}, {"nfce_id", nota}});
}

} // namespace balcao::receipts
