#include "accounts/users/users.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "accounts/users/users_store.hpp"
#include "platform/audit/audit.hpp"
#include "platform/auth/accounts.hpp"
#include "platform/security_notices/security_notices.hpp"

namespace balcao::users {

namespace {

Result<StoredUser> find_current(auth::Write const& write, UserId id, std::string_view if_match) {
    auto stored = find(write.db, id);
    if (!stored) return not_found();
    auto const what = id == write.actor.user ? "a sua conta" : "este usuário";
    BALCAO_TRY(records::check_current(write.db, if_match,
                                      {.topic = "users",
                                       .id = id.uuid(),
                                       .version = stored->version,
                                       .what = what,
                                       .json = to_json(*stored, write.actor.user)}));
    return *std::move(stored);
}

// The gate asked before this transaction; meanwhile another administrator may have been quicker.
Result<void> check_still_admin(auth::Write const& write) {
    auto const self = find(write.db, write.actor.user);
    if (self && self->user.is_active_admin()) return {};
    return fail(
        {.kind = FailureKind::unauthenticated, .title = "Sessão encerrada", .detail = "Entre de novo para continuar."});
}

constexpr auto last_admin = "Este é o último administrador ativo. Dê a função de administrador a outra pessoa antes.";

bool is_last_admin(auth::Write const& write, UserId id) {
    queue_behind_admin_changes(write.db);
    return !has_other_active_admin(write.db, id);
}

std::unexpected<Failure> field_problem(std::string_view field, std::string sentence) {
    return invalid(std::vector<FieldProblem>{{std::string(field), std::move(sentence)}});
}

Result<void> check_role(auth::Write const& write, std::string_view field, std::string_view role) {
    auto const roles = list_roles(write.db);
    if (std::ranges::find(roles, role) != roles.end()) return {};
    return field_problem(field, "Escolha uma das funções da lista.");
}

// Asked before writing, so that the holder can be named; between two at once the index decides.
Result<void> check_email_is_free(auth::Write const& write, std::string_view email) {
    auto const holder = auth::find_account_by_email(write.db, email);
    if (!holder) return {};
    auto failure = auth::email_taken();
    failure.existing_id = holder->id.to_string();
    return fail(std::move(failure));
}

void note(auth::Write const& write, Services const& services, std::string_view action, std::string description,
          StoredUser const& stored, std::string details = {}, std::optional<CompanyId> company = {}) {
    records::note(write, services.records,
                  {.topic = "users",
                   .action = action,
                   .description = std::move(description),
                   .company = company,
                   .entity = stored.user.id.uuid(),
                   .version = stored.version,
                   .details = std::move(details),
                   .target_user = stored.user.id});
}

// The user's browsers ask anew who they are and what they may do.
void hint(auth::Write const& write, Services const& services, UserId user) {
    services.records.events.publish(write.db, {.topic = "session", .user = user});
}

void end_sessions(auth::Write const& write, Services const& services, UserId user) {
    services.sessions.end_all_of(write.db, user);
    hint(write, services, user); // closes their streams, in every process
}

constexpr auto password_changed = R"({"password":"alterado"})";

std::string edit_description(User const& before, User const& after) {
    if (before.active == after.active) return "Editou o usuário " + after.full_name;
    return (after.active == "S" ? "Reativou o usuário " : "Desativou o usuário ") + after.full_name;
}

} // namespace

Result<StoredUser> view(auth::Write const& write, Services const& services, UserId id, Look look) {
    auto stored = find(write.db, id);
    if (!stored) return not_found();
    if (look == Look::unnoted) return *std::move(stored);
    // No event: nothing changed.
    audit::write(write.db, services.records.clock.now(),
                 {.action = "user_view",
                  .description = "Abriu o usuário " + stored->user.full_name,
                  .user = write.actor.user,
                  .target_user = id});
    return *std::move(stored);
}

Result<StoredUser> create(auth::Write const& write, Services const& services, User const& user,
                          std::string const& password_hash) {
    BALCAO_TRY(check_still_admin(write));
    BALCAO_TRY(check_role(write, "role_name", user.role));
    BALCAO_TRY(check_email_is_free(write, user.email));
    auto const account = BALCAO_TRY(auth::create_account(
        write.db, services.records.clock.now(),
        {.email = user.email, .full_name = user.full_name, .password_hash = password_hash}, user.role));
    auto stored = find(write.db, account.id);
    if (!stored) throw db::Error("a user just created was not found");
    note(write, services, "user_create", "Criou o usuário " + user.full_name, *stored,
         to_json(user_fields(), stored->user));
    return *std::move(stored);
}

Result<StoredUser> update(auth::Write const& write, Services const& services, UserId id, std::string_view if_match,
                          User typed) {
    auto const before = BALCAO_TRY(find_current(write, id, if_match));
    auto const& old = before.user;
    typed.id = old.id;
    typed.created_at = old.created_at;
    typed.last_sign_in_at = old.last_sign_in_at;
    auto const role_changes = typed.role != old.role;
    auto const state_changes = typed.active != old.active;

    std::vector<FieldProblem> problems;
    if (id == write.actor.user) {
        if (role_changes)
            problems.push_back({"role", "Você não pode mudar a sua própria função. Peça a outro administrador."});
        if (state_changes)
            problems.push_back({"active", "Você não pode desativar a sua própria conta. Peça a outro administrador."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    if (role_changes) BALCAO_TRY(check_role(write, "role", typed.role));
    if (old.is_active_admin() && !typed.is_active_admin() && is_last_admin(write, id))
        return field_problem(role_changes ? "role" : "active", last_admin);
    BALCAO_TRY(check_still_admin(write));
    auto const email_changes = typed.email != old.email;
    if (email_changes) BALCAO_TRY(check_email_is_free(write, typed.email));
    auto const now = services.records.clock.now();

    auto after = before;
    after.user = std::move(typed);
    ++after.version;
    try {
        update(write.db, after);
    } catch (db::UniqueViolation const& violation) {
        if (violation.constraint() != "users_email") throw;
        return fail(auth::email_taken());
    }
    if (role_changes) {
        auth::set_role(write.db, id, after.user.role);
        if (after.user.role != auth::admin_role) drop_unlinked_default(write.db, id);
    }
    if (role_changes || state_changes) end_sessions(write, services, id);
    else hint(write, services, id);

    auto before_edit = old;
    before_edit.role = after.user.role;
    auto const edits = changes_json(user_fields(), before_edit, after.user);
    if (edits != "{}" || !role_changes)
        note(write, services, "user_edit", edit_description(old, after.user), after, edits);
    if (role_changes) {
        auto before_permissions = after.user;
        before_permissions.role = old.role;
        note(write, services, "user_edit_permissions",
             "Mudou a função de " + after.user.full_name + " de " + old.role + " para " + after.user.role, after,
             changes_json(user_fields(), before_permissions, after.user));
    }
    if (email_changes) {
        security_notices::tell_person(write.db, now, id, "email_trocado",
                                      fmt::format("{} mudou o e-mail com que você entra, de {} para {}.",
                                                  write.actor.full_name, old.email, after.user.email));
    }
    auto stored = find(write.db, id);
    if (!stored) throw db::Error("a user just saved was not found");
    return *std::move(stored);
}

Result<void> remove(auth::Write const& write, Services const& services, UserId id, std::string_view if_match) {
    auto const stored = BALCAO_TRY(find_current(write, id, if_match));
    if (id == write.actor.user)
        return invalid("Você não pode excluir a sua própria conta. Peça a outro administrador.");
    if (stored.user.is_active_admin() && is_last_admin(write, id)) return invalid(last_admin);
    BALCAO_TRY(check_still_admin(write));
    remove(write.db, stored, services.records.clock.now());
    end_sessions(write, services, id);
    note(write, services, "user_delete", "Excluiu o usuário " + stored.user.full_name, stored,
         to_json(user_fields(), stored.user));
    return {};
}

Result<void> reset_password(auth::Write const& write, Services const& services, UserId id,
                            std::string const& password_hash) {
    auto const stored = find(write.db, id);
    if (!stored) return not_found();
    BALCAO_TRY(check_still_admin(write));
    auth::set_password(write.db, id, password_hash);
    end_sessions(write, services, id);
    note(write, services, "user_edit", "Trocou a senha de " + stored->user.full_name, *stored, password_changed);
    security_notices::tell_person(write.db, services.records.clock.now(), id, "senha_trocada",
                                  write.actor.full_name + " trocou a senha da sua conta, e ela saiu de todos os "
                                                          "aparelhos. Troque por uma que só você conheça.");
    return {};
}

Result<void> give_access(auth::Write const& write, Services const& services, UserId id, CompanyId company,
                         std::optional<auth::Papel> papel) {
    auto const stored = find(write.db, id);
    auto const linked = find_company(write.db, company, id);
    if (!stored || !linked) return not_found();
    if (linked->papel && (!papel || *linked->papel == auth::text(*papel))) return {};
    auto const given = auth::text(papel.value_or(auth::Papel::operador));
    try {
        link(write.db, id, company, given);
    } catch (db::ForeignKeyViolation const&) {
        return not_found(); // the company was deleted meanwhile
    }
    hint(write, services, id);
    if (linked->papel) {
        note(write, services, "user_change_papel",
             fmt::format("Fez de {} {} da empresa {}", stored->user.full_name, given, linked->razao_social), *stored,
             fmt::format(R"({{"papel":["{}","{}"]}})", *linked->papel, given), company);
        return {};
    }
    note(write, services, "user_associate_company",
         fmt::format("Deu a {} acesso à empresa {}, como {}", stored->user.full_name, linked->razao_social, given),
         *stored, fmt::format(R"({{"papel":"{}"}})", given), company);
    return {};
}

Result<void> take_access(auth::Write const& write, Services const& services, UserId id, CompanyId company) {
    auto const stored = find(write.db, id);
    auto const linked = find_company(write.db, company, id);
    if (!stored || !linked) return not_found();
    auto const was_default = stored->default_company && stored->default_company->id == company;
    if (!linked->papel) return {};
    unlink(write.db, id, company);
    hint(write, services, id);
    note(write, services, "user_disassociate_company",
         "Tirou de " + stored->user.full_name + " o acesso à empresa " + linked->razao_social +
             (was_default ? ", que era a padrão" : ""),
         *stored, {}, company);
    return {};
}

Result<void> choose_default(auth::Write const& write, Services const& services, UserId id,
                            std::optional<CompanyId> company) {
    auto const stored = find(write.db, id);
    if (!stored) return not_found();
    auto const current = stored->default_company.transform([](DefaultCompany const& one) { return one.id; });
    if (current == company) return {};
    auto description = "Tirou a empresa padrão de " + stored->user.full_name;
    if (company) {
        auto const chosen = find_company(write.db, *company, id);
        if (!chosen || (!chosen->papel && stored->user.role != auth::admin_role)) {
            return field_problem(
                "company_id",
                "Este usuário não tem acesso a esta empresa. Dê o acesso antes de defini-la como padrão.");
        }
        if (!chosen->is_active)
            return field_problem("company_id", "Esta empresa está desativada e não pode ser a padrão.");
        description = "Definiu " + chosen->razao_social + " como empresa padrão de " + stored->user.full_name;
    }
    set_default(write.db, id, company);
    hint(write, services, id);
    note(write, services, "user_set_default_company", std::move(description), *stored, {}, company ? company : current);
    return {};
}

Result<StoredUser> rename_self(auth::Write const& write, Services const& services, std::string_view if_match,
                               std::string full_name) {
    auto const before = BALCAO_TRY(find_current(write, write.actor.user, if_match));
    auto after = before;
    after.user.full_name = std::move(full_name);
    ++after.version;
    update(write.db, after);
    hint(write, services, write.actor.user);
    note(write, services, "user_edit", "Mudou o próprio nome para " + after.user.full_name, after,
         changes_json(user_fields(), before.user, after.user));
    return after;
}

Result<void> change_own_password(auth::Write const& write, Services const& services, std::string_view checked_hash,
                                 std::string const& password_hash) {
    auto const stored = find(write.db, write.actor.user);
    auto const account = auth::find_account(write.db, write.actor.user);
    if (!stored || !account) return not_found();
    if (account->password_hash != checked_hash) {
        return field_problem("current_password",
                             "A senha foi trocada há um instante. Digite a senha com que você entra.");
    }
    auth::set_password(write.db, write.actor.user, password_hash);
    services.sessions.end_others_of(write.db, write.actor.user, write.actor.session);
    hint(write, services, write.actor.user);
    note(write, services, "user_edit", "Trocou a própria senha", *stored, password_changed);
    security_notices::tell_person(
        write.db, services.records.clock.now(), write.actor.user, "senha_trocada",
        "A senha da sua conta foi trocada, e ela saiu dos outros aparelhos. Se não foi você, peça "
        "já a um administrador que a troque.");
    return {};
}

Result<void> end_own_session(auth::Write const& write, Services const& services, SessionId session) {
    if (!services.sessions.end_of(write.db, write.actor.user, session)) return not_found();
    hint(write, services, write.actor.user);
    return {};
}

void end_own_other_sessions(auth::Write const& write, Services const& services) {
    services.sessions.end_others_of(write.db, write.actor.user, write.actor.session);
    hint(write, services, write.actor.user);
}

} // namespace balcao::users
