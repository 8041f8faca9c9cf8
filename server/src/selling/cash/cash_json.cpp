#include "selling/cash/cash_json.hpp"

#include <map>
#include <tuple>

#include "platform/base/json.hpp"
#include "selling/cash/sessions.hpp"

namespace balcao::cash {

namespace {

void amount(json::ObjectWriter& writer, std::string_view name, std::optional<Money> const& value) {
    writer.optional_text(name, value.transform(&Money::to_string));
}

void number(json::ObjectWriter& writer, std::string_view name, std::optional<std::int64_t> const& value) {
    if (value) writer.integer(name, *value);
    else writer.null(name);
}

// How far the actor sees into a session. Nobody but a gerente knows what an open till should hold.
struct Sight {
    bool own;     // what was put in by hand
    bool counted; // what was expected and counted
    bool gerente; // where it comes from
};
Sight sight_of(auth::Actor const& actor, auth::CompanyScope const& scope, Session const& session) {
    bool const own = holds(actor, scope, session);
    return {.own = own, .counted = scope.is_gerente() || (own && !session.is_open()), .gerente = scope.is_gerente()};
}

json::ObjectWriter head(auth::Actor const& actor, auth::CompanyScope const& scope, Session const& session) {
    auto const sight = sight_of(actor, scope, session);
    auto const if_counted = [&](auto const& value) { return sight.counted ? std::optional(value) : std::nullopt; };
    json::ObjectWriter writer;
    writer.text("id", session.id.to_string());
    writer.text("ambiente", session.ambiente);
    writer.text("estacao_id", session.estacao_id.to_string());
    writer.text("estacao", session.estacao);
    writer.text("operador_id", session.operador_id.to_string());
    writer.text("operador", session.operador);
    writer.text("aberta_em", session.aberta_em.to_iso());
    writer.optional_text("fechada_em", session.fechada_em.transform(&Instant::to_iso));
    writer.optional_text("fechada_por", session.fechador);
    amount(writer, "fundo", sight.own ? std::optional(session.fundo) : std::nullopt);
    number(writer, "movimentos", if_counted(session.movimentos));
    amount(writer, "contado", sight.counted ? session.contado : std::nullopt);
    amount(writer, "esperado", sight.counted ? session.esperado : std::nullopt);
    amount(writer, "diferenca", sight.counted ? session.diferenca : std::nullopt);
    writer.optional_text("nota_gerente", sight.counted ? session.nota_gerente : std::nullopt);
    writer.boolean("pode", session.is_open() && sight.own);
    return writer;
}

// Where what is expected of each kind comes from: all sales in one, every other movement by itself.
using Origin = std::array<std::string, kinds.size()>;
void add_origin(std::string& items, std::string_view tipo, Money valor, std::int64_t quantidade,
                std::optional<Instant> em, std::optional<std::int64_t> numero) {
    json::ObjectWriter writer;
    writer.text("tipo", tipo);
    writer.text("valor", valor.to_string());
    writer.integer("quantidade", quantidade);
    writer.optional_text("em", em.transform(&Instant::to_iso));
    number(writer, "numero", numero);
    items += (items.empty() ? "" : ",") + writer.take();
}
Origin origin_of(std::vector<Sum> const& sums, std::vector<Movement> const& others) {
    struct Sold {
        Money valor;
        std::int64_t quantidade = 0;
    };
    std::array<Sold, kinds.size()> sold{};
    for (auto const& sum : sums) {
        if (sum.tipo != venda) continue;
        auto& one = sold[kind_of(sum.tPag)];
        one.valor += sum.valor;
        one.quantidade += sum.quantidade;
    }
    Origin origin;
    for (auto const& one : others) {
        if (one.tipo == abertura)
            add_origin(origin[kind_of(one.tPag)], one.tipo, one.valor, 1, one.created_at, std::nullopt);
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (sold[i].quantidade > 0)
            add_origin(origin[i], venda, sold[i].valor, sold[i].quantidade, std::nullopt, std::nullopt);
    }
    for (auto const& one : others) {
        if (one.tipo != abertura)
            add_origin(origin[kind_of(one.tPag)], one.tipo, one.valor, 1, one.created_at, one.numero);
    }
    return origin;
}

std::string kinds_json(db::Connection& connection, auth::CompanyScope const& scope, Session const& session,
                       bool with_origin) {
    auto const sums = find_sums(connection, scope, session.id);
    auto const should_hold = expected(sums);
    auto const counted = find_counted(connection, scope, session.id);
    auto const origin = with_origin ? origin_of(sums, find_origin(connection, scope, session.id)) : Origin{};
    std::string items;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        json::ObjectWriter kind;
        kind.text("tPag", kinds[i]);
        amount(kind, "contado", counted.transform([&](Amounts const& of) { return of[i]; }));
        kind.text("esperado", should_hold[i].to_string());
        amount(kind, "diferenca", counted.transform([&](Amounts const& of) { return of[i] - should_hold[i]; }));
        if (with_origin) kind.raw("origem", '[' + origin[i] + ']');
        else kind.null("origem");
        items += (items.empty() ? "" : ",") + kind.take();
    }
    return '[' + items + ']';
}

} // namespace

