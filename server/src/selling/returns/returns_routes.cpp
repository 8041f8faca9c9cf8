#include <array>
#include <utility>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/entry_sheet.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/list_query.hpp"
#include "platform/records/record_routes.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/returns/returns_json.hpp"

namespace balcao::returns {

namespace {

using auth::Answer;

constexpr std::string_view all = "/api/companies/{id}/returns";
constexpr std::string_view one = "/api/companies/{id}/returns/{did}";

Result<Return> named(db::Connection& connection, auth::CompanyScope const& scope, http::Request const& request) {
    auto const id = BALCAO_TRY(records::id_in_path<ReturnId>(request, "did"));
    auto found = find(connection, scope, id);
    if (!found) return not_found();
    return *std::move(found);
}

Answer get_returnable(auth::ReadCall& call, auth::CompanyScope const& scope, receipts::Wire const& wire) {
    auto const id = BALCAO_TRY(records::id_in_path<receipts::NotaId>(call.request, "rid"));
    auto const found = receipts::find_returnable(call.db, call.actor, wire, scope, id);
    if (!found) return not_found();
    return http::json(200, returnable_json(call.db, scope, *found));
}

Answer list(auth::ReadCall& call, auth::CompanyScope const& scope) {
    constexpr std::array<std::string_view, 1> sorts{"-created_at"};
    constexpr std::array<std::string_view, 4> filters{"ambiente", "situacao", "de", "ate"};
    auto const query = BALCAO_TRY(records::read_list_query(call.request, sorts, filters));
    ReturnFilter filter{.ambiente = BALCAO_TRY(sefaz_settings::known_ambiente(call.db, scope, call.request))};
    if (auto const situacao = call.request.query("situacao")) {
        filter.pending = *situacao == "pendentes";
        if (*situacao != "pendentes" && *situacao != "com_nfe")
            return invalid(std::vector<FieldProblem>{{"situacao", "Use pendentes ou com_nfe."}});
    }
    auto const zone = figures::time_zone(call.db, scope);
    std::vector<FieldProblem> problems;
    auto const day = [&](std::string_view name, int days_later) -> std::optional<Instant> {
        auto const typed = call.request.query(name);
        if (!typed) return std::nullopt;
        if (is_date(*typed)) return start_of_day(add_days(*typed, days_later), zone);
        problems.push_back({std::string(name), "Use uma data AAAA-MM-DD."});
        return std::nullopt;
    };
    filter.de = day("de", 0);
    filter.ate = day("ate", 1);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const found = find_page(call.db, scope, filter, query.page_size, query.offset());
    records::ListPage page{.items = {}, .total = found.total};
    for (auto const& made : found.items) page.items.push_back(summary_json(made));
    return http::json(200, to_json(page, query));
}

struct TypedKey {
    std::optional<std::string> nfe_chave;
};
std::string without_blanks(std::string_view typed) {
    std::string kept;
    for (char const c : typed)
        if (c != ' ' && c != '.') kept += c;
    return kept;
}
constexpr Field key_fields[]{field<&TypedKey::nfe_chave>("nfe_chave", {.max = 44, .normalize = without_blanks})};

Answer set_key(auth::WriteCall& call, auth::CompanyScope const& scope, receipts::Wire const& wire) {
    auto const object = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    auto const typed = read_entity<TypedKey>(key_fields, object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto made = BALCAO_TRY(named(call.db, scope, call.request));
    auto const noted = BALCAO_TRY(note_entry(call, scope, wire, std::move(made), typed.nfe_chave));
    return http::json(200, detail_json(call.db, scope, noted));
}

struct TypedEntry {
    std::optional<receipts::NotaId> depois_de;
};
constexpr Field entry_fields[]{field<&TypedEntry::depois_de>("depois_de")};

// It signs between reading and writing, so it takes its own connections.
Answer issue_entry(auth::Gate& gate, receipts::Wire const& wire, http::Request const& request, auth::Actor const& actor,
                   auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(records::id_in_path<ReturnId>(request, "did"));
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto const typed = read_entity<TypedEntry>(entry_fields, object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const ask_again = [&](db::Transaction& transaction) {
        return gate.ask_again(transaction, request, auth::Who::gerente);
    };
    receipts::Acting const acting{
        .wire = wire, .actor = actor, .scope = scope, .ask_again = ask_again, .as_gerente = ask_again};
    auto const issued = BALCAO_TRY(receipts::issue_entry(acting, id, typed.depois_de));
    return wire.database.read([&](db::Connection& connection) -> Answer {
        auto const made = find(connection, scope, id);
        if (!made) return not_found();
        return http::json(issued.is_new ? 201 : 200, detail_json(connection, scope, *made));
    });
}

// What the accountant copies into the NF-e of entry, from the nota as it was authorised.
Answer get_sheet(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const made = BALCAO_TRY(named(call.db, scope, call.request));
    auto const company = companies::find(call.db, scope);
    if (!company) return not_found();
    auto const xml = BALCAO_TRY(receipts::returned_document(call.db, scope, made.nfce_id));
    auto const receipt = nfce::read_receipt(xml);
    if (!receipt) throw db::Error("returns: a stored document cannot be read: " + receipt.error().front().message);
    nfce::EntrySheet sheet{.receipt = *receipt,
                           .motivo = made.motivo,
                           .returned_on = local_date(made.created_at, company->company.fuso_horario),
                           .items = {}};
    for (auto const& item : find_items(call.db, scope, made.id)) {
        sheet.items.push_back(
            {.index = static_cast<std::size_t>(item.ordem), .quantity = item.quantidade, .amount = item.valor});
    }
    http::Response response{.content_type = "application/pdf", .body = nfce::entry_sheet_pdf(sheet)};
    response.headers.emplace_back("Content-Disposition",
                                  "inline; filename=\"nota-de-entrada-" + receipt->nfce.chave + ".pdf\"");
    return response;
}

} // namespace

void add_returns_routes(auth::Gate& gate, Services const& services) {
    using auth::CompanyScope;
    using auth::ReadCall;
    using auth::Who;
    using auth::WriteCall;
    auto const& wire = services.wire;
    gate.route({.pattern = "/api/companies/{id}/receipts/{rid}/returnable", .who = Who::operador, .at_counter = true},
               [&wire](ReadCall& call, CompanyScope const& scope) { return get_returnable(call, scope, wire); });
    gate.route({.pattern = std::string(all), .who = Who::gerente}, list);
    gate.route({.method = http::Method::post, .pattern = std::string(all), .who = Who::gerente, .is_repeatable = true},
               [&wire](WriteCall& call, CompanyScope const& scope) -> Answer {
                   auto object = BALCAO_TRY(json::parse_object(call.request.body));
                   auto const typed = BALCAO_TRY(read_return(std::move(object)));
                   auto const made = BALCAO_TRY(take_back(call, scope, wire, typed));
                   return http::json(201, detail_json(call.db, scope, made));
               });
    gate.route({.pattern = std::string(one), .who = Who::gerente},
               [](ReadCall& call, CompanyScope const& scope) -> Answer {
                   auto const made = BALCAO_TRY(named(call.db, scope, call.request));
                   return http::json(200, detail_json(call.db, scope, made));
               });
    gate.route({.method = http::Method::post, .pattern = std::string(one) + "/entry-note", .who = Who::gerente},
               [&wire](WriteCall& call, CompanyScope const& scope) { return set_key(call, scope, wire); });
    gate.route({.method = http::Method::post,
                .pattern = std::string(one) + "/entry-nfe",
                .who = Who::gerente,
                .lane = http::Lane::write},
               [&gate, &wire](http::Request const& request, auth::Actor const& actor, CompanyScope const& scope) {
                   return issue_entry(gate, wire, request, actor, scope);
               });
    gate.route({.pattern = std::string(one) + "/sheet", .who = Who::gerente, .lane = http::Lane::slow}, get_sheet);
}

} // namespace balcao::returns
