#include "office/notifications/of_security.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "platform/security_notices/security_notices.hpp"

namespace balcao::notifications {

namespace {

struct Type {
    std::string_view name;
    std::string_view title;
};
constexpr std::array types{
    Type{"senha_trocada", "Senha trocada"},
    Type{"email_trocado", "E-mail trocado"},
    Type{"email_repetido", "Duas contas com o mesmo e-mail"},
    Type{"segundo_fator_mudado", "Verificação em duas etapas"},
    Type{"pin_mudado", "PIN do balcão"},
    Type{"pin_errado", "PIN do balcão errado várias vezes"},
    Type{"certificado_trocado", "Certificado digital trocado"},
    Type{"ambiente_trocado", "Ambiente de emissão trocado"},
};

// Rows read of each of the three kinds; of companies also how many are shown.
constexpr std::int64_t most_told = 10;
constexpr std::int64_t most_company_rows = 200;

constexpr db::Query of_person{"security_notices_of_person", R"sql(
    select tipo, texto, em, null, null
    from aviso_seguranca
    where user_id = :user_id and em >= :since
    order by em desc
    limit :limit)sql"};

constexpr db::Query of_administrators{"security_notices_of_administrators", R"sql(
    select tipo, texto, em, null, null
    from aviso_seguranca
    where user_id is null and emitente_id is null and em >= :since
    order by em desc
    limit :limit)sql"};

constexpr db::Query of_all_companies{"security_notices_of_all_companies", R"sql(
    select a.tipo, a.texto, a.em, a.emitente_id, e.razao_social
    from (select tipo, texto, em, emitente_id from aviso_seguranca
          where emitente_id is not null and em >= :since order by em desc limit :looked_at) as a
    join emitente e on e.id = a.emitente_id
    where e.ativo = 'S'
    order by a.em desc
    limit :limit)sql"};

constexpr db::Query of_companies{"security_notices_of_companies", R"sql(
    select a.tipo, a.texto, a.em, a.emitente_id, e.razao_social
    from emitente_users x
    join aviso_seguranca a on a.emitente_id = x.emitente_id
    join emitente e on e.id = a.emitente_id
    where x.user_id = :user_id and x.papel = 'gerente' and a.em >= :since and e.ativo = 'S'
    order by a.em desc
    limit :limit)sql"};

} // namespace

void add_security_notices(db::Connection& connection, auth::Actor const& actor, Instant now,
                          std::vector<Notification>& found) {
    db::Params const params{{"user_id", actor.user},
                            {"since", now - security_notices::told_for},
                            {"looked_at", most_company_rows},
                            {"limit", most_told}};
    auto const add = [&](db::Row const& row) {
        auto const* const type = std::ranges::find(types, row.text(0), &Type::name);
        if (type == types.end()) return; // a newer version's
        found.push_back({.tipo = type->name,
                         .tom = Tone::aviso,
                         .titulo = std::string(type->title),
                         .texto = row.get<std::string>(1),
                         .company = row.get<std::optional<CompanyId>>(3),
                         .company_name = row.get<std::optional<std::string>>(4).value_or(""),
                         .em = row.get<Instant>(2)});
    };
    connection.run(of_person, params, add);
    if (actor.is_admin()) connection.run(of_administrators, params, add);
    connection.run(actor.is_admin() ? of_all_companies : of_companies, params, add);
}

} // namespace balcao::notifications
