#include "selling/receipts/reading/reading.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "nfce/return_codes.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "selling/receipts/actions/actions.hpp"
#include "selling/receipts/nota/facts.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query exchanges{"receipts_timeline_exchanges", R"sql(
    select servico, anunciada_em, resultado, cStat, coalesce(xMotivo, ''), saiu, ms, '' as tipo, seq, nfce_id
    from sefaz_troca where emitente_id = :emitente_id and nfce_id = :nfce_id order by seq)sql"};
constexpr db::Query exchanges_of_events{"receipts_timeline_event_exchanges", R"sql(
    select t.servico, t.anunciada_em, t.resultado, t.cStat, coalesce(t.xMotivo, ''), t.saiu, t.ms, e.tipo, t.seq, e.id
    from nfce_evento e join sefaz_troca t on t.evento_id = e.id and t.emitente_id = e.emitente_id
    where e.emitente_id = :emitente_id and e.nfce_id = :nfce_id order by t.seq)sql"};
constexpr db::Query events{"receipts_timeline_events", R"sql(
    select e.tipo, coalesce(e.xCorrecao, e.xJust), e.created_at, u.full_name, e.nSeqEvento from nfce_evento e left join users u on u.id = e.user_id
    where e.emitente_id = :emitente_id and e.nfce_id = :nfce_id order by e.created_at)sql"};
constexpr db::Query prints{"receipts_timeline_prints", R"sql(
    select i.via, i.caminho, i.ok, i.created_at, u.full_name from nfce_impressao i left join users u on u.id = i.user_id
    where i.emitente_id = :emitente_id and i.nfce_id = :nfce_id order by i.created_at)sql"};
constexpr db::Query sent_emails{"receipts_timeline_emails", R"sql(
    select m.para, m.estado, coalesce(m.motivo, ''), coalesce(m.fim_em, m.created_at), u.full_name
    from nfce_email m left join users u on u.id = m.user_id
    where m.emitente_id = :emitente_id and m.nfce_id = :nfce_id order by m.created_at)sql"};
constexpr db::Query operator_name{"receipts_operator_name", "select full_name from users where id = :id"};

// Who was called in each exchange, as find_subject and the sending of events choose it: what the SVC issued stays with
// it until it says that it is off.
class Called {
public:
    explicit Called(std::int64_t tpEmis) : issuer_(authoriser_name(tpEmis)) {}

    /// In the order of `exchanges`, then of `exchanges_of_events`.
    std::string_view by(db::Row const& row) {
        auto const seq = row.integer(8);
        auto const of = row.get<Uuid>(9); // nota or event
        bool const is_sent = row.text(0) == "NFeAutorizacao4" || row.text(0) == "NFeRetAutorizacao4";
        bool const moved = !is_sent && ((off_ && *off_ < seq) || told_.contains(of));
        if (!row.is_null(2) && row.text(2) == "respondida" && row.integer(3) == svc_off) {
            told_.insert(of);
            if (row.text(7).empty() && !off_) off_ = seq;
        }
        return moved ? authoriser_name(1) : issuer_;
    }

private:
    std::string_view issuer_;
    std::optional<std::int64_t> off_; // seq of the nota's exchange in which it said so
    std::set<Uuid> told_;             // nota and events that it said so of
};

std::string exchange_text(db::Row const& row, std::string_view by) {
    auto const servico = row.text(0);
    auto const what = servico == "NFeAutorizacao4"         ? fmt::format("Enviada à {}", by)
                      : servico == "NFeConsultaProtocolo4" ? fmt::format("Consultada na {}", by)
                      : row.text(7) == tpEvento_correction ? fmt::format("Carta de correção enviada à {}", by)
                      : servico == "NFeRecepcaoEvento4"    ? fmt::format("Cancelamento enviado à {}", by)
                                                           : fmt::format("Perguntado à {} o resultado do lote", by);
    if (row.is_null(2)) return fmt::format("{}: esperando a resposta", what);
    if (row.text(2) == "respondida") return fmt::format("{}: {} {}", what, row.integer(3), row.text(4));
    return fmt::format("{}: {}", what, row.text(5) == "N" ? "não saiu deste computador" : "sem resposta");
}

std::string event_name(std::string_view tipo, std::int64_t nSeqEvento) {
    if (tipo == tpEvento_correction) return fmt::format("Carta de correção {}", nSeqEvento);
    return tipo == "110112" ? "Cancelamento por substituição" : "Cancelamento";
}

} // namespace

