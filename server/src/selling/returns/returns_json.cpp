#include "selling/returns/returns_json.hpp"

#include "platform/base/json.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/sales/sales.hpp"
#include "selling/store_credits/store_credits.hpp"

namespace balcao::returns {

namespace {

void add(std::string& list, std::string entry) { list += (list.empty() ? "" : ",") + std::move(entry); }

std::string items_json(db::Connection& connection, auth::CompanyScope const& scope, Return const& made) {
    auto const sale = sales::find(connection, scope, made.venda_id);
    if (!sale) throw db::Error("returns: a return without its sale");
    std::string list;
    for (auto const& item : find_items(connection, scope, made.id)) {
        auto const& sold = sale->sale.itens.at(static_cast<std::size_t>(item.ordem));
        json::ObjectWriter writer;
        writer.integer("ordem", item.ordem);
        writer.text("cProd", sold.cProd);
        writer.text("descricao", sold.descricao);
        writer.text("unidade", sold.unidade);
        writer.text("quantidade", item.quantidade.to_string());
        writer.text("valor", item.valor.to_string());
        add(list, writer.take());
    }
    return '[' + list + ']';
}

std::string credit_json(store_credits::StoreCredit const& credit) {
    json::ObjectWriter writer;
    writer.text("codigo", credit.codigo);
    writer.text("valor", credit.valor.to_string());
    writer.text("saldo", credit.saldo.to_string());
    writer.text("validade", credit.validade);
    return writer.take();
}

} // namespace

std::string summary_json(Return const& made) { return to_json(return_fields(), made); }

std::string detail_json(db::Connection& connection, auth::CompanyScope const& scope, Return const& made) {
    auto const credit = store_credits::find_of_return(connection, scope, made.id.uuid());
    json::ObjectWriter writer;
    writer.raw("devolucao", summary_json(made));
    writer.raw("itens", items_json(connection, scope, made));
    writer.raw("credito", credit ? credit_json(*credit) : "null");
    writer.optional_text("nfe_motivo", receipts::why_no_entry(connection, scope, made.id).value());
    return writer.take();
}

std::string returnable_json(db::Connection& connection, auth::CompanyScope const& scope,
                            receipts::Returnable const& found) {
    std::string items, returns;
    // A sale that was never issued has no shares: nothing of it comes back.
    auto const parts = found.why_not ? std::vector<Part>{} : parts_of(connection, scope, found.sale);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto const& part = parts[i];
        auto const& sold = found.sale.itens[i];
        json::ObjectWriter writer;
        writer.integer("ordem", static_cast<std::int64_t>(i));
        writer.text("cProd", sold.cProd);
        writer.text("descricao", sold.descricao);
        writer.text("unidade", sold.unidade);
        writer.text("quantidade", part.vendida.to_string());
        writer.text("devolvida", part.devolvida.to_string());
        writer.text("resta", part.left().to_string());
        writer.text("pago", part.pago.to_string());
        writer.text("valor_devolvido", part.valor_devolvido.to_string());
        add(items, writer.take());
    }
    for (auto const& made : find_of_sale(connection, scope, found.sale.id)) {
        json::ObjectWriter writer;
        writer.text("id", made.id.to_string());
        writer.text("destino", made.destino);
        writer.text("total", made.total.to_string());
        writer.boolean("com_nfe", made.nfe_chave.has_value());
        writer.text("usuario", made.usuario);
        writer.text("created_at", made.created_at.to_iso());
        add(returns, writer.take());
    }
    json::ObjectWriter writer;
    writer.text("nfce_id", found.nota.id.to_string());
    writer.optional_text("motivo", found.why_not);
    writer.optional_text("cancelavel_ate", found.cancelavel_ate.transform(&Instant::to_iso));
    writer.raw("itens", '[' + items + ']');
    writer.raw("devolucoes", '[' + returns + ']');
    return writer.take();
}

} // namespace balcao::returns
