#include "selling/cash/cash_routes.hpp"

#include <array>
#include <utility>

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/list_query.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/companies/companies.hpp"
#include "selling/cash/cash_json.hpp"
#include "selling/cash/sessions.hpp"
#include "selling/cash/slips.hpp"

namespace balcao::cash {

namespace {

using auth::Answer;

constexpr std::string_view all = "/api/companies/{id}/cash/sessions";
constexpr std::string_view one = "/api/companies/{id}/cash/sessions/{cid}";
constexpr int longest_report = 92; // days after the first
constexpr auto most_money = budgets::most_money.raw();

struct TypedOpening {
    StationId estacao_id;
    Money fundo;
    bool treino = false;
};
constexpr Field opening_fields[]{
    field<&TypedOpening::estacao_id>("estacao_id", {.required = true}),
    field<&TypedOpening::fundo>("fundo", {.required = true, .at_least = 0, .at_most = most_money}),
    field<&TypedOpening::treino>("treino"),
};
constexpr Field by_hand_fields[]{
    field<&ByHand::tipo>("tipo", {.required = true, .one_of = "suprimento|sangria"}),
    field<&ByHand::valor>("valor", {.required = true, .at_least = 1, .at_most = most_money}),
    field<&ByHand::motivo>("motivo", {.required = true, .min = 3, .max = 120}),
    field<&ByHand::aprovacao_id>("aprovacao_id"),
};
struct Counted {
    std::string tPag;
    Money contado;
};
constexpr Field counted_fields[]{
    field<&Counted::tPag>("tPag", {.required = true, .one_of = "01|20|04|03|99"}),
    field<&Counted::contado>("contado", {.required = true, .at_least = 0, .at_most = most_money}),
};
struct Note {
    std::optional<std::string> nota;
};
constexpr Field note_fields[]{field<&Note::nota>("nota", {.max = 500})};

template <class Body>
Result<Body> read_body(http::Request const& request, Fields fields) {
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto body = read_entity<Body>(fields, object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    return body;
}

// What was counted of each kind; what is not told counts nothing, but cash has to be.
Result<Amounts> read_count(http::Request const& request) {
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    for (auto const& member : object) {
        if (member.key() != "contagem") problems.push_back({std::string(member.key()), "Este campo não existe."});
    }
    Amounts amounts{};
    std::array<bool, kinds.size()> told{};
    auto const* const typed = object.if_contains("contagem");
    static boost::json::array const nothing;
    auto const& entries = typed != nullptr && typed->is_array() ? typed->get_array() : nothing;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto const at = fmt::format("contagem.{}", i);
        if (!entries[i].is_object()) {
            problems.push_back({at, "Este valor veio em formato inesperado. Digite de novo."});
            continue;
        }
        std::vector<FieldProblem> found;
        auto const counted = read_entity<Counted>(counted_fields, entries[i].get_object(), found);
        for (auto& problem : found) problems.push_back({at + '.' + problem.field, std::move(problem.message)});
        if (!found.empty()) continue;
        auto const kind = kind_of(counted.tPag);
        if (std::exchange(told[kind], true))
            problems.push_back({at + ".tPag", "Esta forma de pagamento já foi contada. Some as duas."});
        amounts[kind] = counted.contado;
    }
    if (problems.empty() && !told[in_cash])
        problems.push_back({"contagem", "Conte o dinheiro da gaveta. Se não há nenhum, digite 0,00."});
    if (!problems.empty()) return invalid(std::move(problems));
    return amounts;
}

Result<Session> seen(db::Connection& connection, http::Request const& request, auth::Actor const& actor,
                     auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(records::id_in_path<SessaoId>(request, "cid"));
    auto session = find_seen(connection, actor, scope, id);
    if (!session) return not_found();
    return *std::move(session);
}

Result<Session> held(auth::WriteCall const& call, auth::CompanyScope const& scope) {
    auto session = BALCAO_TRY(seen(call.db, call.request, call.actor, scope));
    if (holds(call.actor, scope, session)) return session;
    return fail({.kind = FailureKind::forbidden,
                 .title = "Acesso Negado",
                 .detail = fmt::format("Este caixa é de {}. Só quem o abriu ou um gerente pode fazer isto.",
                                       session.operador)});
}

// Start of a day of the company, `days_later` than what was typed.
std::optional<Instant> day_of(http::Request const& request, std::string_view name, std::string_view time_zone,
                              int days_later, std::vector<FieldProblem>& problems) {
    auto const typed = request.query(name);
    if (!typed) return std::nullopt;
    if (is_date(*typed)) return start_of_day(add_days(*typed, days_later), time_zone);
    problems.push_back({std::string(name), "Use uma data AAAA-MM-DD."});
    return std::nullopt;
}

template <class Id>
std::optional<Id> id_of(http::Request const& request, std::string_view name, std::string_view sentence,
                        std::vector<FieldProblem>& problems) {
    auto const typed = request.query(name);
    auto const id = typed ? Id::parse(*typed) : std::nullopt;
    if (typed && !id) problems.push_back({std::string(name), std::string(sentence)});
    return id;
}

Answer list(auth::ReadCall& call, auth::CompanyScope const& scope) {
    constexpr std::array<std::string_view, 1> sorts{"-aberta_em"};
    constexpr std::array<std::string_view, 6> filters{"ambiente", "situacao", "estacao_id", "operador_id", "de", "ate"};
    auto const query = BALCAO_TRY(records::read_list_query(call.request, sorts, filters));
    auto const company = companies::find(call.db, scope);
    if (!company) return not_found();
    auto const& zone = company->company.fuso_horario;
    SessionFilter filter{.ambiente = BALCAO_TRY(sefaz_settings::known_ambiente(call.db, scope, call.request))};
    std::vector<FieldProblem> problems;
    if (auto const situacao = call.request.query("situacao")) {
        filter.open = *situacao == "abertos";
        if (*situacao != "abertos" && *situacao != "fechados")
            problems.push_back({"situacao", "Use abertos ou fechados."});
    }
    filter.estacao = id_of<StationId>(call.request, "estacao_id", "Esta estação não existe.", problems);
    filter.operador = id_of<UserId>(call.request, "operador_id", "Este operador não existe.", problems);
    filter.from = day_of(call.request, "de", zone, 0, problems);
    filter.before = day_of(call.request, "ate", zone, 1, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    if (!scope.is_gerente()) filter.seen_by = call.actor.user;
    auto const found = find_page(call.db, scope, filter, query.page_size, query.offset());
    records::ListPage page{.items = {}, .total = found.total};
    for (auto const& session : found.items) page.items.push_back(summary_json(call.actor, scope, session));
    return http::json(200, to_json(page, query));
}

Answer open_one(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    auto const typed = BALCAO_TRY(read_body<TypedOpening>(call.request, opening_fields));
    auto const settings = sefaz_settings::find_settings(call.db, scope);
    auto const ambiente = typed.treino ? sefaz_settings::simulador : settings.ambiente_das_notas();
    auto const session = BALCAO_TRY(open(call, scope, services,
                                         {.ambiente = std::string(ambiente),
                                          .treino = typed.treino,
                                          .estacao_id = typed.estacao_id,
                                          .fundo = typed.fundo}));
    return http::json(201, session_json(call.db, call.actor, scope, session));
}

Answer list_movements(auth::ReadCall& call, auth::CompanyScope const& scope) {
    constexpr std::array<std::string_view, 1> sorts{"-seq"};
    auto const query = BALCAO_TRY(records::read_list_query(call.request, sorts));
    auto const session = BALCAO_TRY(seen(call.db, call.request, call.actor, scope));
    records::ListPage page;
    if (holds(call.actor, scope, session)) {
        auto const which = scope.is_gerente() ? Which::all : Which::by_hand;
        page.total = count_movements(call.db, scope, session.id, which);
        for (auto const& movement : find_movements(call.db, scope, session.id, which, query.page_size, query.offset()))
            page.items.push_back(movement_json(movement));
    }
    return http::json(200, to_json(page, query));
}

Answer report(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const company = companies::find(call.db, scope);
    if (!company) return not_found();
    auto const& zone = company->company.fuso_horario;
    auto const ambiente = BALCAO_TRY(sefaz_settings::known_ambiente(call.db, scope, call.request));
    std::vector<FieldProblem> problems;
    auto const from = day_of(call.request, "de", zone, 0, problems);
    auto const before = day_of(call.request, "ate", zone, 1, problems);
    for (auto const name : {"de", "ate"})
        if (!call.request.query(name)) problems.push_back({name, "Escolha o primeiro e o último dia."});
    if (problems.empty() && add_days(*call.request.query("de"), longest_report) < *call.request.query("ate"))
        problems.push_back({"ate", fmt::format("Escolha no máximo {} dias.", longest_report + 1)});
    if (!problems.empty()) return invalid(std::move(problems));
    auto const sessions = find_reported(call.db, scope, ambiente, from.value(), before.value());
    return http::json(200, R"({"items":[)" + report_json(sessions, zone) + "]}");
}

} // namespace

void add_cash_routes(auth::Gate& gate, Services const& all_services) {
    auto const services = all_services.records;
    using auth::CompanyScope;
    using auth::ReadCall;
    using auth::WriteCall;
    gate.route({.pattern = std::string(all), .who = auth::Who::operador, .at_counter = true},
               [](ReadCall& call, CompanyScope const& scope) { return list(call, scope); });
    gate.route({.method = http::Method::post,
                .pattern = std::string(all),
                .who = auth::Who::operador,
                .is_repeatable = true,
                .at_counter = true},
               [services](WriteCall& call, CompanyScope const& scope) { return open_one(call, scope, services); });
    gate.route({.pattern = std::string(one), .who = auth::Who::operador, .at_counter = true},
               [](ReadCall& call, CompanyScope const& scope) -> Answer {
                   auto const session = BALCAO_TRY(seen(call.db, call.request, call.actor, scope));
                   return http::json(200, session_json(call.db, call.actor, scope, session));
               });
    gate.route({.pattern = std::string(one) + "/movements", .who = auth::Who::operador, .at_counter = true},
               [](ReadCall& call, CompanyScope const& scope) { return list_movements(call, scope); });
    gate.route({.method = http::Method::post,
                .pattern = std::string(one) + "/movements",
                .who = auth::Who::operador,
                .is_repeatable = true,
                .at_counter = true},
               [services](WriteCall& call, CompanyScope const& scope) -> Answer {
                   auto const typed = BALCAO_TRY(read_body<ByHand>(call.request, by_hand_fields));
                   auto const session = BALCAO_TRY(held(call, scope));
                   auto const moved = BALCAO_TRY(move(call, scope, services, session, typed));
                   return http::json(201, movement_json(find_movement(call.db, scope, moved.seq).value().movement));
               });
    gate.route({.method = http::Method::post,
                .pattern = std::string(one) + "/close",
                .who = auth::Who::operador,
                .at_counter = true},
               [services](WriteCall& call, CompanyScope const& scope) -> Answer {
                   auto const counted = BALCAO_TRY(read_count(call.request));
                   auto const session = BALCAO_TRY(held(call, scope));
                   auto const closed = BALCAO_TRY(close(call, scope, services, session, counted));
                   return http::json(200, session_json(call.db, call.actor, scope, closed));
               });
    gate.route({.method = http::Method::post, .pattern = std::string(one) + "/note", .who = auth::Who::gerente},
               [services](WriteCall& call, CompanyScope const& scope) -> Answer {
                   auto const typed = BALCAO_TRY(read_body<Note>(call.request, note_fields));
                   auto session = BALCAO_TRY(seen(call.db, call.request, call.actor, scope));
                   auto const noted = BALCAO_TRY(note(call, scope, services, std::move(session), typed.nota));
                   return http::json(200, session_json(call.db, call.actor, scope, noted));
               });
    gate.route({.pattern = "/api/companies/{id}/cash/report", .who = auth::Who::gerente},
               [](ReadCall& call, CompanyScope const& scope) { return report(call, scope); });
    add_slip_routes(gate, all_services);
}

} // namespace balcao::cash
