#include "accounts/users/user.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "platform/auth/accounts.hpp"
#include "platform/auth/passwords.hpp"
#include "platform/base/email.hpp"
#include "platform/base/json.hpp"

namespace balcao::users {

namespace {

constexpr Rules name_rules{.required = true, .max = 120};
constexpr Rules email_rules{.required = true, .normalize = normalize_email, .check = email_problem};

constexpr Field fields[]{
    field<&User::id>("id", {.read_only = true}),
    field<&User::full_name>("full_name", name_rules),
    field<&User::email>("email", email_rules),
    field<&User::role>("role",
                       {.derived = "coalesce((select r.name from user_roles ur join roles r on r.id = ur.role_id "
                                   "where ur.user_id = users.id), 'user')",
                        .required = true,
                        .max = 60}),
    field<&User::active>("active", {.required = true, .one_of = "S|N"}),
    field<&User::created_at>("created_at", {.read_only = true}),
    field<&User::last_sign_in_at>("last_sign_in_at", {.read_only = true}),
};

// What to_json adds may come back too.
constexpr std::array<std::string_view, 2> added{"is_self", "default_company"};

constexpr Field creation_fields[]{
    field<&User::full_name>("full_name", name_rules),
    field<&User::email>("email", email_rules),
    field<&User::role>("role_name", {.max = 60}),
};

constexpr Field name_fields[]{field<&User::full_name>("full_name", name_rules)};

boost::json::object without(boost::json::object object, auto const& names) {
    for (auto const name : names) object.erase(name);
    return object;
}

} // namespace

bool User::is_active_admin() const { return role == auth::admin_role && active == "S"; }

Fields user_fields() { return fields; }

std::string to_json(StoredUser const& stored, UserId actor) {
    auto text = to_json(fields, stored.user);
    text.pop_back();
    text += stored.user.id == actor ? R"(,"is_self":true)" : R"(,"is_self":false)";
    text += R"(,"default_company":)";
    if (auto const& company = stored.default_company) {
        json::ObjectWriter writer;
        writer.text("id", company->id.to_string());
        writer.text("razao_social", company->razao_social);
        text += writer.take();
    } else {
        text += "null";
    }
    return text += '}';
}

User read_user(boost::json::object const& json, std::vector<FieldProblem>& problems) {
    return read_entity<User>(fields, without(json, added), problems);
}

UserCreation read_creation(boost::json::object const& json, std::vector<FieldProblem>& problems) {
    UserCreation creation;
    creation.user =
        read_entity<User>(creation_fields, without(json, std::array<std::string_view, 1>{"password"}), problems);
    creation.user.active = "S";
    if (creation.user.role.empty()) creation.user.role = auth::user_role;
    creation.password =
        read_new_password(json, {.email = creation.user.email, .full_name = creation.user.full_name}, problems);
    return creation;
}

std::string read_own_name(boost::json::object const& json, std::vector<FieldProblem>& problems) {
    auto form = without(json, added);
    for (auto const& field : fields)
        if (field.name != "full_name") form.erase(field.name);
    return read_entity<User>(name_fields, form, problems).full_name;
}

Secret read_secret(boost::json::object const& json, std::string_view name, std::vector<FieldProblem>& problems) {
    auto const refuse = [&](std::string sentence) {
        problems.push_back({std::string(name), std::move(sentence)});
        return Secret{};
    };
    auto const* const value = json.if_contains(name);
    if (value == nullptr || value->is_null()) return refuse("Preencha este campo.");
    if (!value->is_string()) return refuse("Este valor veio em formato inesperado. Digite de novo.");
    std::string_view const text = value->get_string();
    if (text.empty()) return refuse("Preencha este campo.");
    if (text.size() > 1000) return refuse("Use no máximo 200 caracteres.");
    return Secret{std::string(text)};
}

Secret read_new_password(boost::json::object const& json, auth::PasswordOwner const& owner,
                         std::vector<FieldProblem>& problems) {
    auto const before = problems.size();
    auto password = read_secret(json, "password", problems);
    if (problems.size() == before) {
        if (auto problem = auth::password_problem(password, owner))
            problems.push_back({"password", *std::move(problem)});
    }
    return password;
}

void refuse_others(boost::json::object const& json, std::initializer_list<std::string_view> known,
                   std::vector<FieldProblem>& problems) {
    for (auto const& member : json) {
        if (std::ranges::find(known, std::string_view(member.key())) == known.end())
            problems.push_back({std::string(member.key()), "Este campo não existe."});
    }
}

} // namespace balcao::users
