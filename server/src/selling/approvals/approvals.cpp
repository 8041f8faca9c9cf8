#include "selling/approvals/approvals.hpp"

#include <algorithm>
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

struct Reference : Id<Reference> {
    using Id::Id;
};
// By e-mail and password, or by PIN: the one or the other is typed.
struct Typed {
    std::optional<std::string> email;
    std::optional<std::string> password;
    std::optional<UserId> user_id;
    std::optional<std::string> pin;
    std::optional<Reference> estacao_id;
    std::string acao;
    Reference referencia;
    Money valor;
};
constexpr Field typed_fields[]{
    field<&Typed::email>("email", {.normalize = normalize_email, .check = email_problem}),
    field<&Typed::password>("password", {.max = 200}),
    field<&Typed::user_id>("user_id"),
    field<&Typed::pin>("pin", {.max = 200}),
    field<&Typed::estacao_id>("estacao_id"),
    field<&Typed::acao>("acao", {.required = true, .one_of = "desconto|sangria"}),
    field<&Typed::referencia>("referencia", {.required = true}),
    field<&Typed::valor>("valor", {.required = true, .at_least = 1}),
};

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

http::Response given(ApprovalId id, std::string_view by, Instant expires) {
    json::ObjectWriter writer;
    writer.text("aprovacao_id", id.to_string());
    writer.text("dada_por", by);
    writer.text("expira_em", expires.to_iso());
    return http::json(201, writer.take());
}

ApprovalId insert(db::Transaction& transaction, Services const& services, auth::Actor const& actor,
                  auth::CompanyScope const& scope, UserId by, Typed const& typed, Instant now) {
    auto const id = ApprovalId::make();
    transaction.execute(insert_row, {{"id", id},
                                     {"emitente_id", scope.id()},
                                     {"acao", typed.acao},
                                     {"referencia", typed.referencia},
                                     {"valor", typed.valor},
                                     {"dada_por", by},
                                     {"expira_em", now + lifetime},
                                     {"now", now}});
    note(transaction, services, scope, by,
         fmt::format("Autorizou {}{}, pedido por {}", what(typed), typed.pin ? " por PIN" : "", actor.full_name), typed,
         audit::Outcome::success);
    return id;
}

constexpr std::string_view not_gerente =
    "Esta pessoa não é gerente desta empresa. Peça a um gerente ou a um administrador.";

Answer approve_by_pin(Services const& services, auth::Actor const& actor, auth::CompanyScope const& scope,
                      Typed const& typed, Secret const& pin) {
    auto const person =
        services.pins.identify(scope, typed.estacao_id->uuid(), *typed.user_id, pin, "Autorização recusada");
    if (!person) {
        auto failure = person.error();
        if (failure.fields.empty()) return fail(std::move(failure));
        auto const works_here = services.database.read(
            [&](db::Connection& connection) { return auth::papel_at(connection, scope, *typed.user_id).has_value(); });
        return refuse(services, actor, scope, works_here ? typed.user_id : std::nullopt, typed, "PIN incorreto",
                      std::move(failure.fields.front()));
    }
    if (person->papel != auth::Papel::gerente) {
        return refuse(services, actor, scope, person->id, typed, "não é gerente",
                      {"user_id", std::string(not_gerente)});
    }
    auto const now = services.clock.now();
    auto const id = services.database.write([&](db::Transaction& transaction) -> std::optional<ApprovalId> {
        if (!services.pins.confirm(transaction, scope, *person)) return std::nullopt;
        return insert(transaction, services, actor, scope, person->id, typed, now);
    });
    if (!id) {
        return refuse(services, actor, scope, person->id, typed, "o PIN ou o acesso mudou",
                      {"pin", "O PIN ou o acesso mudou agora mesmo. Tente de novo."});
    }
    return given(*id, person->full_name, now + lifetime);
}

Answer approve_by_password(Services const& services, http::Request const& request, auth::Actor const& actor,
                           auth::CompanyScope const& scope, Typed const& typed, Secret const& password) {
    auto const [account, matches] =
        BALCAO_TRY(services.passwords.identify(*typed.email, password, request, "Autorização recusada"));
    auto const who = account.transform([](auth::Account const& one) { return one.id; });
    FieldProblem const wrong{"password", "E-mail ou senha incorretos. Confira e tente de novo."};
    if (!matches) return refuse(services, actor, scope, who, typed, "senha incorreta", wrong);
    services.passwords.forget(*typed.email, request);

    auto const now = services.clock.now();
    std::optional<ApprovalId> id;
    bool has_changed = false;
    services.database.write([&](db::Transaction& transaction) {
        id.reset();
        auto const still = auth::find_account(transaction, account->id);
        has_changed = !still || !still->active || still->password_hash != account->password_hash;
        if (has_changed || auth::papel_at(transaction, scope, account->id) != auth::Papel::gerente) return;
        id = insert(transaction, services, actor, scope, account->id, typed, now);
    });
    if (has_changed) return refuse(services, actor, scope, who, typed, "a conta mudou", wrong);
    if (!id) return refuse(services, actor, scope, who, typed, "não é gerente", {"email", std::string(not_gerente)});
    return given(*id, account->full_name, now + lifetime);
}

Answer approve(Services const& services, http::Request const& request, auth::Actor const& actor,
               auth::CompanyScope const& scope) {
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto typed = read_entity<Typed>(typed_fields, object, problems);
    bool const by_pin = typed.pin.has_value();
    auto const need = [&](bool is_there, std::string_view name) {
        bool const is_told = std::ranges::find(problems, name, &FieldProblem::field) != problems.end();
        if (!is_there && !is_told) problems.push_back({std::string(name), "Preencha este campo."});
    };
    need(by_pin || typed.email, "email");
    need(by_pin || typed.password, "password");
    need(!by_pin || typed.user_id, "user_id");
    need(!by_pin || typed.estacao_id, "estacao_id");
    auto& typed_secret = by_pin ? typed.pin : typed.password;
    Secret const secret{std::exchange(typed_secret, "").value_or("")};
    if (!problems.empty()) return invalid(std::move(problems));
    return by_pin ? approve_by_pin(services, actor, scope, typed, secret)
                  : approve_by_password(services, request, actor, scope, typed, secret);
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
                .body = {.limit = 16 * 1024},
                .at_counter = true},
               [services](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
                   return approve(services, request, actor, scope);
               });
}

} // namespace balcao::approvals
