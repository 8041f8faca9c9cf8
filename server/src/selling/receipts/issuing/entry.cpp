// The NF-e of entry of a return: issued once, and again when the last one was cancelled or given up.

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "nfce/foreign.hpp"
#include "platform/db/clock.hpp"
#include "registry/people/people.hpp"
#include "selling/receipts/issuing/once.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query find_return{"receipts_return", R"sql(
    select nfce_id, motivo, total, nfe_chave, ambiente from devolucao where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query find_items{"receipts_return_items", R"sql(
    select ordem, quantidade, valor from devolucao_item
    where emitente_id = :emitente_id and devolucao_id = :id order by ordem)sql"};
constexpr db::Query authorised_remessas{"receipts_authorised_remessas", R"sql(
    select r.nfce_id, r.ordem, r.venda_ordem, r.quantidade from remessa_item r
    join nfce n on n.emitente_id = :emitente_id and n.id = r.nfce_id
    where r.emitente_id = :emitente_id and r.venda_id = :venda_id and n.estado in ('autorizada', 'autorizada_sem_xml')
    order by n.seq, r.ordem)sql"};
constexpr db::Query returned_before{"receipts_returned_before", R"sql(
    select i.ordem, sum(i.quantidade) from devolucao this
    join devolucao d on d.emitente_id = this.emitente_id and d.venda_id = this.venda_id
        and (d.created_at < this.created_at or (d.created_at = this.created_at and d.id < this.id))
    join devolucao_item i on i.emitente_id = d.emitente_id and i.devolucao_id = d.id
    where this.emitente_id = :emitente_id and this.id = :id and this.venda_id = :venda_id group by i.ordem order by i.ordem)sql"};

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

std::optional<std::string> why_not_of(db::Connection& connection, auth::CompanyScope const& scope,
                                      StoredReturn const& returned, Nota const& origin,
                                      std::optional<Nota> const& last) {
    if (last && !has_ended(*last)) return fmt::format("Esta devolução já tem a {}. Abra a nota.", name_of(*last));
    if (returned.nfe_chave) {
        return "Esta devolução já tem a chave de uma NF-e emitida fora do Balcão. Retire a chave para emitir por aqui.";
    }
    if (auto why = why_not_registered(connection, scope, returned.ambiente)) return why;
    if (!is_authorised(origin.state()) || origin.substituida_por) {
        return fmt::format("A {} foi cancelada depois da devolução, e uma nota cancelada não tem o que devolver. Não "
                           "emita a NF-e: confira com a contabilidade.",
                           name_of(origin));
    }
    return std::nullopt;
}

Result<nfce::Nfce> document_of(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota) {
    auto const xml =
        nota.state() == Estado::autorizada ? find_version_xml(connection, scope, nota.id, nota.versao) : std::nullopt;
    if (!xml) {
        return unavailable(nota, fmt::format("O XML autorizado da {} não está aqui. Envie o XML dela na página da nota "
                                             "e emita de novo.",
                                             name_of(nota)));
    }
    auto receipt = nfce::read_receipt(*xml);
    if (!receipt) throw db::Error("receipts: a stored document cannot be read: " + receipt.error().front().message);
    return std::move(receipt->nfce);
}

// What came back, as documents let it leave.
struct Departed {
    std::vector<nfce::Nfce> origins;
    std::vector<nfce::EntryItem> itens;
};

// With remessas, the oldest first, and after what came back earlier.
Result<Departed> with_remessas(db::Connection& connection, auth::CompanyScope const& scope, VendaId sale,
                               DevolucaoId returned, std::vector<nfce::EntryItem> const& items) {
    struct Row {
        NotaId nota;
        std::size_t index = 0;
        std::size_t venda_ordem = 0;
        sales::Quantity quantidade;
    };
    auto const rows =
        connection.all(authorised_remessas, {{"emitente_id", scope.id()}, {"venda_id", sale}}, [](db::Row const& row) {
            return Row{.nota = row.get<NotaId>(0),
                       .index = static_cast<std::size_t>(row.integer(1)),
                       .venda_ordem = static_cast<std::size_t>(row.integer(2)),
                       .quantidade = row.get<sales::Quantity>(3)};
        });
    std::map<std::size_t, sales::Quantity> earlier;
    connection.run(
        returned_before, {{"emitente_id", scope.id()}, {"venda_id", sale}, {"id", returned}},
        [&](db::Row const& row) { earlier[static_cast<std::size_t>(row.integer(0))] = row.get<sales::Quantity>(1); });
    std::vector<NotaId> notas;
    Departed found;
    for (auto const& item : items) {
        auto skipped = earlier[item.index];
        auto open = item.quantity;
        auto worth = item.amount;
        for (auto const& row : rows) {
            if (row.venda_ordem != item.index || open.is_zero()) continue;
            auto const passed = std::min(skipped, row.quantidade);
            skipped -= passed;
            auto const taken = std::min(open, row.quantidade - passed);
            if (taken.is_zero()) continue;
            auto const amount =
                rounded_product<2>(Rounding::half_up, open.raw(), worth, Decimal<0>::from_raw(taken.raw()));
            auto at = std::ranges::find(notas, row.nota);
            if (at == notas.end()) {
                auto const nota = find_nota(connection, scope, row.nota).value();
                found.origins.push_back(BALCAO_TRY(document_of(connection, scope, nota)));
                at = notas.insert(notas.end(), row.nota);
            }
            found.itens.push_back({.index = row.index,
                                   .quantity = taken,
                                   .amount = amount,
                                   .origin = static_cast<std::size_t>(at - notas.begin())});
            open -= taken;
            worth -= amount;
        }
        if (!open.is_zero()) {
            return blocked("Uma NF-e de remessa desta mercadoria ainda não está autorizada. Espere a resposta da SEFAZ "
                           "e emita de novo.");
        }
    }
    return found;
}