std::string summary_json(auth::Actor const& actor, auth::CompanyScope const& scope, Session const& session) {
    return head(actor, scope, session).take();
}

std::string session_json(db::Connection& connection, auth::Actor const& actor, auth::CompanyScope const& scope,
                         Session const& session) {
    auto const sight = sight_of(actor, scope, session);
    auto writer = head(actor, scope, session);
    std::optional<SaleCount> sales;
    if (sight.counted) sales = count_sales(connection, scope, session.id);
    number(writer, "vendas", sales.transform([](SaleCount const& of) { return of.vendas; }));
    number(writer, "canceladas", sales.transform([](SaleCount const& of) { return of.canceladas; }));
    writer.raw("formas", sight.counted ? kinds_json(connection, scope, session, sight.gerente) : "null");
    writer.raw("pendencias", session.is_open() ? pending_json(connection, scope, session) : "null");
    return writer.take();
}

std::string movement_json(Movement const& movement) {
    json::ObjectWriter writer;
    writer.integer("seq", movement.seq);
    writer.text("tipo", movement.tipo);
    writer.text("tPag", movement.tPag);
    writer.text("valor", movement.valor.to_string());
    writer.optional_text("venda_id", movement.venda_id.transform(&sales::VendaId::to_string));
    writer.optional_text("nfce_id", movement.nfce_id.transform(&Uuid::to_string));
    number(writer, "numero", movement.numero);
    writer.optional_text("motivo", movement.motivo);
    writer.text("tardio", movement.tardio);
    writer.optional_text("user_id", movement.user_id.transform(&UserId::to_string));
    writer.optional_text("usuario", movement.usuario);
    writer.text("created_at", movement.created_at.to_iso());
    return writer.take();
}

std::string report_json(std::vector<Reported> const& sessions, std::string_view time_zone) {
    struct Row {
        std::string operador;
        std::int64_t sessoes = 0;
        std::map<std::string, Money, std::less<>> by_type{};
        Money total{};
        std::optional<Money> contado{Money{}};
    };
    // Day, name (to sort by), operator, kind.
    std::map<std::tuple<std::string, std::string, UserId, std::size_t>, Row> rows;
    for (auto const& session : sessions) {
        auto const day = local_date(session.aberta_em, time_zone);
        auto const should_hold = expected(session.sums);
        std::array<Row*, kinds.size()> of_session{};
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            auto& row = rows[{day, session.operador, session.operador_id, i}];
            of_session[i] = &row;
            row.operador = session.operador;
            ++row.sessoes;
            row.total += should_hold[i];
            if (session.counted && row.contado) *row.contado += (*session.counted)[i];
            else row.contado.reset();
        }
        for (auto const& sum : session.sums) of_session[kind_of(sum.tPag)]->by_type[sum.tipo] += sum.valor;
    }
    std::string items;
    for (auto const& [key, row] : rows) {
        auto const of_type = [&](std::string_view tipo) {
            auto const found = row.by_type.find(tipo);
            return (found == row.by_type.end() ? Money{} : found->second).to_string();
        };
        json::ObjectWriter writer;
        writer.text("dia", std::get<0>(key));
        writer.text("operador_id", std::get<2>(key).to_string());
        writer.text("operador", row.operador);
        writer.text("tPag", kinds[std::get<3>(key)]);
        writer.integer("sessoes", row.sessoes);
        writer.text("abertura", of_type(abertura));
        writer.text("vendas", of_type(venda));
        writer.text("estornos", of_type(estorno));
        writer.text("devolucoes", of_type(devolucao));
        writer.text("suprimentos", of_type(suprimento));
        writer.text("sangrias", of_type(sangria));
        writer.text("total", row.total.to_string());
        amount(writer, "contado", row.contado);
        amount(writer, "diferenca", row.contado.transform([&](Money counted) { return counted - row.total; }));
        items += (items.empty() ? "" : ",") + writer.take();
    }
    return items;
}

} // namespace balcao::cash
