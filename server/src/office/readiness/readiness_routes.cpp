#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "office/readiness/readiness.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"

namespace balcao::readiness {

namespace {

using auth::Answer;

constexpr std::string_view path = "/api/companies/{id}/readiness";

constexpr db::Query tick{"readiness_tick", R"sql(
    insert into prontidao (emitente_id, chave, marcado_em, user_id) values (:emitente_id, :chave, :now, :user_id)
    on conflict (emitente_id, chave) do update set marcado_em = excluded.marcado_em, user_id = excluded.user_id)sql"};
constexpr db::Query untick{"readiness_untick", R"sql(
    delete from prontidao where emitente_id = :emitente_id and chave = :chave)sql"};

std::string_view text(Situation situation) {
    switch (situation) {
    case Situation::ok: return "ok";
    case Situation::atencao: return "atencao";
    case Situation::falta: return "falta";
    }
    std::unreachable();
}

std::string to_json(Facts const& facts) {
    auto const rows = rows_of(facts);
    std::string items;
    for (auto const& row : rows) {
        json::ObjectWriter writer;
        writer.text("chave", row.chave);
        writer.text("titulo", row.titulo);
        writer.boolean("necessaria", row.necessaria);
        writer.text("situacao", text(row.situacao));
        writer.text("texto", row.texto);
        writer.text_or_null("acao", row.acao);
        writer.boolean("marcavel", row.marcavel);
        writer.optional_text("marcado_em",
                             row.marcado.transform([](Tick const& by) { return by.marcado_em.to_iso(); }));
        writer.optional_text("marcado_por", row.marcado.transform([](Tick const& by) { return by.quem; }));
        items += (items.empty() ? "" : ",") + writer.take();
    }
    bool const is_ready =
        std::ranges::none_of(rows, [](Row const& row) { return row.necessaria && row.situacao == Situation::falta; });
    json::ObjectWriter writer;
    writer.text("ambiente", facts.ambiente);
    writer.boolean("pronto", is_ready);
    writer.raw("itens", "[" + items + "]");
    return writer.take();
}

Answer get(db::Connection& connection, auth::CompanyScope const& scope, Services const& services) {
    auto const facts = find_facts(connection, scope, services);
    if (!facts) return not_found();
    return http::json(200, to_json(*facts));
}

struct Marked {
    bool marcado = false;
};
constexpr Field marked_fields[]{field<&Marked::marcado>("marcado")};

Answer mark(auth::WriteCall& call, auth::CompanyScope const& scope, Services const& services) {
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    if (!body.contains("marcado")) problems.push_back({"marcado", "Diga se está feito."});
    auto const marked = read_entity<Marked>(marked_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const facts = find_facts(call.db, scope, services);
    if (!facts) return not_found();
    auto const rows = rows_of(*facts);
    auto const row = std::ranges::find(rows, call.request.param("chave"), &Row::chave);
    if (row == rows.end()) return not_found();
    if (!row->marcavel) return invalid("Este item o Balcão confere sozinho; não se marca.");
    db::Params params{{"emitente_id", scope.id()}, {"chave", row->chave}};
    if (marked.marcado) params.insert(params.end(), {{"now", facts->now}, {"user_id", call.actor.user}});
    call.db.execute(marked.marcado ? tick : untick, params);
    records::note(call, services.records,
                  {.topic = "readiness",
                   .action = "readiness_mark",
                   .description = fmt::format("{} em Pronto para emitir: {}", marked.marcado ? "Marcou" : "Desmarcou",
                                              row->titulo),
                   .company = scope.id()});
    return get(call.db, scope, services);
}

} // namespace

void add_readiness_routes(auth::Gate& gate, Services const& services) {
    gate.route(
        {.pattern = std::string(path), .who = auth::Who::gerente},
        [services](auth::ReadCall& call, auth::CompanyScope const& scope) { return get(call.db, scope, services); });
    gate.route(
        {.method = http::Method::put, .pattern = std::string(path) + "/{chave}", .who = auth::Who::gerente},
        [services](auth::WriteCall& call, auth::CompanyScope const& scope) { return mark(call, scope, services); });
}

} // namespace balcao::readiness