std::vector<Happening> timeline(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota) {
    db::Params const params{{"emitente_id", scope.id()}, {"nfce_id", nota.id}};
    std::vector<Happening> found{{.em = nota.created_at,
                                  .tipo = "emissao",
                                  .texto = is_by_svc(nota.tpEmis)
                                               ? fmt::format("Emitida pela {}", emission_name(nota.tpEmis))
                                               : std::string(nota.tpEmis == 9 ? "Emitida em contingência" : "Emitida"),
                                  .quem = connection.scalar<std::string>(operator_name, {{"id", nota.operador_id}})}};
    Called called(nota.tpEmis);
    for (auto const& query : {exchanges, exchanges_of_events}) {
        connection.run(query, params, [&](db::Row const& row) {
            found.push_back({.em = row.get<Instant>(1),
                             .tipo = row.text(0) == "NFeConsultaProtocolo4" ? "consulta" : "envio",
                             .texto = exchange_text(row, called.by(row)),
                             .ms = row.get<std::optional<std::int64_t>>(6)});
        });
    }
    connection.run(events, params, [&](db::Row const& row) {
        found.push_back({.em = row.get<Instant>(2),
                         .tipo = "evento",
                         .texto = fmt::format("{}: {}", event_name(row.text(0), row.integer(4)), row.text(1)),
                         .quem = row.get<std::optional<std::string>>(3)});
    });
    std::set<std::string> printed; // copies
    connection.run(prints, params, [&](db::Row const& row) {
        auto const ok = row.get<std::optional<bool>>(2);
        auto const via = row.get<std::string>(0);
        bool const is_first = ok != true || printed.insert(via).second;
        found.push_back({.em = row.get<Instant>(3),
                         .tipo = "impressao",
                         .texto = fmt::format("{} via do {} ({})",
                                              !ok         ? "A impressora ainda tem a"
                                              : !*ok      ? "Não saiu a"
                                              : !is_first ? "Reimpressa a"
                                                          : "Impressa a",
                                              via, row.text(1)),
                         .quem = row.get<std::optional<std::string>>(4)});
    });
    connection.run(sent_emails, params, [&](db::Row const& row) {
        auto const estado = row.text(1);
        found.push_back({.em = row.get<Instant>(3),
                         .tipo = "email",
                         .texto = estado == "falhou"
                                      ? fmt::format("E-mail para {} falhou: {}", row.text(0), row.text(2))
                                      : fmt::format("{} por e-mail para {}",
                                                    estado == "enviado" ? "Enviada" : "A enviar", row.text(0)),
                         .quem = row.get<std::optional<std::string>>(4)});
    });
    std::ranges::stable_sort(found, {}, &Happening::em);
    return found;
}

std::string detail_json(db::Connection& connection, auth::CompanyScope const& scope, Subject const& subject) {
    auto const& nota = subject.nota;
    json::ObjectWriter writer;
    writer.raw("nota", summary_json(nota));
    bool const refused = nota.state() == Estado::rejeitada || nota.state() == Estado::contingencia_rejeitada ||
                         nota.state() == Estado::denegada;
    auto const explained =
        refused && nota.cStat ? std::optional(nfce::explain(static_cast<int>(*nota.cStat))) : std::nullopt;
    writer.optional_text("mensagem", explained.transform([](nfce::Explanation const& one) { return one.sentence; }));
    writer.optional_text("campo", explained.transform([](nfce::Explanation const& one) { return one.field; }));
    writer.optional_text("sefaz_texto", nota.xMotivo);
    if (nota.item) writer.integer("item", *nota.item);
    else writer.null("item");
    auto const sale = sales::find(connection, scope, nota.venda_id);
    writer.raw("venda", sale ? sales::to_json(sale->sale) : "null");

    std::string actions = "[";
    for (auto const& action : actions_of(connection, scope, subject)) {
        json::ObjectWriter each;
        each.text("acao", action.acao);
        each.optional_text("ate", action.ate.transform(&Instant::to_iso));
        actions += (actions.size() > 1 ? "," : "") + each.take();
    }
    writer.raw("acoes", actions + "]");
    std::string line = "[";
    for (auto const& happening : timeline(connection, scope, nota)) {
        json::ObjectWriter each;
        each.text("em", happening.em.to_iso());
        each.text("tipo", happening.tipo);
        each.text("texto", happening.texto);
        each.optional_text("quem", happening.quem);
        if (happening.ms) each.integer("ms", *happening.ms);
        else each.null("ms");
        line += (line.size() > 1 ? "," : "") + each.take();
    }
    writer.raw("linha_do_tempo", line + "]");
    return writer.take();
}

} // namespace balcao::receipts
