#include <utility>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "selling/receipts/chain/chain.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

using auth::Answer;
using sales::VendaId;

constexpr std::string_view all_sales = "/api/companies/{id}/sales";
constexpr std::string_view one_sale = "/api/companies/{id}/sales/{vid}";

Result<VendaId> sale_id_in(http::Request const& request) { return records::id_in_path<VendaId>(request, "vid"); }

struct Resume {
    std::int64_t version = 0;
};
constexpr Field resume_fields[]{field<&Resume::version>("version", {.required = true, .at_least = 1})};

Answer list(auth::ReadCall& call, auth::CompanyScope const& scope) {
    if (call.request.query("em_espera") != "1") {
        return invalid(
            std::vector<FieldProblem>{{"em_espera", "Só as vendas em espera podem ser listadas. Use em_espera=1."}});
    }
    auto const treino = call.request.query("treino");
    if (treino && treino != "1") {
        return invalid(std::vector<FieldProblem>{
            {"treino", "Use treino=1 para as vendas de treino, ou deixe sem para as outras."}});
    }
    // Where test notes go to the simulator, practice is how the company sells.
    auto const settings = sefaz_settings::find_settings(call.db, scope);
    bool const is_own = settings.ambiente_das_notas() == sefaz_settings::simulador;
    sales::ParkedOf const of{.practice = treino || is_own, .others = !treino};
    std::string out = R"({"items":[)";
    for (auto const& sale : sales::find_parked(call.db, scope, of)) {
        append_json(out, sales::parked_fields(), sale);
        out += ',';
    }
    if (out.back() == ',') out.pop_back();
    return http::json(200, out + "]}");
}

Result<IssuedSale> find_issued(db::Connection& connection, auth::CompanyScope const& scope,
                               http::Request const& request) {
    auto const id = BALCAO_TRY(sale_id_in(request));
    auto stored = sales::find(connection, scope, id);
    if (!stored) return not_found();
    return IssuedSale{.sale = std::move(stored->sale), .nota = find_nota_of(connection, scope, id)};
}

Result<sales::Sale> find_draft(db::Connection& connection, auth::CompanyScope const& scope,
                               http::Request const& request) {
    auto found = BALCAO_TRY(find_issued(connection, scope, request));
    if (found.sale.estado == sales::aberta) return std::move(found.sale);
    auto json = to_json(found);
    return fail(sales::not_a_draft(found.sale, std::move(json)));
}

Answer get_sale(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const found = BALCAO_TRY(find_issued(call.db, scope, call.request));
    if (found.nota && !may_see(call.actor, scope, *found.nota)) return not_found();
    return records::answer(200, to_json(found), found.sale.version);
}

Answer discard(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    auto const if_match = BALCAO_TRY(http::if_match(call.request));
    auto draft = BALCAO_TRY(find_draft(call.db, scope, call.request));
    BALCAO_TRY(sales::discard(call, scope, services, std::move(draft), if_match));
    return records::no_content();
}

Answer resume(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    auto const typed = read_entity<Resume>(resume_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto draft = BALCAO_TRY(find_draft(call.db, scope, call.request));
    auto sale = BALCAO_TRY(sales::resume(call, scope, services, std::move(draft), typed.version));
    IssuedSale const resumed{.sale = std::move(sale)};
    return records::answer(200, to_json(resumed), resumed.sale.version);
}

} // namespace

void add_sales_routes(auth::Gate& gate, Issuing& issuing, records::Services services) {
    // It signs between reading and writing, so it takes its own connections; what it waits for is the commit.
    gate.route({.method = http::Method::post,
                .pattern = std::string(all_sales),
                .who = auth::Who::operador,
                .lane = http::Lane::write,
                .at_counter = true},
               [&gate, &issuing](http::Request const& request, auth::Actor const& actor,
                                 auth::CompanyScope const& scope) -> Answer {
                   auto const ask_again = [&](db::Transaction& transaction) {
                       return gate.ask_again(transaction, request, auth::Who::operador);
                   };
                   auto const issued = BALCAO_TRY(issuing.post(actor, scope, request.body, ask_again));
                   return records::answer(issued.is_new ? 201 : 200, to_json(issued), issued.sale.version);
               });
    gate.route(
        {.method = http::Method::post,
         .pattern = std::string(all_sales) + "/preview",
         .who = auth::Who::operador,
         .lane = http::Lane::slow,
         .at_counter = true},
        [&issuing](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) -> Answer {
            http::Response response{.content_type = "application/pdf",
                                    .body = BALCAO_TRY(issuing.preview(actor, scope, request.body))};
            response.headers.emplace_back("Content-Disposition", "inline; filename=\"previa-nfe.pdf\"");
            return response;
        });
    add_order_sale_route(gate, issuing.rules(), services);
    gate.route({.pattern = std::string(all_sales), .who = auth::Who::operador, .at_counter = true},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) { return list(call, scope); });
    gate.route(
        {.pattern = std::string(one_sale), .who = auth::Who::operador, .lane = http::Lane::key, .at_counter = true},
        [](auth::ReadCall& call, auth::CompanyScope const& scope) { return get_sale(call, scope); });
    gate.route(
        {.method = http::Method::del, .pattern = std::string(one_sale), .who = auth::Who::operador, .at_counter = true},
        [services](auth::WriteCall& call, auth::CompanyScope const& scope) { return discard(call, scope, services); });
    gate.route(
        {.method = http::Method::post,
         .pattern = std::string(one_sale) + "/resume",
         .who = auth::Who::operador,
         .at_counter = true},
        [services](auth::WriteCall& call, auth::CompanyScope const& scope) { return resume(call, scope, services); });
}

} // namespace balcao::receipts
