#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/records/record_routes.hpp"
#include "selling/receipts/issuing/issuing.hpp"

namespace balcao::receipts {

namespace {

using auth::Answer;

struct TypedRemessa {
    std::optional<NotaId> depois_de;
};
constexpr Field remessa_fields[]{field<&TypedRemessa::depois_de>("depois_de")};

// It signs between reading and writing, so it takes its own connections.
Answer post_remessa(auth::Gate& gate, Wire const& wire, http::Request const& request, auth::Actor const& actor,
                    auth::CompanyScope const& scope) {
    auto const order = BALCAO_TRY(records::id_in_path<budgets::BudgetId>(request, "bid"));
    auto const delivery = BALCAO_TRY(records::id_in_path<EntregaId>(request, "entrega"));
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto const typed = read_entity<TypedRemessa>(remessa_fields, object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    Acting const acting{
        .wire = wire,
        .actor = actor,
        .scope = scope,
        .ask_again =
            [&](db::Transaction& transaction) { return gate.ask_again(transaction, request, auth::Who::operador); },
        .as_gerente =
            [&](db::Transaction& transaction) { return gate.ask_again(transaction, request, auth::Who::gerente); }};
    auto const issued = BALCAO_TRY(issue_remessa(acting, order, delivery, typed.depois_de));
    return http::json(issued.is_new ? 201 : 200, summary_json(issued.nota));
}

} // namespace

void add_remessas_routes(auth::Gate& gate, Wire const& wire) {
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/budgets/{bid}/deliveries/{entrega}/remessa",
                .who = auth::Who::operador,
                .lane = http::Lane::write},
               [&](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
                   return post_remessa(gate, wire, request, actor, scope);
               });
}

} // namespace balcao::receipts
