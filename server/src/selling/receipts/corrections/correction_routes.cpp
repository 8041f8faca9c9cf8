#include <fmt/format.h>

#include "nfce/correction.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/services.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "selling/receipts/corrections/corrections.hpp"
#include "selling/receipts/corrections/letters.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

using auth::Answer;
using auth::Who;

constexpr std::string_view unexpected = "Este valor veio em formato inesperado. Digite de novo.";
constexpr std::size_t most_items = 30;
constexpr std::int64_t most_text = 1'000;

constexpr db::Query find_letters{"receipts_letters", R"sql(
    select e.id, e.nSeqEvento, e.estado, e.xCorrecao, coalesce(e.cStat, 0), e.nProt, e.dhReg, e.created_at, u.full_name
    from nfce_evento e left join users u on u.id = e.user_id
    where e.emitente_id = :emitente_id and e.nfce_id = :nfce_id and e.tipo = '110110'
    order by e.created_at desc, e.id desc)sql"};

constexpr Field head_fields[]{field<&TypedCorrection::numero>(
    "numero", {.required = true, .at_least = 1, .at_most = nfce::most_corrections + 1})};
constexpr Field item_fields[]{
    field<&TypedCorrection::Item::assunto>("assunto", {.required = true, .max = 40}),
    field<&TypedCorrection::Item::texto>("texto", {.required = true, .max = most_text}),
};

Result<TypedCorrection> read_correction(std::string const& body) {
    auto object = BALCAO_TRY(json::parse_object(body));
    std::vector<FieldProblem> problems;
    boost::json::value items;
    if (auto const* const typed = object.if_contains("itens")) items = *typed;
    object.erase("itens");
    auto typed = read_entity<TypedCorrection>(head_fields, object, problems);
    if (!items.is_array() || items.get_array().empty()) {
        problems.push_back({"itens", "Diga o que corrigir."});
    } else if (items.get_array().size() > most_items) {
        problems.push_back({"itens", fmt::format("O máximo é {}.", most_items)});
    } else {
        for (std::size_t i = 0; i < items.get_array().size(); ++i) {
            auto const& item = items.get_array()[i];
            if (!item.is_object()) {
                problems.push_back({fmt::format("itens.{}", i), std::string(unexpected)});
                continue;
            }
            std::vector<FieldProblem> found;
            typed.itens.push_back(read_entity<TypedCorrection::Item>(item_fields, item.get_object(), found));
            for (auto& problem : found)
                problems.push_back({fmt::format("itens.{}.{}", i, problem.field), std::move(problem.message)});
        }
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return typed;
}

std::string letter_json(db::Row const& row) {
    auto const estado = row.text(2);
    json::ObjectWriter writer;
    writer.text("id", row.uuid(0).to_string());
    writer.integer("numero", row.integer(1));
    writer.text("estado", estado);
    writer.text("texto", row.text(3));
    auto const cStat = row.get<int>(4);
    if (estado == "recusado" && cStat != 0) writer.text("motivo", nfce::explain(cStat).sentence);
    else if (estado == "recusado") writer.text("motivo", "A nota foi cancelada antes.");
    else writer.null("motivo");
    writer.optional_text("protocolo", row.get<std::optional<std::string>>(5));
    writer.optional_text("registrada_em", row.get<std::optional<Instant>>(6).transform(&Instant::to_iso));
    writer.text("created_at", row.get<Instant>(7).to_iso());
    writer.optional_text("quem", row.get<std::optional<std::string>>(8));
    return writer.take();
}

// The contract's schema ReceiptCorrections.
std::string corrections_json(db::Connection& connection, auth::CompanyScope const& scope, Subject const& subject) {
    auto const letters = letters_of(connection, scope, subject);
    std::string subjects, items;
    for (auto const& one : nfce::correction_subjects()) {
        json::ObjectWriter writer;
        writer.text("codigo", one.codigo);
        writer.text("nome", one.nome);
        if (one.refusal.empty()) writer.null("recusa");
        else writer.text("recusa", one.refusal);
        subjects += (subjects.empty() ? "" : ",") + writer.take();
    }
    connection.run(find_letters, {{"emitente_id", scope.id()}, {"nfce_id", subject.nota.id}},
                   [&](db::Row const& row) { items += (items.empty() ? "" : ",") + letter_json(row); });
    json::ObjectWriter writer;
    writer.integer("numero", letters.next);
    writer.optional_text("motivo", letters.why_not);
    writer.optional_text("ate", letters.until.transform(&Instant::to_iso));
    writer.text("anterior", letters.text);
    writer.raw("assuntos", '[' + subjects + ']');
    writer.raw("items", '[' + items + ']');
    return writer.take();
}

Answer get_corrections(auth::ReadCall& call, Wire const& wire, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(records::id_in_path<NotaId>(call.request, "rid"));
    auto const subject = find_subject(call.db, wire, scope, id, {});
    if (!subject || !may_see(call.actor, scope, subject->nota)) return not_found();
    return http::json(200, corrections_json(call.db, scope, *subject));
}

struct Letter {
    Nota nota;
    StoredEvent event;
};
Result<Letter> letter_in_path(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(records::id_in_path<NotaId>(call.request, "rid"));
    auto const event_id = Uuid::parse(call.request.param("lid"));
    auto nota = find_seen_nota(call.db, call.actor, scope, id);
    auto event = event_id && nota ? find_event(call.db, scope, *event_id) : std::nullopt;
    if (!event || event->nfce_id != id || !event->is_correction()) return not_found();
    return Letter{.nota = *std::move(nota), .event = *std::move(event)};
}

http::Response letter_file(Letter const& letter, std::string_view content_type, std::string_view how,
                           std::string_view ending, std::string body) {
    http::Response response{.content_type = std::string(content_type), .body = std::move(body)};
    response.headers.emplace_back("Content-Disposition",
                                  fmt::format("{}; filename=\"{}-{}-{}-{}\"", how, letter.nota.chave,
                                              tpEvento_correction, letter.event.nSeqEvento, ending));
    return response;
}

// procEventoNFe.
Answer get_xml(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const letter = BALCAO_TRY(letter_in_path(call, scope));
    auto const sent = find_document(call.db, scope, "evento", DocumentOf::evento, letter.event.id);
    auto const answered = find_document(call.db, scope, "retEvento", DocumentOf::evento, letter.event.id);
    if (letter.event.estado == EventEstado::recusado)
        return unavailable(letter.nota, "Esta carta de correção não vale: ela não tem XML.");
    if (!sent || !answered) {
        return unavailable(letter.nota,
                           "O XML desta carta de correção ainda não está aqui: falta a resposta da SEFAZ.");
    }
    return letter_file(letter, "application/xml", "attachment", "evento.xml",
                       answered->starts_with("<procEventoNFe") ? *answered : nfce::stored_event(*sent, *answered));
}

Answer get_pdf(auth::ReadCall& call, Wire const& wire, auth::CompanyScope const& scope) {
    auto const letter = BALCAO_TRY(letter_in_path(call, scope));
    if (letter.event.estado != EventEstado::registrado)
        return unavailable(letter.nota, "Só uma carta de correção que a SEFAZ registrou pode ser impressa.");
    return letter_file(letter, "application/pdf", "inline", "carta.pdf",
                       draw_letter(call.db, scope, letter.nota, letter.event, wire.now()));
}

} // namespace