Result<Departed> departed(db::Connection& connection, auth::CompanyScope const& scope, Nota const& origin,
                          sales::Sale const& sale, DevolucaoId returned) {
    auto items = connection.all(find_items, {{"emitente_id", scope.id()}, {"id", returned}}, [](db::Row const& row) {
        return nfce::EntryItem{.index = static_cast<std::size_t>(row.integer(0)),
                               .quantity = row.get<sales::Quantity>(1),
                               .amount = row.get<Money>(2)};
    });
    if (sale.entrega_futura == "S") return with_remessas(connection, scope, sale.id, returned, items);
    Departed with_sale{.origins = {}, .itens = std::move(items)};
    with_sale.origins.push_back(BALCAO_TRY(document_of(connection, scope, origin)));
    return with_sale;
}

class IssueEntry : public IssueOnce {
public:
    IssueEntry(Acting const& acting, DevolucaoId returned, std::optional<NotaId> const& after)
        : IssueOnce(acting, after), returned_(returned) {}

private:
    std::optional<Nota> find_last(db::Connection& connection) override {
        return find_nota_of_return(connection, scope_, returned_);
    }
    Result<void> find(db::Connection& connection) override {
        BALCAO_TRY(check(connection));
        entry_ = BALCAO_TRY(find_entry(connection, wire_, scope_, returned_));
        return check_series(connection, scope_, issuer(), wire_.now());
    }
    Issuer const& issuer() const override { return entry_->issuer; }
    Result<Signed> sign(Heading const& heading, Instant fiscal_now) override {
        return sign_entry(acting_, *entry_, heading, fiscal_now);
    }
    Result<void> lock(db::Transaction& transaction) override {
        auto const lock = "select id from devolucao where emitente_id = :emitente_id and id = :id" +
                          std::string(db::for_update(transaction));
        transaction.execute({"receipts_lock_return", lock}, {{"emitente_id", scope_.id()}, {"id", returned_}});
        return check(transaction);
    }
    std::optional<std::string> name() const override { return entry_->origin.nome; }
    void describe(Nota& nota) const override {
        nota.operacao = Nota::of_return;
        nota.venda_id = entry_->origin.venda_id;
        nota.devolucao_id = returned_;
    }
    void note_issued(db::Transaction& transaction, Nota const&) override {
        wire_.records.events.publish(transaction,
                                     {.topic = "returns", .company = scope_.id(), .entity = returned_.uuid()});
    }

    Result<void> check(db::Connection& connection) {
        if (auto why = BALCAO_TRY(why_no_entry(connection, scope_, returned_))) return blocked(*std::move(why));
        return {};
    }

    DevolucaoId const returned_;
    std::optional<Entry> entry_;
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
    auto left = BALCAO_TRY(departed(connection, scope, *origin, sale->sale, returned));
    auto issuer =
        BALCAO_TRY(find_issuer(connection, scope, wire.secrets, stored->ambiente, numbers::modelo_nfe, wire.verProc));
    Entry entry{.origin = *origin,
                .goods = {.origins = std::move(left.origins),
                          .itens = std::move(left.itens),
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
    auto const certificate = BALCAO_TRY(find_certificate(acting, entry.issuer));
    auto const built = BALCAO_TRY(build_entry(entry.issuer, entry.goods, heading));
    return sign_entry(built, entry.issuer, certificate, fiscal_now);
}

Result<IssuedNota> issue_entry(Acting const& acting, DevolucaoId returned, std::optional<NotaId> const& after) {
    return IssueEntry(acting, returned, after).run();
}

} // namespace balcao::receipts
