#include "users/users.hpp"

#include <algorithm>
#include <utility>

#include "audit/audit.hpp"
#include "users/accounts.hpp"
#include "users/users_store.hpp"

namespace balcao::users {

namespace {

Result<StoredUser> find_current(auth::WriteCall& call, UserId id, std::string_view if_match) {
    auto stored = find(call.db, id);
    if (!stored) return not_found();
    auto const what = id == call.caller.user ? "a sua conta" : "este usuário";
    if (auto const current = records::check_current(call.db, if_match,
                                                    {.topic = "users",
                                                     .id = id.uuid(),
                                                     .version = stored->version,
                                                     .what = what,
                                                     .json = to_json(*stored, call.caller.user)});
        !current)
        return fail(current.error());
    return *std::move(stored);
}

// The gate asked before this transaction; meanwhile another administrator may have been quicker.
Result<void> check_still_admin(auth::WriteCall& call) {
    auto const self = find(call.db, call.caller.user);
    if (self && self->user.is_active_admin()) return {};
    return fail(
        {.kind = FailureKind::unauthenticated, .title = "Sessão encerrada", .detail = "Entre de novo para continuar."});
}

constexpr auto last_admin = "Este é o último administrador ativo. Dê a função de administrador a outra pessoa antes.";

bool is_last_admin(auth::WriteCall& call, UserId id) {
    queue_behind_admin_changes(call.db);
    return !has_other_active_admin(call.db, id);
}

std::unexpected<Failure> field_problem(std::string_view field, std::string sentence) {
    return invalid(std::vector<FieldProblem>{{std::string(field), std::move(sentence)}});
}

Result<void> check_role(auth::WriteCall& call, std::string_view field, std::string_view role) {
    auto const roles = list_roles(call.db);
    if (std::ranges::find(roles, role) != roles.end()) return {};
    return field_problem(field, "Escolha uma das funções da lista.");
}

// Asked before writing, so that the holder can be named; between two at once the index decides.
Result<void> check_email_is_free(auth::WriteCall& call, std::string_view email) {
    auto const holder = find_by_email(call.db, email);
    if (!holder) return {};
    auto failure = email_taken();
    failure.existing_id = holder->id.to_string();
    return fail(std::move(failure));
}

void note(auth::WriteCall& call, Services const& services, std::string_view action, std::string description,
          StoredUser const& stored, std::string details = {}, std::optional<CompanyId> company = {}) {
    records::note(call, services.records,
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
void hint(auth::WriteCall& call, Services const& services, UserId user) {
    services.records.events.publish(call.db, {.topic = "session", .user = user});
}

void end_sessions(auth::WriteCall& call, Services const& services, UserId user) {
    services.sessions.end_all_of(call.db, user);
    hint(call, services, user); // closes their streams, in every process
}

constexpr auto password_changed = R"({"password":"alterado"})";

std::string edit_description(User const& before, User const& after) {
    if (before.active == after.active) return "Editou o usuário " + after.full_name;
    return (after.active == "S" ? "Reativou o usuário " : "Desativou o usuário ") + after.full_name;
}

} // namespace

Result<StoredUser> view(auth::WriteCall& call, Services const& services, UserId id, Look look) {
    auto stored = find(call.db, id);
    if (!stored) return not_found();
    if (look == Look::unnoted) return *std::move(stored);
    // No event: nothing changed.
    audit::write(call.db, services.records.clock.now(),
                 {.action = "user_view",
                  .description = "Abriu o usuário " + stored->user.full_name,
                  .user = call.caller.user,
                  .target_user = id});
    return *std::move(stored);
}

Result<StoredUser> create(auth::WriteCall& call, Services const& services, User const& user,
                          std::string const& password_hash) {
    if (auto const allowed = check_still_admin(call); !allowed) return fail(allowed.error());
    if (auto const known = check_role(call, "role_name", user.role); !known) return fail(known.error());
    if (auto const is_free = check_email_is_free(call, user.email); !is_free) return fail(is_free.error());
    auto const account =
        create(call.db, services.records.clock.now(),
               {.email = user.email, .full_name = user.full_name, .password_hash = password_hash}, user.role);
    if (!account) return fail(account.error());
    auto stored = find(call.db, account->id);
    if (!stored) throw db::Error("a user just created was not found");
    note(call, services, "user_create", "Criou o usuário " + user.full_name, *stored,
         to_json(user_fields(), stored->user));
    return *std::move(stored);
}

Result<StoredUser> update(auth::WriteCall& call, Services const& services, UserId id, std::string_view if_match,
                          User typed) {
    auto const before = find_current(call, id, if_match);
    if (!before) return fail(before.error());
    auto const& old = before->user;
    typed.id = old.id;
    typed.created_at = old.created_at;
    typed.last_sign_in_at = old.last_sign_in_at;
    auto const role_changes = typed.role != old.role;
    auto const state_changes = typed.active != old.active;

    std::vector<FieldProblem> problems;
    if (id == call.caller.user) {
        if (role_changes)
            problems.push_back({"role", "Você não pode mudar a sua própria função. Peça a outro administrador."});
        if (state_changes)
            problems.push_back({"active", "Você não pode desativar a sua própria conta. Peça a outro administrador."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    if (role_changes)
        if (auto const known = check_role(call, "role", typed.role); !known) return fail(known.error());
    if (old.is_active_admin() && !typed.is_active_admin() && is_last_admin(call, id))
        return field_problem(role_changes ? "role" : "active", last_admin);
    if (auto const allowed = check_still_admin(call); !allowed) return fail(allowed.error());
    if (typed.email != old.email)
        if (auto const is_free = check_email_is_free(call, typed.email); !is_free) return fail(is_free.error());

    auto after = *before;
    after.user = std::move(typed);
    ++after.version;
    try {
        update(call.db, after);
    } catch (db::UniqueViolation const& violation) {
        if (violation.constraint() != "users_email") throw;
        return fail(email_taken());
    }
    if (role_changes) {
        set_role(call.db, id, after.user.role);
        if (after.user.role != admin_role) drop_unlinked_default(call.db, id);
    }
    if (role_changes || state_changes) end_sessions(call, services, id);
    else hint(call, services, id);

    auto before_edit = old;
    before_edit.role = after.user.role;
    auto const edits = changes_json(user_fields(), before_edit, after.user);
    if (edits != "{}" || !role_changes)
        note(call, services, "user_edit", edit_description(old, after.user), after, edits);
    if (role_changes) {
        auto before_permissions = after.user;
        before_permissions.role = old.role;
        note(call, services, "user_edit_permissions",
             "Mudou a função de " + after.user.full_name + " de " + old.role + " para " + after.user.role, after,
             changes_json(user_fields(), before_permissions, after.user));
    }
    auto stored = find(call.db, id);
    if (!stored) throw db::Error("a user just saved was not found");
    return *std::move(stored);
}

Result<void> remove(auth::WriteCall& call, Services const& services, UserId id, std::string_view if_match) {
    auto const stored = find_current(call, id, if_match);
    if (!stored) return fail(stored.error());
    if (id == call.caller.user)
        return invalid("Você não pode excluir a sua própria conta. Peça a outro administrador.");
    if (stored->user.is_active_admin() && is_last_admin(call, id)) return invalid(last_admin);
    if (auto const allowed = check_still_admin(call); !allowed) return fail(allowed.error());
    remove(call.db, *stored, services.records.clock.now());
    end_sessions(call, services, id);
    note(call, services, "user_delete", "Excluiu o usuário " + stored->user.full_name, *stored,
         to_json(user_fields(), stored->user));
    return {};
}

Result<void> reset_password(auth::WriteCall& call, Services const& services, UserId id,
                            std::string const& password_hash) {
    auto const stored = find(call.db, id);
    if (!stored) return not_found();
    if (auto const allowed = check_still_admin(call); !allowed) return fail(allowed.error());
    set_password(call.db, id, password_hash);
    end_sessions(call, services, id);
    note(call, services, "user_edit", "Trocou a senha de " + stored->user.full_name, *stored, password_changed);
    return {};
}

Result<void> give_access(auth::WriteCall& call, Services const& services, UserId id, CompanyId company) {
    auto const stored = find(call.db, id);
    auto const linked = find_company(call.db, company, id);
    if (!stored || !linked) return not_found();
    if (linked->is_linked) return {};
    try {
        link(call.db, id, company);
    } catch (db::ForeignKeyViolation const&) {
        return not_found(); // the company was deleted meanwhile
    }
    hint(call, services, id);
    note(call, services, "user_associate_company",
         "Deu a " + stored->user.full_name + " acesso à empresa " + linked->razao_social, *stored, {}, company);
    return {};
}

Result<void> take_access(auth::WriteCall& call, Services const& services, UserId id, CompanyId company) {
    auto const stored = find(call.db, id);
    auto const linked = find_company(call.db, company, id);
    if (!stored || !linked) return not_found();
    auto const was_default = stored->default_company && stored->default_company->id == company;
    if (!linked->is_linked) return {};
    unlink(call.db, id, company);
    hint(call, services, id);
    note(call, services, "user_disassociate_company",
         "Tirou de " + stored->user.full_name + " o acesso à empresa " + linked->razao_social +
             (was_default ? ", que era a padrão" : ""),
         *stored, {}, company);
    return {};
}

Result<void> choose_default(auth::WriteCall& call, Services const& services, UserId id,
                            std::optional<CompanyId> company) {
    auto const stored = find(call.db, id);
    if (!stored) return not_found();
    auto const current = stored->default_company.transform([](DefaultCompany const& one) { return one.id; });
    if (current == company) return {};
    auto description = "Tirou a empresa padrão de " + stored->user.full_name;
    if (company) {
        auto const chosen = find_company(call.db, *company, id);
        if (!chosen || (!chosen->is_linked && stored->user.role != admin_role)) {
            return field_problem(
                "company_id",
                "Este usuário não tem acesso a esta empresa. Dê o acesso antes de defini-la como padrão.");
        }
        if (!chosen->is_active)
            return field_problem("company_id", "Esta empresa está desativada e não pode ser a padrão.");
        description = "Definiu " + chosen->razao_social + " como empresa padrão de " + stored->user.full_name;
    }
    set_default(call.db, id, company);
    hint(call, services, id);
    note(call, services, "user_set_default_company", std::move(description), *stored, {}, company ? company : current);
    return {};
}

Result<StoredUser> rename_self(auth::WriteCall& call, Services const& services, std::string_view if_match,
                               std::string full_name) {
    auto const before = find_current(call, call.caller.user, if_match);
    if (!before) return fail(before.error());
    auto after = *before;
    after.user.full_name = std::move(full_name);
    ++after.version;
    update(call.db, after);
    hint(call, services, call.caller.user);
    note(call, services, "user_edit", "Mudou o próprio nome para " + after.user.full_name, after,
         changes_json(user_fields(), before->user, after.user));
    return after;
}

Result<void> change_own_password(auth::WriteCall& call, Services const& services, std::string_view checked_hash,
                                 std::string const& password_hash) {
    auto const stored = find(call.db, call.caller.user);
    auto const account = find_account(call.db, call.caller.user);
    if (!stored || !account) return not_found();
    if (account->password_hash != checked_hash) {
        return field_problem("current_password",
                             "A senha foi trocada há um instante. Digite a senha com que você entra.");
    }
    set_password(call.db, call.caller.user, password_hash);
    services.sessions.end_others_of(call.db, call.caller.user, call.caller.session);
    hint(call, services, call.caller.user);
    note(call, services, "user_edit", "Trocou a própria senha", *stored, password_changed);
    return {};
}

Result<void> end_own_session(auth::WriteCall& call, Services const& services, SessionId session) {
    if (!services.sessions.end_of(call.db, call.caller.user, session)) return not_found();
    hint(call, services, call.caller.user);
    return {};
}

void end_own_other_sessions(auth::WriteCall& call, Services const& services) {
    services.sessions.end_others_of(call.db, call.caller.user, call.caller.session);
    hint(call, services, call.caller.user);
}

} // namespace balcao::users