void add_correction_routes(auth::Gate& gate, Wire const& wire) {
    constexpr std::string_view corrections = "/api/companies/{id}/receipts/{rid}/corrections";
    gate.route(
        {.pattern = std::string(corrections), .who = Who::operador},
        [&wire](auth::ReadCall& call, auth::CompanyScope const& scope) { return get_corrections(call, wire, scope); });
    gate.route({.pattern = std::string(corrections) + "/{lid}/xml", .who = Who::operador}, get_xml);
    gate.route({.pattern = std::string(corrections) + "/{lid}/pdf", .who = Who::operador, .lane = http::Lane::slow},
               [&wire](auth::ReadCall& call, auth::CompanyScope const& scope) { return get_pdf(call, wire, scope); });
    gate.route({.method = http::Method::post,
                .pattern = std::string(corrections),
                .who = Who::gerente,
                .lane = http::Lane::write},
               [&gate, &wire](http::Request const& request, auth::Actor const& actor,
                              auth::CompanyScope const& scope) -> Answer {
                   auto const id = BALCAO_TRY(records::id_in_path<NotaId>(request, "rid"));
                   auto const typed = BALCAO_TRY(read_correction(request.body));
                   auto const ask_again = [&](db::Transaction& transaction) {
                       return gate.ask_again(transaction, request, Who::gerente);
                   };
                   Acting const acting{
                       .wire = wire, .actor = actor, .scope = scope, .ask_again = ask_again, .as_gerente = ask_again};
                   auto const nota = BALCAO_TRY(correct(acting, id, typed));
                   return records::answer(202, summary_json(nota), nota.version);
               });
}

} // namespace balcao::receipts
