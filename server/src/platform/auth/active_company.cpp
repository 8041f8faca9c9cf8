#include "platform/auth/active_company.hpp"

#include "platform/base/json.hpp"

namespace balcao::auth {

namespace {

constexpr db::Query company_in_reach{"active_company_in_reach", R"sql(
    select e.id, e.razao_social, e.nome_fantasia, e.cnpj, coalesce(n.ambiente, 'homologacao'), d.valid_to, e.cor, e.logo_sistema_url,
      case when :is_admin = 1 then 'gerente'
        else (select x.papel from emitente_users x where x.emitente_id = e.id and x.user_id = :user_id) end,
      (select case when count(*) > 0 then 'S' else 'N' end from loja_exemplo l where l.emitente_id = e.id)
    from emitente e
    left join nfce_settings n on n.emitente_id = e.id
    left join digital_certificates d on d.emitente_id = e.id
    where e.id = :emitente_id and e.ativo = 'S'
      and (:is_admin = 1 or exists (select 1 from emitente_users x where x.emitente_id = e.id and x.user_id = :user_id)))sql"};

constexpr db::Query first_company{"active_company_first", R"sql(
    select id from emitente where ativo = 'S' order by busca, id limit 1)sql"};

constexpr db::Query first_linked_company{"active_company_first_linked", R"sql(
    select e.id
    from emitente_users x join emitente e on e.id = x.emitente_id
    where x.user_id = :user_id and e.ativo = 'S'
    order by e.busca, e.id
    limit 1)sql"};

constexpr db::Query default_company{"active_company_default",
                                    "select default_emitente_id from profiles where id = :user_id"};
constexpr db::Query set_default_company{"active_company_set_default",
                                        "update profiles set default_emitente_id = :company where id = :user_id"};

std::optional<ActiveCompany> find_in_reach(db::Connection& connection, Actor const& actor, CompanyId company) {
    return connection.first(company_in_reach,
                            {{"emitente_id", company}, {"is_admin", actor.is_admin() ? 1 : 0}, {"user_id", actor.user}},
                            [](db::Row const& row) {
                                return ActiveCompany{.id = row.get<CompanyId>(0),
                                                     .razao_social = row.get<std::string>(1),
                                                     .nome_fantasia = row.get<std::optional<std::string>>(2),
                                                     .cnpj = row.get<std::string>(3),
                                                     .ambiente = row.get<std::string>(4),
                                                     .certificado_valido_ate = row.get<std::optional<Instant>>(5),
                                                     .cor = row.get<std::string>(6),
                                                     .logo_sistema_url = row.get<std::optional<std::string>>(7),
                                                     .papel = row.get<std::string>(8),
                                                     .exemplo = row.get<std::string>(9)};
                            });
}

std::optional<CompanyId> default_of(db::Connection& connection, UserId user) {
    return connection.scalar<std::optional<CompanyId>>(default_company, {{"user_id", user}}).value_or(std::nullopt);
}

std::optional<CompanyId> first_in_reach(db::Connection& connection, Actor const& actor) {
    if (actor.is_admin()) return connection.scalar<CompanyId>(first_company);
    return connection.scalar<CompanyId>(first_linked_company, {{"user_id", actor.user}});
}

} // namespace

SessionView view_session(db::Connection& connection, Actor const& actor) {
    SessionView view{.active_company = {}, .default_company = default_of(connection, actor.user)};
    if (actor.remembered_company) view.active_company = find_in_reach(connection, actor, *actor.remembered_company);
    view.unsettled =
        !view.active_company && (actor.remembered_company || view.default_company || first_in_reach(connection, actor));
    return view;
}

SessionView settle_active_company(db::Transaction& transaction, Sessions& sessions, Actor const& actor) {
    SessionView view{.active_company = {}, .default_company = default_of(transaction, actor.user)};
    if (view.default_company) view.active_company = find_in_reach(transaction, actor, *view.default_company);
    if (!view.active_company) {
        if (auto const first = first_in_reach(transaction, actor))
            view.active_company = find_in_reach(transaction, actor, *first);
        if (view.active_company && !view.default_company) {
            view.default_company = view.active_company->id;
            transaction.execute(set_default_company, {{"user_id", actor.user}, {"company", view.default_company}});
        }
    }
    auto const company = view.active_company.transform([](ActiveCompany const& active) { return active.id; });
    if (company != actor.remembered_company) sessions.remember_company(transaction, actor.session, company);
    return view;
}

std::optional<SessionView> choose_active_company(db::Transaction& transaction, Sessions& sessions, Actor const& actor,
                                                 CompanyId company) {
    auto chosen = find_in_reach(transaction, actor, company);
    if (!chosen) return std::nullopt;
    sessions.remember_company(transaction, actor.session, company);
    return SessionView{.active_company = std::move(chosen), .default_company = default_of(transaction, actor.user)};
}

std::string session_json(Actor const& actor, SessionView const& view, bool lacks_second_factor,
                         std::string const& refused) {
    json::ObjectWriter user;
    user.text("id", actor.user.to_string());
    user.text("email", actor.email);
    user.text("full_name", actor.full_name);

    json::ObjectWriter session;
    session.raw("user", user.take());
    session.text("role", actor.role);
    if (auto const& active = view.active_company) {
        json::ObjectWriter company;
        company.text("id", active->id.to_string());
        company.text("razao_social", active->razao_social);
        company.optional_text("nome_fantasia", active->nome_fantasia);
        company.text("cnpj", active->cnpj);
        company.text("ambiente", active->ambiente);
        company.optional_text("certificado_valido_ate", active->certificado_valido_ate.transform(&Instant::to_iso));
        company.text("cor", active->cor);
        company.optional_text("logo_sistema_url", active->logo_sistema_url);
        company.text("papel", active->papel);
        company.text("exemplo", active->exemplo);
        session.raw("active_company", company.take());
    } else {
        session.null("active_company");
    }
    session.optional_text("default_company_id",
                          view.default_company.transform([](CompanyId const& id) { return id.to_string(); }));
    session.boolean("second_factor_needed", lacks_second_factor);
    session.raw("recusado", refused);
    return session.take();
}

} // namespace balcao::auth
