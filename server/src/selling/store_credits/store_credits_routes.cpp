#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/slip.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "registry/companies/companies.hpp"
#include "registry/stations/slips.hpp"
#include "selling/store_credits/store_credits_store.hpp"

namespace balcao::store_credits {

namespace {

using auth::Answer;

constexpr std::string_view all = "/api/companies/{id}/store-credits";
constexpr std::string_view one = "/api/companies/{id}/store-credits/{codigo}";

std::string_view text(Standing standing) {
    switch (standing) {
    case Standing::usable: return "aberto";
    case Standing::used_up: return "usado";
    case Standing::expired: return "vencido";
    }
    return {};
}

std::string credit_json(StoreCredit const& credit, std::string_view day) {
    json::ObjectWriter writer;
    writer.text("codigo", credit.codigo);
    writer.text("ambiente", credit.ambiente);
    writer.text("valor", credit.valor.to_string());
    writer.text("saldo", credit.saldo.to_string());
    writer.text("validade", credit.validade);
    writer.text("situacao", text(standing_of(credit, day)));
    writer.text("devolucao_id", credit.devolucao_id.to_string());
    writer.text("created_at", credit.created_at.to_iso());
    return writer.take();
}

Result<std::string> day_of(db::Connection& connection, auth::CompanyScope const& scope, Clock const& clock) {
    auto const company = companies::find(connection, scope);
    if (!company) return not_found();
    return local_date(clock.now(), company->company.fuso_horario);
}

bool is_code(std::string_view codigo) {
    return std::ranges::all_of(codigo, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
}

std::unexpected<Failure> no_such_credit() {
    return fail({.kind = FailureKind::not_found,
                 .title = "Crédito não encontrado",
                 .detail = "Não há crédito com este código nesta empresa. Confira o papel e digite de novo."});
}

Result<StoreCredit> named(db::Connection& connection, auth::CompanyScope const& scope, std::string const& ambiente,
                          std::string_view typed) {
    auto found = find(connection, scope, ambiente, normalize_cnpj(typed));
    if (!found) return no_such_credit();
    return *std::move(found);
}
Result<StoreCredit> asked(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const ambiente = BALCAO_TRY(sefaz_settings::known_ambiente(call.db, scope, call.request));
    return named(call.db, scope, ambiente, call.request.param("codigo"));
}

Answer list(auth::ReadCall& call, auth::CompanyScope const& scope, Clock const& clock) {
    constexpr std::array<std::string_view, 1> sorts{"-created_at"};
    constexpr std::array<std::string_view, 2> filters{"ambiente", "situacao"};
    auto const query = BALCAO_TRY(records::read_list_query(call.request, sorts, filters));
    CreditFilter filter{.ambiente = BALCAO_TRY(sefaz_settings::known_ambiente(call.db, scope, call.request)),
                        .standing = {},
                        .day = BALCAO_TRY(day_of(call.db, scope, clock)),
                        .codigo = normalize_cnpj(query.search)};
    if (auto const situacao = call.request.query("situacao")) {
        constexpr std::array standings{Standing::usable, Standing::used_up, Standing::expired};
        auto const* const known = std::ranges::find(standings, *situacao, text);
        if (known == standings.end())
            return invalid(std::vector<FieldProblem>{{"situacao", "Use aberto, usado ou vencido."}});
        filter.standing = *known;
    }
    records::ListPage page;
    if (is_code(filter.codigo)) {
        auto const found = find_page(call.db, scope, filter, query.page_size, query.offset());
        page.total = found.total;
        for (auto const& credit : found.items) page.items.push_back(credit_json(credit, filter.day));
    }
    return http::json(200, to_json(page, query));
}

Result<nfce::Slip> slip_of(db::Connection& connection, auth::CompanyScope const& scope, StoreCredit const& credit) {
    auto const company = companies::find(connection, scope);
    if (!company) return not_found();
    return nfce::Slip{.title = "CRÉDITO " + code_text(credit.codigo),
                      .amount = brl(credit.saldo),
                      .details = fmt::format("{} · vale até {} · apresente este código na próxima compra{}",
                                             company->company.nome_fantasia.value_or(company->company.razao_social),
                                             date_text(credit.validade),
                                             credit.ambiente == "producao" ? "" : " · TESTE, SEM VALOR")};
}

Answer get_voucher(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const form = BALCAO_TRY(stations::read_slip_form(call.request));
    auto const credit = BALCAO_TRY(asked(call, scope));
    return stations::draw_slip(BALCAO_TRY(slip_of(call.db, scope, credit)), form);
}

struct AskedVoucher {
    std::string codigo;
    std::string ambiente;
};
constexpr Field asked_voucher_fields[]{
    field<&AskedVoucher::codigo>("codigo", {.required = true, .max = 20, .normalize = normalize_cnpj}),
    field<&AskedVoucher::ambiente>("ambiente", {.required = true, .one_of = "producao|homologacao|simulador"}),
};

Answer print_voucher(http::Request const& request, auth::CompanyScope const& scope, Services const& services) {
    auto const body = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto const typed = read_entity<AskedVoucher>(asked_voucher_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const find = [&](db::Connection& connection) -> Result<nfce::Slip> {
        return slip_of(connection, scope, BALCAO_TRY(named(connection, scope, typed.ambiente, typed.codigo)));
    };
    return stations::print_slip(request, scope, services, find, "O crédito foi impresso.");
}

} // namespace

void add_store_credits_routes(auth::Gate& gate, Services const& services) {
    using auth::CompanyScope;
    using auth::ReadCall;
    using auth::Who;
    auto const& clock = services.records.clock;
    gate.route({.pattern = std::string(all), .who = Who::gerente},
               [&clock](ReadCall& call, CompanyScope const& scope) { return list(call, scope, clock); });
    gate.route({.pattern = std::string(one), .who = Who::operador},
               [&clock](ReadCall& call, CompanyScope const& scope) -> Answer {
                   auto const credit = BALCAO_TRY(asked(call, scope));
                   auto const day = BALCAO_TRY(day_of(call.db, scope, clock));
                   return http::json(200, credit_json(credit, day));
               });
    gate.route({.pattern = std::string(one) + "/voucher", .who = Who::gerente, .lane = http::Lane::slow}, get_voucher);
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/stations/{eid}/vouchers",
                .who = Who::gerente,
                .lane = http::Lane::outside},
               [services](http::Request const& request, auth::Actor const&, CompanyScope const& scope) {
                   return print_voucher(request, scope, services);
               });
}

} // namespace balcao::store_credits
