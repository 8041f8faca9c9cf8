#include "selling/approvals/approvals.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "platform/audit/audit.hpp"
#include "platform/auth/accounts.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/email.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"

namespace balcao::approvals {

namespace {

using auth::Answer;

constexpr db::Query insert_row{"approvals_insert", R"sql(
    insert into aprovacao (id, emitente_id, acao, referencia, valor, dada_por, expira_em, created_at)
    values (:id, :emitente_id, :acao, :referencia, :valor, :dada_por, :expira_em, :now))sql"};
constexpr db::Query use_row{"approvals_use", R"sql(
    update aprovacao set usada_em = :now, usada_por = :user_id
    where emitente_id = :emitente_id and id = :id and acao = :acao and referencia = :referencia and valor = :valor
      and usada_em is null and expira_em > :now)sql"};
constexpr db::Query standing_of{"approvals_standing", R"sql(
    select
        (select 1 from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = :user_id and r.name = :admin),
        (select x.papel from emitente_users x where x.emitente_id = :emitente_id and x.user_id = :user_id))sql"};

struct Reference : Id<Reference> {
    using Id::Id;
};
struct Typed {
    std::string email;
    std::string password;
    std::string acao;
    Reference referencia;
    Money valor;
};
constexpr Field typed_fields[]{
    field<&Typed::email>("email", {.required = true, .normalize = normalize_email, .check = email_problem}),
    field<&Typed::password>("password", {.required = true, .max = 200}),
    field<&Typed::acao>("acao", {.required = true, .one_of = "desconto|sangria"}),
    field<&Typed::referencia>("referencia", {.required = true}),
    field<&Typed::valor>("valor", {.required = true, .at_least = 1}),
};

bool is_gerente(db::Connection& connection, auth::CompanyScope const& scope, UserId user) {
    return connection
        .first(standing_of, {{"emitente_id", scope.id()}, {"user_id", user}, {"admin", auth::admin_role}},
               [](db::Row const& row) { return !row.is_null(0) || (!row.is_null(1) && row.text(1) == "gerente"); })
        .value_or(false);
}

std::string what(Typed const& typed) {
    return fmt::format("{} de {}", typed.acao == discount ? "um desconto" : "uma sangria", brl(typed.valor));
}

// Who gave it, or was said to, is who did it; who asked stands in the sentence.
void note(db::Transaction& transaction, Services const& services, auth::CompanyScope const& scope,
          std::optional<UserId> who, std::string description, Typed const& typed, audit::Outcome outcome) {
    json::ObjectWriter details;
    details.text("acao", typed.acao);
    details.text("referencia", typed.referencia.to_string());
    details.text("valor", typed.valor.to_string());
    audit::write(transaction, services.clock.now(),
                 {.action = outcome == audit::Outcome::success ? "approval_grant" : "approval_refuse",
                  .description = std::move(description),
                  .user = who,
                  .company = scope.id(),
                  .outcome = outcome,
                  .details = details.take()});
}

std::unexpected<Failure> refuse(Services const& services, auth::Actor const& actor, auth::CompanyScope const& scope,
                                std::optional<UserId> who, Typed const& typed, std::string_view why,
                                FieldProblem problem) {
    services.database.write([&](db::Transaction& transaction) {
        note(transaction, services, scope, who,
             fmt::format("Autorização recusada de {}, pedida por {}: {}", what(typed), actor.full_name, why), typed,
             audit::Outcome::error);
    });
    return invalid(std::vector<FieldProblem>{std::move(problem)});
}

Answer approve(Services const& services, http::Request const& request, auth::Actor const& actor,
               auth::CompanyScope const& scope) {
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto typed = read_entity<Typed>(typed_fields, object, problems);
    Secret const password{std::exchange(typed.password, {})};
    if (!problems.empty()) return invalid(std::move(problems));

    auto const [account, matches] =
        BALCAO_TRY(services.passwords.identify(typed.email, password, request, "Autorização recusada"));
    auto const who = account.transform([](auth::Account const& one) { return one.id; });
    FieldProblem const wrong{"password", "E-mail ou senha incorretos. Confira e tente de novo."};
    if (!matches) return refuse(services, actor, scope, who, typed, "senha incorreta", wrong);
    services.passwords.forget(typed.email, request);

    auto const id = ApprovalId::make();
    auto const now = services.clock.now();
    enum class Given { yes, not_gerente, changed };
    auto const given = services.database.write([&](db::Transaction& transaction) {
        auto const still = auth::find_account(transaction, account->id);
        if (!still || !still->active || still->password_hash != account->password_hash) return Given::changed;
        if (!is_gerente(transaction, scope, account->id)) return Given::not_gerente;
        transaction.execute(insert_row, {{"id", id},
                                         {"emitente_id", scope.id()},
                                         {"acao", typed.acao},
                                         {"referencia", typed.referencia},
                                         {"valor", typed.valor},
                                         {"dada_por", account->id},
                                         {"expira_em", now + lifetime},
                                         {"now", now}});
        note(transaction, services, scope, account->id,
             fmt::format("Autorizou {}, pedido por {}", what(typed), actor.full_name), typed, audit::Outcome::success);
        return Given::yes;
    });
    if (given == Given::changed) return refuse(services, actor, scope, who, typed, "a conta mudou", wrong);
    if (given == Given::not_gerente) {
        return refuse(services, actor, scope, who, typed, "não é gerente",
                      {"email", "Esta pessoa não é gerente desta empresa. Peça a um gerente ou a um administrador."});
    }
    json::ObjectWriter writer;
    writer.text("aprovacao_id", id.to_string());
    writer.text("dada_por", account->full_name);
    writer.text("expira_em", (now + lifetime).to_iso());
    return http::json(201, writer.take());
}

} // namespace

std::unexpected<Failure> needed(Wanted const& wanted, std::string detail) {
    json::ObjectWriter writer;
    writer.text("acao", wanted.acao);
    writer.text("referencia", wanted.referencia.to_string());
    writer.text("valor", wanted.valor.to_string());
    return fail({.kind = FailureKind::approval_needed,
                 .title = "Autorização do gerente",
                 .detail = std::move(detail),
                 .current_json = writer.take()});
}

Result<void> use(db::Transaction& transaction, auth::CompanyScope const& scope, UserId user,
                 std::optional<ApprovalId> id, Wanted const& wanted, Instant now, std::string detail) {
    if (!id) return needed(wanted, std::move(detail));
    auto const used = transaction.execute(use_row, {{"emitente_id", scope.id()},
                                                    {"id", *id},
                                                    {"acao", wanted.acao},
                                                    {"referencia", wanted.referencia},
                                                    {"valor", wanted.valor},
                                                    {"user_id", user},
                                                    {"now", now}});
    if (used == 1) return {};
    return needed(wanted, "Esta autorização já foi usada, venceu ou foi dada para outro valor. Peça de novo.");
}

void add_approvals_routes(auth::Gate& gate, Services const& services) {
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/approvals",
                .who = auth::Who::operador,
                .lane = http::Lane::hash,
                .body = {.limit = 16 * 1024}},
               [services](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
                   return approve(services, request, actor, scope);
               });
}

} // namespace balcao::approvals
